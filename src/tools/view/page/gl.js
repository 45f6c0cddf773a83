// SPDX-License-Identifier: BSD-3-Clause
// Draws spheres, convex bodies, walls and links with WebGL2. Bodies are their triangles, of which all bodies of a shape share one set. A sphere is a point whose fragments intersect their ray with it, so that its outline and its depth are
// exact at any size. Points are ten times faster than squares of two triangles where the browser draws in software; squares are
// taken where a point would be larger than the driver allows. The viewport is larger than the canvas: a point whose centre is
// outside of it would vanish otherwise.

const sphereVertex = (squares, depth) => `#version 300 es
precision highp float;
in vec4 a_sphere;
in float a_value;
${squares ? "in vec2 a_corner;" : ""}
uniform mat4 u_view;
uniform vec4 u_lens;   // tangents of half the angles of the canvas; the same of the viewport
uniform vec2 u_clip;   // distance of the nearest and the farthest that is drawn
uniform vec2 u_range, u_port;
uniform vec3 u_low, u_high;
uniform float u_grow, u_steps;
uniform vec4 u_one;
uniform sampler2D u_palette;
flat out vec4 v_sphere;
flat out vec3 v_colour;

vec2 extent(float x, float z, float r) {
    float t = sqrt(max(x * x + z * z - r * r, 0.0));
    return vec2((x * t - r * z) / (z * t + r * x), (x * t + r * z) / max(z * t - r * x, 1e-6 * z * t));
}

void main() {
    float r = a_sphere.w * u_grow;
    vec3 c = (u_view * vec4(a_sphere.xyz, 1.0)).xyz;
    float z = -c.z;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    ${squares ? "" : "gl_PointSize = 1.0;"}
    if (any(lessThan(a_sphere.xyz, u_low)) || any(greaterThan(a_sphere.xyz, u_high)) || z - r < u_clip.x) return;
    vec2 ex = extent(c.x, z, r), ey = extent(c.y, z, r);
    vec2 middle = 0.5 * vec2(ex.x + ex.y, ey.x + ey.y), half_ = 0.5 * vec2(ex.y - ex.x, ey.y - ey.x);
    float near = ${depth ? "z" : "z - r"};
    float d = (u_clip.y + u_clip.x - 2.0 * u_clip.x * u_clip.y / near) / (u_clip.y - u_clip.x);
    ${squares ? "middle += a_corner * half_;"
              : "gl_PointSize = max(half_.x / u_lens.z * u_port.x, half_.y / u_lens.w * u_port.y) + 1.0;"}
    gl_Position = vec4(middle / u_lens.zw, d, 1.0);
    v_sphere = vec4(c, r);
    float s = (a_value - u_range.x) / (u_range.y - u_range.x);
    if (u_steps > 0.0) s = (floor(a_value - u_range.x + 0.5) + 0.5) / u_steps;
    v_colour = a_value != a_value ? vec3(0.55) : texture(u_palette, vec2(clamp(s, 0.002, 0.998), 0.5)).rgb;
    if (u_one.w > 0.0) v_colour = u_one.rgb;
}`;

const sphereFragment = depth => `#version 300 es
precision highp float;
uniform vec4 u_lens;
uniform vec2 u_clip, u_canvas;
flat in vec4 v_sphere;
flat in vec3 v_colour;
out vec4 colour;

void main() {
    vec3 d = vec3((gl_FragCoord.xy / u_canvas * 2.0 - 1.0) * u_lens.xy, -1.0);
    float dd = 1.0 / dot(d, d), along = dot(d, v_sphere.xyz) * dd;
    vec3 p = v_sphere.xyz - along * d;
    float q = v_sphere.w * v_sphere.w - dot(p, p);
    if (q < 0.0) discard;
    float back = sqrt(q * dd);
    vec3 n = (-p - back * d) / v_sphere.w;
    float z = along - back;
    ${depth ? "gl_FragDepth = 0.5 + 0.5 * (u_clip.y + u_clip.x - 2.0 * u_clip.x * u_clip.y / z) / (u_clip.y - u_clip.x);" : ""}
    float light = 0.5 + 0.6 * max(dot(n, vec3(-0.36, 0.48, 0.8)), 0.0);
    float facing = sqrt(q) / v_sphere.w;
    float glint = pow(max(dot(n, vec3(-0.19, 0.25, 0.95)), 0.0), 24.0);
    colour = vec4(v_colour * light * (0.6 + 0.4 * min(1.0, 2.0 * facing)) + 0.1 * glint, 1.0);
}`;

