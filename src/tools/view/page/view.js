// SPDX-License-Identifier: BSD-3-Clause
// The page: asks the program for frames, and shows them. `state` is what the user sees and has chosen; show() makes the picture follow it.
import {Camera, dot, sub, unit} from "/camera.js";
import {Painter} from "/gl.js";
import {Plot, Series, number} from "/plot.js";
import * as colours from "/colours.js";
import {Panel} from "/panel.js";

const $ = id => document.getElementById(id);
const series = new Series(), plot = new Plot($("plot")), camera = new Camera();
const state = {
    index: null, run: null, frame: 0, field: -1, component: 0, palette: "viridis", mode: "percentile", own: [0, 1],
    data: null, walls: new Map(), links: -1, link: null, chosen: null, picked: null, hover: null,
    cut: [0, 1, 2].map(() => ({on: false, share: 0.5, above: false})), hiddenWalls: new Set(), fitted: false,
};
let painter = null, panel = null;

// ---- talking to the program ----------------------------------------------------------------------------------------

async function get(path, signal) {
    return fetch(path, {signal, credentials: "same-origin"});
}

async function json(path) {
    const reply = await get(path);
    if (!reply.ok) throw new Error(await reply.text());
    return reply.status === 204 ? null : reply.json();
}

// The text in JSON at the start of an answer, and the numbers behind it; null: there is nothing at this time.
async function numbers(path, signal) {
    const reply = await get(path, signal);
    if (!reply.ok) throw new Error(await reply.text());
    if (reply.status === 204) return null;
    const bytes = await reply.arrayBuffer(), length = new DataView(bytes).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
    return {...head, data: new Float32Array(bytes, 4 + length), bytes, from: 4 + length};
}

const problems = new Map(); // what is wrong at present, by what it is about

function complain(about, text) {
    if (text) problems.set(about, text);
    else problems.delete(about);
    $("problem").hidden = problems.size === 0;
    $("problem").textContent = [...problems.values()].join("\n");
}

let loading = null, wanted = 0; // the load that goes on, and the number of the newest wish

// Loads what the state asks for. A newer wish ends an older one.
async function load() {
    const wish = ++wanted, n = state.index.times.length;
    if (loading) loading.abort();
    if (!n) return;
    const abort = loading = new AbortController(), k = state.frame;
    try {
        const fields = state.index.fields, field = state.field >= 0 ? state.field : fields.length;
        const key = `/frame/${k}/${field}/${state.component}`;
        const [frame, link, ...walls] = await Promise.all([
            numbers(key, abort.signal),
            state.links >= 0 ? numbers(`/links/${state.links}/${k}`, abort.signal) : null,
            ...state.index.walls.map((_, w) => numbers(`/wall/${w}/${k}`, abort.signal))]);
        if (wish !== wanted) return;
        take(frame, link, walls, k, key);
        complain("frame");
    } catch (problem) {
        if (problem.name === "AbortError" || wish !== wanted) return;
        complain("frame", `Frame ${k + 1} cannot be shown. ${problem.message}`);
        document.body.dataset.shown = k;
    }
    advance();
}

// The spheres, those around convex bodies with the radius 0.
function withoutBodies({body, sphere}) {
    if (!body) return sphere;
    const own = sphere.slice();
    for (let k = 0; k < own.length / 4; k++) if (body[6 * k] >= 0) own[4 * k + 3] = 0;
    return own;
}

// The surfaces of convex bodies.
function forms(frame) {
    let at = 12 * frame.shown;
    return (frame.forms || []).map(([points, triangles]) => {
        const from = at;
        at += 6 * points + 3 * triangles;
        return {point: frame.data.subarray(from, from + 3 * points), normal: frame.data.subarray(from + 3 * points, from + 6 * points),
                triangle: new Uint32Array(frame.bytes, frame.from + 4 * (from + 6 * points), 3 * triangles)};
    });
}

