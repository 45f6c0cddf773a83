// SPDX-License-Identifier: BSD-3-Clause
// The settings beside the picture, the messages and the table of the run.
import * as colours from "/colours.js";
import {number} from "/plot.js";

const $ = id => document.getElementById(id);

function make(tag, values = {}, ...children) {
    const e = Object.assign(document.createElement(tag), values);
    e.append(...children);
    return e;
}

// Only what the browser lets a page change: no markup is made from texts of files.
function fill(table, rows) {
    table.replaceChildren(...rows.map(([name, value]) => make("tr", {}, make("td", {textContent: name}), make("td", {textContent: value}))));
}

// A number with its digits, as short as it is: 0.004 and not 0.0040000000000000001.
function short(v) {
    if (v === null) return "not a number";
    const size = Math.abs(v), text = size !== 0 && (size < 1e-3 || size >= 1e6) ? v.toExponential(5).replace(/\.?0+e/, "e").replace("e+", "e") : String(Number(v.toPrecision(6)));
    return text.replaceAll("-", "−");
}

export class Panel {
    constructor(page) {
        this.page = page;
        const s = page.state, {show, load} = page;
        $("field").addEventListener("change", () => {
            s.field = Number($("field").value);
            s.component = 0;
            if (s.mode === "own") s.mode = "percentile";
            this.field();
            load();
        });
        $("component").addEventListener("change", () => { s.component = Number($("component").value); load(); });
        $("palette").addEventListener("change", () => { s.palette = $("palette").value; this.palette(); show(); });
        $("range").addEventListener("change", () => {
            if ($("range").value === "own") s.own = page.range();
            s.mode = $("range").value;
            this.range();
            show();
        });
        for (const id of ["low", "high"]) {
            $(id).addEventListener("change", () => {
                const own = ["low", "high"].map(k => Number($(k).value.replace("−", "-").replace(",", ".")));
                if (own.every(isFinite) && own[1] > own[0]) {
                    s.own = own;
                    s.mode = "own";
                }
                this.range();
                show();
            });
        }
        $("keep").addEventListener("click", () => { s.own = page.range(); s.mode = "own"; this.range(); });
        for (const id of ["opacity", "width", "least", "grow", "spheres"]) $(id).addEventListener("input", show);
        $("unpick").addEventListener("click", () => page.pick(-1));
        $("columns-filter").addEventListener("input", () => this.columns());
        this.makeCuts();
        if (page.painter) page.painter.setPalette(colours.table("heat"), true, page.painter.linkPalette);
    }

    // ---- colours

    fieldTitle() {
        const s = this.page.state, field = s.index.fields[s.field];
        return field.name.replaceAll("_", " ") + (field.components > 1 ? (s.component ? " " + this.part(field, s.component) : "") : "");
    }

    part(field, k) {
        return field.components === 3 ? "xyz"[k - 1] : String(k);
    }

    field() {
        const s = this.page.state, field = s.index.fields[s.field];
        const several = field && field.components > 1;
        $("component-row").hidden = !several;
        if (several) {
            $("component").replaceChildren(make("option", {value: 0, textContent: "length"}),
                ...Array.from({length: field.components}, (_, k) => make("option", {value: k + 1, textContent: this.part(field, k + 1)})));
            $("component").value = s.component;
        }
        $("field").value = s.field;
        this.palette();
    }

    palette() {
        const {state: s, painter, names} = this.page, list = names();
        $("range-rows").hidden = Boolean(list) || s.field < 0;
        $("palette").disabled = Boolean(list) || s.field < 0;
        if (painter) painter.setPalette(list ? colours.nameTable(list.length) : colours.table(s.palette), !list);
        this.range();
    }

    range() {
        const {state: s, range} = this.page, [low, high] = range(), field = s.index && s.index.fields[s.field];
        $("range").value = s.mode;
        if (document.activeElement !== $("low")) $("low").value = number(low, low, high);
        if (document.activeElement !== $("high")) $("high").value = number(high, low, high);
        $("unit").textContent = field ? field.unit : "";
    }

    // ---- cuts