const bodyVertex = `#version 300 es
precision highp float;
in vec3 a_point, a_normal;
in vec4 a_place, a_turn; // centre and size; w, x, y, z
in vec2 a_value;         // the value and the number of the particle
uniform mat4 u_view, u_project;
uniform vec2 u_range;
uniform vec3 u_low, u_high;
uniform float u_grow, u_steps, u_marked;
uniform sampler2D u_palette;
out vec3 v_eye, v_normal;
flat out vec3 v_colour;
vec3 turned(vec3 v) {
    return v + 2.0 * cross(a_turn.yzw, cross(a_turn.yzw, v) + a_turn.x * v);
}
void main() {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (any(lessThan(a_place.xyz, u_low)) || any(greaterThan(a_place.xyz, u_high))) return;
    vec4 e = u_view * vec4(a_place.xyz + a_place.w * u_grow * turned(a_point), 1.0);
    v_eye = e.xyz;
    v_normal = mat3(u_view) * turned(a_normal);
    float s = (a_value.x - u_range.x) / (u_range.y - u_range.x);
    if (u_steps > 0.0) s = (floor(a_value.x - u_range.x + 0.5) + 0.5) / u_steps;
    v_colour = a_value.x != a_value.x ? vec3(0.55) : texture(u_palette, vec2(clamp(s, 0.002, 0.998), 0.5)).rgb;
    if (a_value.y == u_marked) v_colour = vec3(1.0, 0.1, 0.55);
    gl_Position = u_project * e;
}`;

const bodyFragment = `#version 300 es
precision highp float;
in vec3 v_eye, v_normal;
flat in vec3 v_colour;
out vec4 colour;
void main() {
    vec3 n = normalize(v_normal);
    float light = 0.5 + 0.6 * max(dot(n, vec3(-0.36, 0.48, 0.8)), 0.0);
    float facing = max(dot(n, -normalize(v_eye)), 0.0);
    float glint = pow(max(dot(n, vec3(-0.19, 0.25, 0.95)), 0.0), 24.0);
    colour = vec4(v_colour * light * (0.6 + 0.4 * min(1.0, 2.0 * facing)) + 0.1 * glint, 1.0);
}`;

const meshVertex = `#version 300 es
precision highp float;
in vec3 a_position;
uniform mat4 u_view, u_project;
out vec3 v_eye, v_place;
void main() {
    vec4 e = u_view * vec4(a_position, 1.0);
    v_eye = e.xyz;
    v_place = a_position;
    gl_Position = u_project * e;
}`;

const meshFragment = `#version 300 es
precision highp float;
in vec3 v_eye, v_place;
uniform vec3 u_low, u_high;
uniform vec4 u_colour;
out vec4 colour;
void main() {
    if (any(lessThan(v_place, u_low)) || any(greaterThan(v_place, u_high))) discard;
    vec3 n = normalize(cross(dFdx(v_eye), dFdy(v_eye)));
    float facing = abs(dot(n, normalize(v_eye)));
    float light = 0.55 + 0.45 * abs(dot(n, vec3(-0.36, 0.48, 0.8)));
    float edge = 1.0 - facing;
    colour = vec4(u_colour.rgb * light, min(1.0, u_colour.a * (1.0 + 1.6 * edge * edge)));
}`;

// A link is a ribbon that faces the viewer; a_side says on which of its four corners the vertex is.
const linkVertex = `#version 300 es
precision highp float;
in vec3 a_from, a_to;
in float a_value, a_side;
uniform mat4 u_view, u_project;
uniform float u_width, u_least, u_pixel;
uniform vec2 u_range;
uniform vec3 u_low, u_high;
uniform sampler2D u_palette;
out float v_across;
flat out vec3 v_colour;
void main() {
    vec3 middle = 0.5 * (a_from + a_to);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    float s = clamp((a_value - u_range.x) / max(u_range.y - u_range.x, 1e-30), 0.0, 1.0);
    if (s < u_least || any(lessThan(middle, u_low)) || any(greaterThan(middle, u_high))) return;
    vec3 a = (u_view * vec4(a_from, 1.0)).xyz, b = (u_view * vec4(a_to, 1.0)).xyz;
    vec3 here = mod(a_side, 2.0) < 0.5 ? a : b, across = cross(b - a, here);
    across = across / max(length(across), 1e-30) * max(u_width * s, -u_pixel * here.z);
    v_across = a_side < 1.5 ? -1.0 : 1.0;
    v_colour = texture(u_palette, vec2(clamp(s, 0.002, 0.998), 0.5)).rgb;
    gl_Position = u_project * vec4(here + v_across * across, 1.0);
}`;