function take(frame, link, walls, k, key) {
    if (!frame) return;
    if (!painter) $("none-picture").src = `/picture/${k}/${state.field >= 0 ? state.field : state.index.fields.length}`;
    const n = frame.shown;
    state.data = {...frame, frame: k, key, sphere: frame.data.subarray(0, 4 * n), value: frame.data.subarray(4 * n, 5 * n),
                  number: new Uint32Array(frame.bytes, frame.from + 20 * n, n), body: frame.forms ? frame.data.subarray(6 * n, 12 * n) : null};
    walls.forEach((wall, w) => {
        state.walls.set(w, wall);
        if (painter) painter.setWall(w, wall ? wall.data : new Float32Array(0));
    });
    state.link = link;
    if (painter) {
        painter.setSpheres(withoutBodies(state.data), state.data.value);
        painter.setBodies(forms(state.data), state.data.body, state.data.sphere, state.data.value);
        if (link) painter.setLinks(link.data);
    }
    if (!state.fitted) fit();
    panel.frame();
    follow();
    show();
}

// ---- the picture ---------------------------------------------------------------------------------------------------

// The box around the particles and the walls.
function box() {
    let low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const grow = (a, b) => {
        low = low.map((x, k) => Math.min(x, a[k]));
        high = high.map((x, k) => Math.max(x, b[k]));
    };
    if (state.data && state.data.low[0] !== null) grow(state.data.low, state.data.high);
    for (const [w, wall] of state.walls) {
        if (!wall || state.hiddenWalls.has(w)) continue;
        for (let k = 0; k < wall.data.length; k += 3) {
            const p = wall.data.subarray(k, k + 3);
            grow(p, p);
        }
    }
    return low[0] <= high[0] ? [low, high] : [[-1, -1, -1], [1, 1, 1]];
}

function aspect() {
    return Math.max(1, $("stage").clientWidth) / Math.max(1, $("stage").clientHeight);
}

function fit(direction) {
    const [low, high] = box(), size = sub(high, low), thin = size.indexOf(Math.min(...size));
    if (!state.fitted) {
        state.fitted = true;
        const flat = size[thin] < 0.05 * Math.max(...size);
        direction = flat ? [0, 1, 2].map(k => k === thin ? (thin === 1 ? -1 : 1) : 0) : null;
        if (flat && thin === 2 && Math.abs(camera.up[2]) > 0.9) camera.up = [0, 1, 0];
    }
    camera.fit(low, high, aspect(), direction);
    show();
}

// The range of the colours: [low, high], also where all values are equal.
export function range() {
    const r = state.data && state.data.range;
    let [low, high] = state.mode === "own" ? state.own : !r ? [0, 1] : state.mode === "full" ? [r[0], r[3]] : [r[1], r[2]];
    if (low === null || high === null) [low, high] = [0, 1];
    if (state.palette === "diverging" && state.mode !== "own" && low < 0 && high > 0) {
        high = Math.max(-low, high);
        low = -high;
    }
    if (!(high > low)) [low, high] = low === 0 ? [0, 1] : [low - 0.5 * Math.abs(low), low + 0.5 * Math.abs(low)];
    return [low, high];
}

export function names() {
    const field = state.index && state.index.fields[state.field];
    return field && field.names && field.names.length ? field.names : null;
}

// The planes that cut: lower and upper limits of x, y and z.
function limits() {
    const [low, high] = box();
    const limit = [[-1e30, -1e30, -1e30], [1e30, 1e30, 1e30]];
    state.cut.forEach((cut, k) => {
        if (cut.on) limit[cut.above ? 0 : 1][k] = cutAt(k, low, high);
    });
    return limit;
}

function cutAt(k, low, high) {
    return low[k] + state.cut[k].share * (high[k] - low[k]);
}

export function cutText(k) {
    const [low, high] = box();
    return number(cutAt(k, low, high) + state.index.origin[k], low[k], high[k]) + " m";
}

const manyAtOnce = 20000; // spheres that software draws about ten times a second
let moving = false, slow = false, due = 0, refine = 0;

function view() {
    const [low, high] = limits();
    return {...camera.view(aspect()), low, high, largest: state.data ? state.data.largest : 0};
}

// Gives a canvas `ratio` pixels for each of the page.
function resize(canvas, w, h, ratio) {
    const size = [Math.max(1, Math.round(w * ratio)), Math.max(1, Math.round(h * ratio))];
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
}

