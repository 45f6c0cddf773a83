// SPDX-License-Identifier: BSD-3-Clause
// Colours for numbers and for names, as bytes r, g, b, a, and the colour bar.
import {number, ticks} from "/plot.js";

// The usual table of viridis as polynomials of degree 6, within 1 % of it.
const viridis = [[0.2777273, 0.0054073, 0.3340998], [0.1050930, 1.4046135, 1.3845902], [-0.3308618, 0.2148476, 0.0950952],
                 [-4.6342305, -5.7991010, -19.3324410], [6.2282699, 14.1799334, 56.6905526], [4.7763850, -13.7451454, -65.3530326],
                 [-5.4354559, 4.6458526, 26.3124352]];
const named = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#e07b39", "#5b4bb0", "#8c8c46"];

function colour(palette, s) {
    if (palette === "heat") return [0.62 + 0.1 * s - 0.2 * s * s, 0.66 - 0.62 * s, 0.72 - 0.68 * s];
    if (palette === "grey") return [0.22, 0.22, 0.24].map((low, k) => low + s * ([0.93, 0.93, 0.92][k] - low));
    if (palette === "diverging") {
        const [a, b] = s < 0.5 ? [[0.13, 0.32, 0.68], [0.93, 0.93, 0.92]] : [[0.93, 0.93, 0.92], [0.72, 0.11, 0.13]];
        const t = s < 0.5 ? 2 * s : 2 * s - 1;
        return a.map((x, k) => x + t * (b[k] - x));
    }
    return [0, 1, 2].map(k => viridis.reduceRight((sum, row) => sum * s + row[k], 0));
}

export function table(palette) {
    const bytes = new Uint8Array(4 * 256);
    for (let k = 0; k < 256; k++) bytes.set([...colour(palette, k / 255).map(x => Math.round(255 * Math.min(1, Math.max(0, x)))), 255], 4 * k);
    return bytes;
}

export function nameColour(k) {
    return named[k % named.length];
}

export function nameTable(n) {
    const bytes = new Uint8Array(4 * n);
    for (let k = 0; k < n; k++) {
        const hex = parseInt(nameColour(k).slice(1), 16);
        bytes.set([hex >> 16, hex >> 8 & 255, hex & 255, 255], 4 * k);
    }
    return bytes;
}

function plate(c, x, y, w, h) {
    c.fillStyle = "rgba(255,255,255,0.82)";
    c.beginPath();
    c.roundRect(x, y, w, h, 5);
    c.fill();
    c.fillStyle = "#1f2933";
}

// Draws the bar, or the names with their colours, at the left edge of a picture of height h (pixels of the page).
export function bar(c, h, look, left = 10) {
    c.save();
    c.translate(left - 10, 0);
    const used = drawBar(c, h, look);
    c.restore();
    return left + used;
}

function drawBar(c, h, look) {
    c.font = "12px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.textAlign = "left";
    const title = look.title + (look.unit ? ` [${look.unit}]` : "");
    if (look.names) {
        const list = look.names.slice(0, 14), w = Math.max(...list.map(n => c.measureText(n).width + 24), c.measureText(title).width);
        plate(c, 10, 10, w + 16, 24 + 18 * list.length);
        c.fillText(title, 18, 22);
        list.forEach((name, k) => {
            c.fillStyle = nameColour(k);
            c.fillRect(18, 35 + 18 * k, 12, 12);
            c.fillStyle = "#1f2933";
            c.fillText(name, 36, 41 + 18 * k);
        });
        return w + 24;
    }
    const [low, high] = look.range, tall = Math.max(60, Math.min(230, h - 155));
    const marks = ticks(low, high, tall / 38), texts = marks.map(v => number(v, low, high));
    const w = Math.max(c.measureText(title).width, ...texts.map(t => c.measureText(t).width + 26));
    plate(c, 10, 10, w + 18, tall + 44);
    c.fillText(title, 18, 23);
    for (let k = 0; k < tall; k++) {
        const s = Math.floor(255.999 * (1 - (k + 0.5) / tall)), b = look.table;
        c.fillStyle = `rgb(${b[4 * s]},${b[4 * s + 1]},${b[4 * s + 2]})`;
        c.fillRect(18, 40 + k, 14, 1.5);
    }
    c.strokeStyle = "#5b6875";
    c.strokeRect(18.5, 40.5, 13, tall);
    c.fillStyle = "#1f2933";
    marks.forEach((v, k) => {
        const y = 40 + tall * (1 - (v - low) / (high - low));
        c.fillRect(32, y - 0.5, 4, 1);
        c.fillText(texts[k], 39, y);
    });
    return w + 26;
}

// The directions of x, y and z at the bottom on the left.
export function triad(c, h, axes) {
    const at = [44, h - 44], names = ["x", "y", "z"], ink = ["#c22b1c", "#24803f", "#1d6fb8"];
    const ends = [0, 1, 2].map(k => ({k, x: 30 * axes[0][k], y: -30 * axes[1][k], z: axes[2][k]})).sort((a, b) => a.z - b.z);
    c.font = "bold 12px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.textAlign = "center";
    for (const e of ends) {
        c.strokeStyle = c.fillStyle = ink[e.k];
        c.lineWidth = 2;
        c.beginPath();
        c.moveTo(at[0], at[1]);
        c.lineTo(at[0] + e.x, at[1] + e.y);
        c.stroke();
        c.fillText(names[e.k], at[0] + 1.32 * e.x + (Math.hypot(e.x, e.y) < 4 ? 9 : 0), at[1] + 1.32 * e.y);
    }
    c.lineWidth = 1;
}