    makeCuts() {
        const s = this.page.state;
        this.cut = [0, 1, 2].map(k => {
            const on = make("input", {type: "checkbox"}), at = make("input", {type: "range", min: 0, max: 1, step: 0.005, value: 0.5});
            const flip = make("button", {textContent: "⇄", title: "Show the other side"}), text = make("output");
            at.setAttribute("aria-label", `Place of the cut across ${"xyz"[k]}`);
            const row = make("div", {className: "cut off"}, make("label", {className: "check"}, on, " " + "xyz"[k]), at, text, flip);
            const change = () => {
                s.cut[k].on = on.checked;
                s.cut[k].share = Number(at.value);
                row.classList.toggle("off", !on.checked);
                this.page.show();
            };
            on.addEventListener("change", change);
            at.addEventListener("input", () => { on.checked = true; change(); });
            flip.addEventListener("click", () => { s.cut[k].above = !s.cut[k].above; on.checked = true; change(); });
            $("cuts").append(row);
            return {text, row};
        });
    }

    cuts() {
        const s = this.page.state;
        if (s.index) this.cut.forEach(({text}, k) => { text.textContent = (s.cut[k].above ? "> " : "< ") + this.page.cutText(k); });
    }

    // ---- the run

    running() {
        const r = this.page.state.run;
        return Boolean(r && r.run && r.run.started && !r.run.ended);
    }