let last = Infinity; // how long the last whole picture took, ms, with as many pixels as the screen has

// fine: four pixels for each of the screen, which the browser averages: without jagged edges.
function draw(fine = false) {
    due = 0;
    const stage = $("stage"), ratio = window.devicePixelRatio || 1, w = stage.clientWidth, h = stage.clientHeight;
    resize($("gl"), w, h, fine ? 2 * ratio : ratio);
    resize($("over"), w, h, ratio);
    const n = state.data ? state.data.shown : 0, few = moving && slow && n > manyAtOnce;
    if (painter) {
        const began = performance.now();
        const [low, high] = range(), list = names();
        painter.draw(view(), {
            range: list ? [0, list.length] : [low, high], steps: list ? list.length : 0,
            share: few ? manyAtOnce / n : 1, exact: !few, grow: Number($("grow").value), spheres: $("spheres").checked,
            walls: [...state.walls].filter(([w, wall]) => wall && !state.hiddenWalls.has(w))
                .map(([w]) => [w, [...wallColour(w), Number($("opacity").value)]]),
            links: state.link && {range: [0, state.link.high || 1], least: Number($("least").value), width: Number($("width").value) * (state.data ? state.data.largest : 0)},
        });
        painter.gl.readPixels(0, 0, 1, 1, painter.gl.RGBA, painter.gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
        const took = performance.now() - began;
        document.body.dataset.took = took.toFixed(1);
        if (!few && n > manyAtOnce && !fine) slow = took > 60;
        if (!few && !fine) last = last === Infinity ? 0 : took; // the first one includes the time to compile the shaders
        clearTimeout(refine);
        refine = !fine && !few && last < (n > manyAtOnce ? 60 : 150) ? setTimeout(() => draw(true), 250) : 0;
    }
    document.body.dataset.rest = refine || few || due ? "no" : "yes";
    document.body.dataset.drawn = few ? "few" : fine ? "fine" : "all";
    const over = $("over").getContext("2d");
    over.setTransform(ratio, 0, 0, ratio, 0, 0);
    over.clearRect(0, 0, w, h);
    overlay(over, h);
    panel.cuts();
}

// The colour bars and the directions, over a picture that is h pixels of the page high.
function overlay(c, h) {
    const field = state.index && state.index.fields[state.field];
    let left = 10;
    if (field && state.data && state.data.shown && $("spheres").checked) {
        left = colours.bar(c, h, {title: panel.fieldTitle(), unit: field.unit, names: names(), range: range(),
                                  table: colours.table(state.palette)});
    }
    if (state.link && state.link.shown) {
        const bonds = state.index.links[state.links] === "bonds";
        colours.bar(c, h, {title: bonds ? "utilisation of bonds" : "normal force", unit: bonds ? "" : "N", range: [0, state.link.high || 1],
                           table: colours.table("heat")}, left);
    }
    colours.triad(c, h, camera.axes());
}

export function show() {
    if (!due) due = requestAnimationFrame(() => draw());
}

export function wallColour(w) {
    const hex = parseInt(["#6b8299", "#a0785a", "#5f8f78", "#8d6f9e", "#a39455", "#5a8ca8"][w % 6].slice(1), 16);
    return [hex >> 16, hex >> 8 & 255, hex & 255].map(x => x / 255);
}

let rest = 0;
// Something moves: fewer spheres where drawing is slow, all of them once it has been still for a moment.
function move() {
    moving = true;
    clearTimeout(rest);
    rest = setTimeout(() => {
        moving = false;
        show();
    }, 180);
    show();
}

// ---- frames --------------------------------------------------------------------------------------------------------

let playing = false, next = 0, lastFrame = 0;

export function go(k) {
    const n = state.index.times.length;
    state.frame = Math.max(0, Math.min(n - 1, k));
    $("time").value = state.frame;
    load();
}

function play(on) {
    const n = state.index.times.length;
    playing = on && n > 1;
    $("play").textContent = playing ? "\u275a\u275a" : "\u25b6\ufe0e";
    $("play").title = playing ? "Pause (space)" : "Play (space)";
    clearTimeout(next);
    if (playing) {
        $("follow").checked = false;
        go(state.frame >= n - 1 ? 0 : state.frame + 1);
    }
}

// The next frame of a film, once this one has been drawn and seen for a moment.
function advance() {
    clearTimeout(next);
    if (!playing) return;
    const now = performance.now();
    next = setTimeout(() => {
        lastFrame = performance.now();
        if (!playing) return;
        if (state.frame >= state.index.times.length - 1) play(false);
        else go(state.frame + 1);
    }, Math.max(0, lastFrame + 80 - now));
}

function redrawPlot() {
    if ($("plots").hidden) return;
    if (!state.chosen && series.n) {
        state.chosen = new Set(series.usual(state.run && state.run.parameters));
        panel.columns();
    }
    $("plot-empty").hidden = series.n > 0;
    $("plot-empty").textContent = "There is no series.csv with rows yet.";
    const now = state.data ? state.data.time : NaN;
    plot.draw(series, [...(state.chosen || [])].sort((a, b) => a - b), now, state.hover);
}

// ---- particles that are clicked ------------------------------------------------------------------------------------

// The sphere in front at a place of the stage: its place in the arrays, -1: there is none.
function hit(px, py) {
    const stage = $("stage"), d = state.data;
    if (!d || !$("spheres").checked) return -1;
    const x = 2 * px / stage.clientWidth - 1, y = 1 - 2 * py / stage.clientHeight;
    const [eye, ray] = camera.ray(x, y, aspect()), [low, high] = limits(), grow = Number($("grow").value), s = d.sphere;
    const nearest = camera.view(aspect()).clip[0];
    let best = -1, at = Infinity;
    for (let k = 0; k < d.shown; k++) {
        const c = [s[4 * k], s[4 * k + 1], s[4 * k + 2]], r = s[4 * k + 3] * grow, e = sub(c, eye), along = dot(e, ray);
        if (along < nearest || c.some((v, i) => v < low[i] || v > high[i])) continue;
        const q = r * r - (dot(e, e) - along * along);
        if (q >= 0 && along - Math.sqrt(q) < at) {
            at = along - Math.sqrt(q);
            best = k;
        }
    }
    return best;
}

export async function pick(k) {
    if (k < 0) {
        state.picked = null;
    } else {
        state.picked = await json(`/particle/${state.data.frame}/${state.data.number[k]}`);
    }
    mark();
}

// Finds the particle that was clicked in another frame.
async function follow() {
    if (!state.picked) return;
    const id = state.picked.id, frame = state.data.frame, found = await json(`/find/${frame}/${id}`).catch(() => null);
    if (state.picked && state.picked.id === id && state.data.frame === frame) {
        state.picked = found || {id, index: -1, fields: []};
        mark();
    }
}

function mark() {
    const p = state.picked, place = p && p.fields.find(f => f.name === "position"), radius = p && p.fields.find(f => f.name === "radius");
    // a convex body is marked itself, not the sphere around it
    const k = p && state.data && state.data.body ? state.data.number.indexOf(p.index) : -1, body = k >= 0 && state.data.body[6 * k] >= 0 ? k : -1;
    if (painter) painter.setOne(place ? [...place.value.map((v, k) => v - state.index.origin[k]), radius ? radius.value[0] : 0] : null, body);
    panel.picked();
    show();
}

// ---- what changes while a run goes on ------------------------------------------------------------------------------

let events = null, known = {};

function listen() {
    if (events) events.close();
    events = null;
    if (document.hidden) return; // a browser has six connections for a page and its other tabs
    events = new EventSource("/events");
    events.onmessage = e => {
        complain("program");
        changed(JSON.parse(e.data));
    };
    events.onerror = () => complain("program", "The program that shows this page does not answer. Start it again and open its new address.");
}

let busy = Promise.resolve();
function changed(now) {
    busy = busy.then(() => update(now)).then(() => complain("page")).catch(problem => {
        known = {}; // so that all is asked for again
        complain("page", problem.message);
    });
    return busy;
}

async function update(now) {
    const before = known;
    known = now;
    complain("files", now.problem);
    if (now.run !== before.run) {
        state.run = await json("/run").catch(() => state.run); // it is being written
        panel.run();
        up();
    }
    if (now.version !== before.version || now.frames !== before.frames) {
        const first = !state.index, anew = now.version !== before.version;
        const atEnd = !first && state.frame >= state.index.times.length - 1;
        state.index = await json("/index");
        if (anew) {
            series.clear();
            state.fitted = false;
        }
        panel.index(first);
        const n = state.index.times.length;
        complain("index", state.index.problem);
        if (first || anew) go(panel.running() || n < 2 ? n - 1 : 0);
        else if ($("follow").checked && panel.running() && (atEnd || !state.data)) go(n - 1);
        else panel.frame();
    }
    if (now.series !== before.series && await series.read(get)) {
        panel.columns();
        redrawPlot();
    }
}

// Up is against gravity.
function up() {
    const text = state.run && state.run.parameters && state.run.parameters.gravity;
    const g = text ? text.replace(/[[\]]/g, "").split(",").map(Number) : [];
    if (g.length === 3 && g.every(isFinite) && Math.hypot(...g) > 0) camera.up = unit(g.map(x => -x));
}

// ---- hands ---------------------------------------------------------------------------------------------------------

const fingers = new Map();
let pressed = null;

function press(e) {
    $("gl").setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, [e.offsetX, e.offsetY]);
    pressed = {x: e.offsetX, y: e.offsetY, still: fingers.size === 1};
}

