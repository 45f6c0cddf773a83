// SPDX-License-Identifier: BSD-3-Clause
// The series of a run: reads series.csv as it grows, and draws the chosen columns over time, those of one unit in one plot.

const colours = ["#1d6fb8", "#c8501e", "#2a8a4a", "#8a4fb0", "#a8780a", "#c2185b", "#107c8c", "#5b6875"];
const height = 105; // pixels of a plot, at least

// Cells of a line; a name that has a comma or quotes is quoted.
function cells(line) {
    const list = [];
    for (const m of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
        list.push(m[1] !== undefined ? m[1].replaceAll('""', '"') : m[2]);
    }
    return list;
}

export class Series {
    constructor() {
        this.clear();
    }

    clear() {
        this.at = 0;
        this.names = [];
        this.units = [];
        this.columns = [];
        this.n = 0;
    }

    // Reads on from where the last call ended. True: there was something new.
    async read(get) {
        let any = false;
        for (;;) {
            const reply = await get("/series/" + this.at);
            if (reply.status === 410 && this.at > 0) {
                this.clear();
                continue;
            }
            if (reply.status !== 200) return any;
            const bytes = await reply.arrayBuffer();
            if (bytes.byteLength === 0) return any;
            this.at += bytes.byteLength;
            const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
            for (const line of lines) {
                if (!line) continue;
                if (!this.names.length) this.head(line);
                else this.row(line);
            }
            any = true;
        }
    }

    head(line) {
        for (const cell of cells(line)) {
            const m = /^(.*) \[(.*)\]$/.exec(cell);
            this.names.push(m ? m[1] : cell);
            this.units.push(m && m[2] !== "1" ? m[2] : "");
            this.columns.push([]);
        }
    }

    row(line) {
        const values = line.split(",");
        this.columns.forEach((column, k) => column.push(values[k] === "" || values[k] === undefined ? NaN : Number(values[k])));
        this.n++;
    }

    // Columns that say something about most runs, where they vary: before all others the power of walls that turn, which the parameters of the run tell.
    usual(parameters) {
        const turning = Object.keys(parameters || {}).map(key => /^walls\.(.+)\.motion(?:\[\d+\])?\.rotate\./.exec(key)).filter(Boolean).map(m => m[1] + " power");
        const varies = k => this.columns[k].some(v => v !== this.columns[k][0] && isFinite(v));
        const found = [];
        for (const fits of [name => turning.includes(name), ...[/ mass_rate$/, /^bonds$/, / fz$/, /^particles$/, /^kinetic$/].map(p => name => p.test(name))]) {
            const k = this.names.findIndex((name, i) => i > 0 && fits(name) && varies(i));
            if (k >= 0 && found.length < 2) found.push(k);
        }
        return found.length || this.names.length < 2 ? found : [1];
    }
}

// Steps of 1, 2 or 5 times a power of ten, about `n` of them.
export function ticks(low, high, n) {
    if (!(high > low)) return [low];
    const raw = (high - low) / Math.max(1, n), ten = 10 ** Math.floor(Math.log10(raw)), m = raw / ten;
    const step = ten * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10), list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) list.push(k * step);
    return list;
}

// With as many digits as the steps of a scale from low to high need.
export function number(value, low = value, high = value) {
    if (!isFinite(value)) return "–";
    const size = Math.max(Math.abs(low), Math.abs(high)), span = Math.abs(high - low) || size || 1;
    if (size !== 0 && (size >= 1e5 || size < 1e-3)) {
        const digits = Math.max(0, Math.min(8, Math.ceil(Math.log10(size / span)) + 1));
        return value === 0 ? "0" : value.toExponential(digits).replace(/\.?0+e/, "e").replace("e+", "e").replace("-", "−").replace("e-", "e−");
    }
    const digits = Math.max(0, Math.min(10, 2 - Math.floor(Math.log10(span))));
    const text = value.toFixed(digits);
    return (text.includes(".") ? text.replace(/\.?0+$/, "") : text).replace("-", "−").replace(/^−0$/, "0");
}

export class Plot {
    constructor(canvas) {
        this.canvas = canvas;
        this.boxes = [];
    }

    // Draws the columns k in `chosen`; now: the time that is marked; hover: a place in the canvas or null.
    draw(series, chosen, now, hover) {
        const canvas = this.canvas, ratio = window.devicePixelRatio || 1, host = canvas.parentElement;
        const groups = new Map();
        for (const k of chosen) {
            if (!groups.has(series.units[k])) groups.set(series.units[k], []);
            groups.get(series.units[k]).push(k);
        }
        const w = host.clientWidth, tall = Math.max(host.clientHeight, groups.size * height);
        canvas.style.height = tall + "px";
        host.style.overflowY = tall > host.clientHeight ? "auto" : "hidden";
        canvas.width = w * ratio;
        canvas.height = tall * ratio;
        const c = canvas.getContext("2d");
        c.scale(ratio, ratio);
        c.clearRect(0, 0, w, tall);
        c.font = "11px system-ui, sans-serif";
        this.boxes = [];
        const each = tall / Math.max(1, groups.size);
        let nth = 0, at = 0;
        for (const [unit, list] of groups) {
            this.one(c, series, list, unit, {x: 64, y: at + 22, w: w - 80, h: each - 44}, now, hover, nth);
            nth += list.length;
            at += each;
        }
    }