const linkFragment = `#version 300 es
precision highp float;
in float v_across;
flat in vec3 v_colour;
out vec4 colour;
void main() {
    colour = vec4(v_colour * (0.5 + 0.5 * sqrt(1.0 - min(1.0, v_across * v_across))), 1.0);
}`;

const backVertex = `#version 300 es
out float v_height;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    v_height = 0.5 + 0.5 * p.y;
    gl_Position = vec4(p, 0.0, 1.0);
}`;

const backFragment = `#version 300 es
precision highp float;
in float v_height;
out vec4 colour;
void main() {
    colour = vec4(mix(vec3(0.82, 0.845, 0.87), vec3(0.965, 0.972, 0.98), v_height), 1.0);
}`;

function program(gl, vertex, fragment, attributes) {
    const p = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
            throw new Error("shader: " + gl.getShaderInfoLog(shader));
        }
        gl.attachShader(p, shader);
    }
    attributes.forEach((name, k) => gl.bindAttribLocation(p, k, name));
    gl.linkProgram(p);
    if (!gl.getProgramParameter(p, gl.LINK_STATUS) && !gl.isContextLost()) {
        throw new Error("shaders: " + gl.getProgramInfoLog(p));
    }
    const uniform = {};
    for (let k = 0; k < gl.getProgramParameter(p, gl.ACTIVE_UNIFORMS); k++) {
        const name = gl.getActiveUniform(p, k).name;
        uniform[name] = gl.getUniformLocation(p, name);
    }
    return {p, uniform};
}

// Sets the uniforms of the program in use by the length of their values.
function set(gl, program, values) {
    for (const [name, v] of Object.entries(values)) {
        const at = program.uniform["u_" + name];
        if (!at) continue;
        if (v === undefined || v === null) throw new Error("no value for " + name);
        if (v.length === 16) gl.uniformMatrix4fv(at, false, v);
        else if (v.length === 4) gl.uniform4fv(at, v);
        else if (v.length === 3) gl.uniform3fv(at, v);
        else if (v.length === 2) gl.uniform2fv(at, v);
        else gl.uniform1f(at, v);
    }
}

export class Painter {
    // Throws where there is no WebGL2.
    constructor(canvas) {
        const gl = canvas.getContext("webgl2", {antialias: false, alpha: false, preserveDrawingBuffer: true});
        if (!gl) throw new Error("This browser gives the page no WebGL2.");
        this.gl = gl;
        this.canvas = canvas;
        this.spheres = this.one = null;
        this.walls = new Map();
        this.links = null;
        this.forms = [];
        this.markedBody = -1;
        this.build();
    }