function drag(e) {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    const now = [e.offsetX, e.offsetY], h = $("stage").clientHeight, dx = now[0] - before[0], dy = now[1] - before[1];
    if (Math.hypot(now[0] - pressed.x, now[1] - pressed.y) > 4) pressed.still = false;
    if (pressed.still) return;
    if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== e.pointerId)[1];
        const gap = p => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
        camera.zoom(gap(before) / gap(now));
        camera.move(dx / h, dy / h); // each finger moves it half of its way
    } else if (e.buttons & 2 || e.buttons & 4 || e.shiftKey || e.ctrlKey) {
        camera.move(2 * dx / h, 2 * dy / h);
    } else {
        camera.turn(Math.PI * dx / h, Math.PI * dy / h);
    }
    fingers.set(e.pointerId, now);
    move();
}

function release(e) {
    fingers.delete(e.pointerId);
    if (e.type === "pointerup" && pressed && pressed.still && fingers.size === 0 && e.button === 0) {
        pick(hit(e.offsetX, e.offsetY)).catch(problem => complain("particle", problem.message));
    }
    if (fingers.size === 0) pressed = null;
}

function screenshot() {
    moving = false;
    draw(true);
    const out = document.createElement("canvas");
    [out.width, out.height] = [$("gl").width, $("gl").height];
    const c = out.getContext("2d"), ratio = 2 * (window.devicePixelRatio || 1);
    c.drawImage($("gl"), 0, 0);
    c.scale(ratio, ratio);
    overlay(c, out.height / ratio);
    c.font = "13px system-ui, sans-serif";
    c.textAlign = "right";
    c.fillStyle = "#1f2933";
    c.fillText($("when").value, out.width / ratio - 12, out.height / ratio - 12);
    out.toBlob(blob => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(blob);
        link.download = `${panel.shortName()}_${String(state.frame).padStart(4, "0")}.png`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
}

function keys(e) {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== "range" && e.target.type !== "checkbox") return;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const turn = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key];
    if (turn && e.target === $("gl")) {
        camera.turn(0.12 * turn[0], 0.12 * turn[1]);
        move();
    } else if ((e.key === "+" || e.key === "-") && e.target === $("gl")) {
        camera.zoom(e.key === "+" ? 0.85 : 1 / 0.85);
        move();
    } else if (e.key === " " && e.target.tagName !== "BUTTON" && e.target.tagName !== "SUMMARY") play(!playing);
    else if (e.key === "f") fit();
    else if (e.key === "s") screenshot();
    else if (e.key === "p") $("plots-toggle").click();
    else return;
    e.preventDefault();
}