    shortName() {
        const s = this.page.state;
        return (s.index.name || (s.run && s.run.run.case) || "scree").replace(/\/+$/, "").replace(/^.*\//, "").replace(/\.(out|ya?ml)$/, "");
    }

    index(first) {
        const s = this.page.state, index = s.index;
        const chosen = index.fields[s.field];
        $("field").replaceChildren(make("option", {value: -1, textContent: "nothing"}),
            ...index.fields.map((f, k) => make("option", {value: k, textContent: f.name.replaceAll("_", " ") + (f.unit ? ` [${f.unit}]` : "")})));
        if (!chosen) {
            const usual = (s.run && s.run.run.time_s > 0 || index.times.length > 1 ? ["velocity"] : ["material"]).concat("velocity", "radius");
            s.field = usual.map(name => index.fields.findIndex(f => f.name === name)).find(k => k >= 0) ?? -1;
        }
        this.field();
        $("time").max = Math.max(0, index.times.length - 1);
        this.walls();
        this.links(first);
        this.state();
    }

    walls() {
        const {state: s, show, wallColour} = this.page;
        $("walls-box").hidden = s.index.walls.length === 0;
        $("walls").replaceChildren(...s.index.walls.map((name, w) => {
            const box = make("input", {type: "checkbox", checked: !s.hiddenWalls.has(w)}), swatch = make("span", {className: "swatch"});
            swatch.style.background = `rgb(${wallColour(w).map(x => Math.round(255 * x))})`;
            box.addEventListener("change", () => { s.hiddenWalls[box.checked ? "delete" : "add"](w); show(); });
            return make("label", {className: "check"}, box, swatch, name);
        }));
    }

    links(first) {
        const {state: s, load} = this.page, list = s.index.links;
        $("links-box").hidden = list.length === 0;
        if (!first && $("links").children.length === list.length + 1) return;
        $("links").replaceChildren(...["none", ...list].map((name, k) => {
            const box = make("input", {type: "radio", name: "links", checked: s.links === k - 1});
            box.addEventListener("change", () => {
                s.links = k - 1;
                $("spheres").checked = k === 0; // they would hide the links
                load();
            });
            return make("label", {className: "check"}, box, {none: "none", contacts: "force chains", bonds: "bonds, by utilisation"}[name] || name);
        }));
    }

    state() {
        const s = this.page.state, r = s.run && s.run.run, badge = $("state");
        const [text, look] = !r ? ["", ""] : !r.started ? (r.status ? ["refused", "bad"] : ["before the run", ""])
            : !r.ended ? ["running", "running"] : r.status === 0 ? ["done", ""] : r.status === 130 ? ["stopped", "warn"] : [`failed, exit code ${r.status}`, "bad"];
        badge.textContent = text;
        badge.className = "badge " + look;
        badge.hidden = !text;
        $("title").textContent = (r && r.title) || (s.index && s.index.name) || "scree";
        document.title = $("title").textContent + " – scree";
        $("follow-row").hidden = !this.running();
        const empty = s.index && s.index.times.length === 0;
        $("empty").hidden = !empty;
        if (empty) {
            $("empty").textContent = this.running() ? "The run has not written a frame yet."
                : "This run has written no frames: 'output.vtk' of a case writes them.";
        }
    }

    frame() {
        const s = this.page.state, d = s.data, n = s.index.times.length;
        if (!d) return;
        document.body.dataset.shown = d.frame;
        document.body.dataset.key = d.key;
        const last = s.index.times[n - 1], first = s.index.times[0];
        $("when").value = `t = ${number(d.time, first, last > first ? last : first + Math.abs(first))} s  ·  ${d.frame + 1} of ${n}  ·  ${d.all.toLocaleString("en").replaceAll(",", "\u202f")} particles`;
        $("subset").hidden = d.one_of === 1;
        $("subset").textContent = `showing 1 of ${d.one_of} particles`;
        this.range();
        this.page.redrawPlot();
    }

    // Warnings and errors first; the rest is what the run has checked and noted.
    run() {
        const s = this.page.state, r = s.run;
        this.state();
        if (!r || !r.run) return;
        const rank = {error: 0, warning: 1, note: 2}, list = [...(r.messages || [])].sort((a, b) => rank[a.severity] - rank[b.severity]);
        const many = kind => list.filter(m => m.severity === kind).length;
        const [errors, warnings] = [many("error"), many("warning")];
        $("message-count").textContent = `(${errors ? errors + " error" + (errors > 1 ? "s, " : ", ") : ""}${warnings} warning${warnings === 1 ? "" : "s"})`;
        if (errors + warnings > 0 || !r.run.started) document.querySelector("aside").prepend($("messages-box"));
        if (!r.run.started && !this.draft) $("plots-toggle").click(); // it has no series
        this.draft = !r.run.started;
        $("messages").replaceChildren(...list.map(m => make("li", {className: m.severity, textContent: m.text.replace(/^(note): /, "")})));
        const run = r.run, p = r.performance || {}, seconds = v => v === undefined || v === null ? null : short(v) + " s", rows = [["case", run.case], ["started", run.started], ["ended", run.ended || "not yet"],
            ["time", seconds(run.time_s)], ["time step", seconds(run.dt_s)], ["steps", run.steps], ["particles", run.particles],
            ["wall time", seconds(p.wall_s)], ["state", run.digest], ["version", r.program && `${r.program.version} ${r.program.git || ""}`],
            ["command", run.command && run.command.join(" ")]];
        fill($("run"), rows.filter(row => row[1] !== undefined && row[1] !== null && row[1] !== ""));
    }

    picked() {
        const p = this.page.state.picked;
        $("picked-box").hidden = !p;
        if (!p) return;
        $("picked-id").textContent = p.id;
        $("picked-note").hidden = p.index >= 0;
        $("picked-note").textContent = "It is not there at this time.";
        fill($("picked"), p.fields.map(f => {
            const text = f.names && f.names[f.value[0]] !== undefined ? f.names[f.value[0]] : f.value.map(short).join(", ") + (f.unit ? " " + f.unit : "");
            return [f.name.replaceAll("_", " "), text];
        }));
    }

    // ---- columns of the plots

    columns() {
        const {state: s, series, redrawPlot} = this.page;
        if (!s.chosen && series.n) s.chosen = new Set(series.usual(s.run && s.run.parameters));
        if (!this.order || this.order.length !== series.names.length || !this.ordered) {
            const shown = k => Number(Boolean(s.chosen && s.chosen.has(k))); // those that are shown at first stand first
            this.order = [...series.names.keys()].sort((a, b) => shown(b) - shown(a) || a - b);
            this.ordered = Boolean(s.chosen);
        }
        const filter = $("columns-filter").value.toLowerCase();
        $("columns").replaceChildren(...this.order.map(k => {
            const name = series.names[k];
            if (k === 0 || !name.toLowerCase().includes(filter)) return "";
            const box = make("input", {type: "checkbox", checked: Boolean(s.chosen && s.chosen.has(k))});
            box.addEventListener("change", () => {
                s.chosen ||= new Set();
                s.chosen[box.checked ? "add" : "delete"](k);
                redrawPlot();
            });
            return make("label", {title: name + (series.units[k] ? ` [${series.units[k]}]` : "")}, box, name);
        }));
    }
}