    one(c, series, list, unit, box, now, hover, nth) {
        const time = series.columns[0], n = series.n;
        let low = Infinity, high = -Infinity;
        for (const k of list) {
            for (const v of series.columns[k]) {
                if (v < low) low = v;
                if (v > high) high = v;
            }
        }
        if (!(high >= low)) [low, high] = [0, 1];
        if (high === low) [low, high] = [low - Math.abs(low || 1) * 0.5, high + Math.abs(high || 1) * 0.5];
        const pad = 0.04 * (high - low), from = n ? time[0] : 0, to = n && time[n - 1] > from ? time[n - 1] : from + 1;
        const bottom = low >= 0 && low < 0.3 * high ? 0 : low - pad, top = high + pad;
        const x = t => box.x + (t - from) / (to - from) * box.w, y = v => box.y + (top - v) / (top - bottom) * box.h;
        this.boxes.push({...box, from, to});
        c.lineWidth = 1;
        c.textBaseline = "middle";
        for (const v of ticks(bottom, top, box.h / 32)) {
            c.strokeStyle = "#e6ebef";
            c.beginPath();
            c.moveTo(box.x, Math.round(y(v)) + 0.5);
            c.lineTo(box.x + box.w, Math.round(y(v)) + 0.5);
            c.stroke();
            c.fillStyle = "#5b6875";
            c.textAlign = "right";
            c.fillText(number(v, bottom, top), box.x - 5, y(v));
        }
        c.textBaseline = "top";
        c.textAlign = "center";
        const marks = ticks(from, to, box.w / 90);
        marks.forEach((t, k) => {
            const text = number(t, from, to) + (k === marks.length - 1 ? " s" : ""), half = 0.5 * c.measureText(text).width;
            c.fillText(text, Math.min(x(t), box.x + box.w + 14 - half), box.y + box.h + 4);
        });
        c.strokeStyle = "#9aa7b3";
        c.strokeRect(box.x + 0.5, box.y + 0.5, box.w, box.h);
        c.save();
        c.beginPath();
        c.rect(box.x, box.y, box.w, box.h);
        c.clip();
        list.forEach((k, i) => this.line(c, time, series.columns[k], n, x, y, colours[(nth + i) % colours.length], box.w));
        c.restore();
        if (now >= from && now <= to) {
            c.strokeStyle = "#00000088";
            c.beginPath();
            c.moveTo(Math.round(x(now)) + 0.5, box.y);
            c.lineTo(Math.round(x(now)) + 0.5, box.y + box.h);
            c.stroke();
        }
        this.legend(c, series, list, unit, box, nth, hover, x);
    }

    // At most four points for each pixel: the first, the least, the largest and the last of those in it.
    line(c, time, values, n, x, y, colour, width) {
        const each = Math.max(1, Math.floor(n / (width * 2)));
        c.strokeStyle = colour;
        c.lineWidth = 1.5;
        c.beginPath();
        let pen = false;
        const to = k => {
            if (!isFinite(values[k])) pen = false;
            else if (pen) c.lineTo(x(time[k]), y(values[k]));
            else { c.moveTo(x(time[k]), y(values[k])); pen = true; }
        };
        for (let k = 0; k < n; k += each) {
            let least = k, most = k;
            for (let i = k; i < Math.min(n, k + each); i++) {
                if (values[i] < values[least]) least = i;
                if (values[i] > values[most]) most = i;
            }
            [...new Set([k, Math.min(least, most), Math.max(least, most)])].forEach(to);
        }
        if (n > 1) to(n - 1);
        c.stroke();
    }

    legend(c, series, list, unit, box, nth, hover, x) {
        let at = box.x, row = null;
        if (hover && hover.x >= box.x && hover.x <= box.x + box.w && series.n) {
            const time = series.columns[0], here = this.timeAt(hover.x, hover.y);
            row = 0;
            let high = series.n - 1;
            while (row < high) {
                const middle = (row + high) >> 1;
                if (time[middle] < here) row = middle + 1;
                else high = middle;
            }
            c.strokeStyle = "#0004";
            c.lineWidth = 1;
            c.beginPath();
            c.moveTo(x(time[row]), box.y);
            c.lineTo(x(time[row]), box.y + box.h);
            c.stroke();
        }
        c.textBaseline = "alphabetic";
        c.textAlign = "left";
        list.forEach((k, i) => {
            const value = row === null ? "" : " = " + Number(series.columns[k][row].toPrecision(6));
            const text = series.names[k] + value + (unit ? ` [${unit}]` : "");
            c.fillStyle = colours[(nth + i) % colours.length];
            c.fillRect(at, box.y - 10, 12, 3);
            c.fillText(text, at + 16, box.y - 5);
            at += 28 + c.measureText(text).width;
        });
        if (row !== null) {
            c.fillStyle = "#1f2933";
            c.textAlign = "right";
            c.fillText(`t = ${Number(series.columns[0][row].toPrecision(6))} s`, box.x + box.w, box.y - 5);
        }
    }

    // The time at a place of the canvas; NaN: there is no plot.
    timeAt(px, py) {
        const box = this.boxes.find(b => py < b.y + b.h + 22) || this.boxes[this.boxes.length - 1];
        return box ? box.from + Math.min(1, Math.max(0, (px - box.x) / box.w)) * (box.to - box.from) : NaN;
    }
}