function toggle(button, what, shown) {
    $(button).addEventListener("click", () => {
        const box = $(what) || document.querySelector(what);
        box.hidden = !box.hidden;
        $(button).setAttribute("aria-expanded", String(!box.hidden));
        shown();
    });
}

function connect() {
    const gl = $("gl");
    gl.addEventListener("pointerdown", press);
    gl.addEventListener("pointermove", drag);
    for (const type of ["pointerup", "pointercancel"]) gl.addEventListener(type, release);
    gl.addEventListener("contextmenu", e => e.preventDefault());
    gl.addEventListener("wheel", e => {
        e.preventDefault();
        camera.zoom(Math.exp(0.0012 * Math.max(-300, Math.min(300, e.deltaY * (e.deltaMode ? 30 : 1)))));
        move();
    }, {passive: false});
    gl.addEventListener("dblclick", () => fit());
    gl.addEventListener("webglcontextlost", e => {
        e.preventDefault();
        complain("graphics", "The graphics driver has given up; the picture comes back when it does.");
    });
    gl.addEventListener("webglcontextrestored", () => location.reload());
    document.addEventListener("keydown", keys);
    document.addEventListener("visibilitychange", listen);
    new ResizeObserver(show).observe($("stage"));
    new ResizeObserver(redrawPlot).observe($("plot-area"));
    $("fit").addEventListener("click", () => fit());
    for (const button of document.querySelectorAll("[data-look]")) {
        button.addEventListener("click", () => fit(button.dataset.look.split(" ").map(Number)));
    }
    $("shot").addEventListener("click", screenshot);
    toggle("plots-toggle", "plots", redrawPlot);
    toggle("side-toggle", "aside", show);
    $("play").addEventListener("click", () => play(!playing));
    $("first").addEventListener("click", () => { play(false); go(0); });
    $("time").addEventListener("input", () => { play(false); $("follow").checked = false; go(Number($("time").value)); });
    $("follow").addEventListener("change", () => $("follow").checked && go(state.index.times.length - 1));
    $("plot").addEventListener("pointermove", e => { state.hover = {x: e.offsetX, y: e.offsetY}; redrawPlot(); });
    $("plot").addEventListener("pointerleave", () => { state.hover = null; redrawPlot(); });
    $("plot").addEventListener("click", e => nearest(plot.timeAt(e.offsetX, e.offsetY)));
}