    build() {
        const gl = this.gl;
        const names = ["a_sphere", "a_value", "a_corner"];
        this.sphere = {};
        for (const squares of [false, true]) {
            for (const depth of [false, true]) {
                this.sphere[`${squares} ${depth}`] =
                    program(gl, sphereVertex(squares, depth), sphereFragment(depth), names);
            }
        }
        this.body = program(gl, bodyVertex, bodyFragment, ["a_point", "a_normal", "a_place", "a_turn", "a_value"]);
        this.mesh = program(gl, meshVertex, meshFragment, ["a_position"]);
        this.link = program(gl, linkVertex, linkFragment, ["a_from", "a_to", "a_value", "a_side"]);
        this.back = program(gl, backVertex, backFragment, []);
        this.none = gl.createVertexArray();
        this.corners = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
        this.largestPoint = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE)[1];
        this.palette = gl.createTexture();
        this.linkPalette = gl.createTexture();
    }

    // Colours from low to high as bytes r, g, b, a.
    setPalette(bytes, smooth, which = this.palette) {
        const gl = this.gl;
        gl.bindTexture(gl.TEXTURE_2D, which);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, bytes.length / 4, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
        for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
            gl.texParameteri(gl.TEXTURE_2D, filter, smooth ? gl.LINEAR : gl.NEAREST);
        }
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    }

    // An array of vertices; parts: [place, size, stride, offset] in floats.
    vertices(data, parts, old) {
        const gl = this.gl, v = old || {array: gl.createVertexArray(), buffer: gl.createBuffer()};
        gl.bindVertexArray(v.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, v.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
        for (const [place, size, stride, offset] of parts) {
            gl.enableVertexAttribArray(place);
            gl.vertexAttribPointer(place, size, gl.FLOAT, false, 4 * stride, 4 * offset);
        }
        return v;
    }

    // sphere: x, y, z, r of each; value: a number of each; old: what is replaced, or null.
    upload(sphere, value, old) {
        const gl = this.gl, n = value.length;
        const s = old || {points: gl.createVertexArray(), squares: gl.createVertexArray(),
                          at: gl.createBuffer(), value: gl.createBuffer()};
        for (const [buffer, data] of [[s.at, sphere], [s.value, value]]) {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
        }
        for (const squares of [false, true]) {
            gl.bindVertexArray(squares ? s.squares : s.points);
            [[0, s.at, 4], [1, s.value, 1]].forEach(([place, buffer, size]) => {
                gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
                gl.enableVertexAttribArray(place);
                gl.vertexAttribPointer(place, size, gl.FLOAT, false, 0, 0);
                gl.vertexAttribDivisor(place, squares ? 1 : 0);
            });
            if (squares) {
                gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
                gl.enableVertexAttribArray(2);
                gl.vertexAttribPointer(2, 2, gl.FLOAT, false, 0, 0);
            }
        }
        gl.bindVertexArray(null);
        s.n = n;
        return s;
    }

    setSpheres(sphere, value) {
        this.spheres = this.upload(sphere, value, this.spheres);
    }

    // The convex bodies among the spheres: forms: {point, normal, triangle}; body: 6 numbers for each sphere: form or -1, orientation, size.
    setBodies(forms, body, sphere, value) {
        const gl = this.gl;
        for (const old of this.forms) {
            old.buffers.forEach(b => gl.deleteBuffer(b));
            gl.deleteVertexArray(old.array);
        }
        this.forms = forms.map((form, number) => {
            const rows = [], which = [];
            for (let k = 0; k < value.length; k++) {
                if (body[6 * k] !== number) continue;
                rows.push(sphere[4 * k], sphere[4 * k + 1], sphere[4 * k + 2], body[6 * k + 5], ...body.subarray(6 * k + 1, 6 * k + 5), value[k], k);
                which.push(k);
            }
            const array = gl.createVertexArray(), buffers = [0, 1, 2, 3].map(() => gl.createBuffer());
            gl.bindVertexArray(array);
            [form.point, form.normal, new Float32Array(rows)].forEach((data, b) => {
                gl.bindBuffer(gl.ARRAY_BUFFER, buffers[b]);
                gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
                const parts = b < 2 ? [[b, 3, 3, 0]] : [[2, 4, 10, 0], [3, 4, 10, 4], [4, 2, 10, 8]];
                for (const [place, size, stride, offset] of parts) {
                    gl.enableVertexAttribArray(place);
                    gl.vertexAttribPointer(place, size, gl.FLOAT, false, 4 * stride, 4 * offset);
                    gl.vertexAttribDivisor(place, b < 2 ? 0 : 1);
                }
            });
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers[3]);
            gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, form.triangle, gl.STATIC_DRAW);
            gl.bindVertexArray(null);
            return {array, buffers, which, corners: form.triangle.length};
        });
    }

    // Those among the first n spheres.
    drawBodies(n, view, style) {
        const gl = this.gl, p = this.body;
        gl.useProgram(p.p);
        set(gl, p, {view: view.matrix, project: view.project, low: view.low, high: view.high, marked: this.markedBody, ...style});
        gl.bindTexture(gl.TEXTURE_2D, this.palette);
        for (const form of this.forms) {
            const end = form.which.findIndex(k => k >= n), count = end < 0 ? form.which.length : end;
            gl.bindVertexArray(form.array);
            if (count) gl.drawElementsInstanced(gl.TRIANGLES, form.corners, gl.UNSIGNED_INT, 0, count);
        }
    }

    setOne(sphere, body = -1) { // the sphere that is marked, or null; or the number of a body
        this.markedBody = sphere ? body : -1;
        this.marked = Boolean(sphere) && body < 0;
        if (sphere) this.one = this.upload(new Float32Array(sphere), new Float32Array(1), this.one);
    }

    setWall(k, corners) { // three corners of each triangle
        this.walls.set(k, {...this.vertices(corners, [[0, 3, 3, 0]], this.walls.get(k)), n: corners.length / 3});
    }

    // rows: from, to, value of each link.
    setLinks(rows) {
        const n = rows.length / 7, data = new Float32Array(n * 32), index = new Uint32Array(n * 6), gl = this.gl;
        for (let k = 0; k < n; k++) {
            for (let side = 0; side < 4; side++) {
                data.set(rows.subarray(7 * k, 7 * k + 7), 32 * k + 8 * side);
                data[32 * k + 8 * side + 7] = side;
            }
            index.set([4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 2, 4 * k + 1, 4 * k + 3], 6 * k);
        }
        const old = this.links;
        this.links = this.vertices(data, [[0, 3, 8, 0], [1, 3, 8, 3], [2, 1, 8, 6], [3, 1, 8, 7]], old);
        this.links.index = old ? old.index : gl.createBuffer();
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.links.index);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, index, gl.DYNAMIC_DRAW);
        gl.bindVertexArray(null);
        this.links.n = 6 * n;
    }

    drawSpheres(s, n, view, depth, more) {
        const gl = this.gl, w = this.canvas.width, h = this.canvas.height;
        const largest = 1.05 * view.largest * more.grow / Math.max(view.nearest, view.clip[0]) / view.lens[1] * h;
        const squares = largest > this.largestPoint || largest > 1500;
        const margin = squares ? 0 : Math.ceil(0.5 * Math.min(largest, this.largestPoint));
        const p = this.sphere[`${squares} ${depth}`];
        gl.viewport(-margin, -margin, w + 2 * margin, h + 2 * margin);
        gl.useProgram(p.p);
        set(gl, p, {view: view.matrix, clip: view.clip, canvas: [w, h], port: [w + 2 * margin, h + 2 * margin],
                    lens: [view.lens[0], view.lens[1], view.lens[0] * (1 + 2 * margin / w),
                           view.lens[1] * (1 + 2 * margin / h)],
                    low: view.low, high: view.high, one: [0, 0, 0, 0], ...more});
        gl.bindTexture(gl.TEXTURE_2D, this.palette);
        gl.bindVertexArray(squares ? s.squares : s.points);
        if (squares) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, n);
        else gl.drawArrays(gl.POINTS, 0, n);
        gl.viewport(0, 0, w, h);
    }

    // view: matrix, project, lens, clip, low, high, largest (radius), nearest (distance). style: range, steps, grow, share (of the spheres that is
    // drawn), exact (depth), spheres (whether they are shown), walls: [number, [r, g, b, a]], links: {range, width} or null.
    draw(view, style) {
        const gl = this.gl;
        gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        gl.depthMask(true);
        gl.disable(gl.BLEND);
        gl.disable(gl.DEPTH_TEST);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        gl.useProgram(this.back.p);
        gl.bindVertexArray(this.none);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.enable(gl.DEPTH_TEST);
        if (this.spheres && style.spheres && this.spheres.n) {
            const n = Math.max(1, Math.floor(this.spheres.n * style.share));
            const look = {range: style.range, steps: style.steps, grow: style.grow * Math.cbrt(this.spheres.n / n)};
            this.drawSpheres(this.spheres, n, view, style.exact, look);
            this.drawBodies(n, view, look);
        }
        if (this.marked) {
            this.drawSpheres(this.one, 1, view, true, {range: [0, 1], steps: 0, grow: 1.04, one: [1, 0.1, 0.55, 1]});
        }
        if (this.links && style.links) {
            gl.useProgram(this.link.p);
            set(gl, this.link, {view: view.matrix, project: view.project, low: view.low, high: view.high, pixel: 0.8 * view.lens[1] / this.canvas.height, ...style.links});
            gl.bindTexture(gl.TEXTURE_2D, this.linkPalette);
            gl.bindVertexArray(this.links.array);
            gl.drawElements(gl.TRIANGLES, this.links.n, gl.UNSIGNED_INT, 0);
        }
        gl.useProgram(this.mesh.p);
        set(gl, this.mesh, {view: view.matrix, project: view.project, low: view.low, high: view.high});
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
        for (const [k, colour] of style.walls) {
            const wall = this.walls.get(k), solid = colour[3] >= 1;
            if (!wall || !wall.n) continue;
            (solid ? gl.disable : gl.enable).call(gl, gl.BLEND);
            gl.depthMask(solid);
            set(gl, this.mesh, {colour});
            gl.bindVertexArray(wall.array);
            gl.drawArrays(gl.TRIANGLES, 0, wall.n);
        }
        gl.depthMask(true);
        gl.bindVertexArray(null);
    }
}