// Goes to the frame that is nearest to a time.
function nearest(time) {
    const times = state.index.times;
    if (!isFinite(time) || !times.length) return;
    play(false);
    $("follow").checked = false;
    go(times.reduce((best, t, k) => Math.abs(t - time) < Math.abs(times[best] - time) ? k : best, 0));
}

// Without WebGL2 the rest of the page works, with a picture in place of the canvas.
function withoutGl(problem) {
    $("none").hidden = false;
    $("none-picture").addEventListener("load", () => { $("none-picture").hidden = false; });
    $("none-picture").addEventListener("error", () => { $("none-picture").hidden = true; });
    $("none-why").textContent = `${problem.message} The particles cannot be drawn here: the browser or its graphics driver is too old, or ` +
        "WebGL is turned off in its settings. Plots and messages are shown all the same, and a picture that the program has drawn, as scree render does.";
}

try {
    painter = new Painter($("gl"));
} catch (problem) {
    withoutGl(problem);
}
panel = new Panel({state, series, painter, show, go, load, redrawPlot, pick, range, names, cutText, wallColour});
connect();
listen();
// For tests and for the curious: the place of a point of the run in the stage, and of the camera.
window.scree = {
    state, series, camera, show,
    project(p) {
        const v = camera.view(aspect()), local = sub(p, state.index.origin), [right, above, back] = camera.axes(), e = sub(local, camera.eye());
        const z = -dot(e, back);
        return [$("stage").clientWidth * 0.5 * (1 + dot(e, right) / z / v.lens[0]), $("stage").clientHeight * 0.5 * (1 - dot(e, above) / z / v.lens[1])];
    },
    look: fit,
};
