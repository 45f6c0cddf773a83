// SPDX-License-Identifier: BSD-3-Clause
// Where the viewer stands: it looks at a point from a distance and a direction, with one direction upwards. All vectors are arrays.

export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = a => { const n = Math.hypot(...a) || 1; return a.map(x => x / n); };

export class Camera {
    constructor() {
        this.target = [0, 0, 0];
        this.distance = 1;
        this.size = 1;        // half the diagonal of all that there is
        this.centre = [0, 0, 0];
        this.up = [0, 0, 1];
        this.tan = Math.tan(Math.PI / 180 * 15);
        this.east = 0.42;     // angles around `up` and above the horizon
        this.north = 0.3;
    }

    // Two directions that are horizontal, the first being the one from which the angle `east` counts.
    horizon() {
        const helper = Math.abs(this.up[1]) < 0.9 ? [0, 1, 0] : [0, 0, -Math.sign(this.up[1])];
        const right = unit(cross(helper, this.up));
        return [unit(cross(this.up, right)).map(x => -x), right];
    }

    // From the target to the viewer.
    direction() {
        const [a, b] = this.horizon(), c = Math.cos(this.north);
        return add(add(a.map(x => x * c * Math.cos(this.east)), b, c * Math.sin(this.east)), this.up, Math.sin(this.north));
    }

    axes() {
        const back = this.direction(), [a, b] = this.horizon();
        const right = add(b.map(x => x * Math.cos(this.east)), a, -Math.sin(this.east));
        return [right, cross(back, right), back];
    }

    // Stands so that a box is seen as a whole; direction: from which the viewer looks, or null for the present one.
    fit(low, high, aspect, direction) {
        if (direction) {
            const d = unit(direction), [a, b] = this.horizon();
            this.north = Math.asin(Math.max(-1, Math.min(1, dot(d, this.up))));
            if (Math.hypot(dot(d, a), dot(d, b)) > 1e-6) this.east = Math.atan2(dot(d, b), dot(d, a));
        }
        this.centre = add(low, high).map(x => 0.5 * x);
        this.size = Math.max(1e-12, 0.5 * Math.hypot(...sub(high, low)));
        this.target = [...this.centre];
        const [right, up, back] = this.axes();
        let need = 0;
        for (let k = 0; k < 8; k++) {
            const corner = sub([k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]], this.centre);
            need = Math.max(need, dot(corner, back) + Math.max(Math.abs(dot(corner, right)) / (this.tan * aspect),
                                                              Math.abs(dot(corner, up)) / this.tan));
        }
        this.distance = 1.08 * need;
    }

    eye() {
        return add(this.target, this.direction(), this.distance);
    }

    turn(x, y) { // in radians
        this.east -= x;
        this.north = Math.max(-1.5607, Math.min(1.5607, this.north + y));
    }

    move(x, y) { // in heights of half the picture
        const [right, up] = this.axes(), s = this.tan * this.distance;
        this.target = add(add(this.target, right, -x * s), up, y * s);
    }

    zoom(factor) {
        this.distance = Math.max(1e-4 * this.size, Math.min(1e3 * this.size, this.distance * factor));
    }

    // What the painter needs for a canvas whose width is `aspect` times its height.
    view(aspect) {
        const [right, up, back] = this.axes(), eye = this.eye();
        const far = Math.hypot(...sub(eye, this.centre)) + 1.2 * this.size, nearest = far - 2.4 * this.size;
        const clip = [Math.max(nearest, 2e-3 * far), far], lens = [this.tan * aspect, this.tan];
        const matrix = new Float32Array(16), project = new Float32Array(16);
        [right, up, back].forEach((axis, k) => {
            for (let j = 0; j < 3; j++) matrix[4 * j + k] = axis[j];
            matrix[12 + k] = -dot(axis, eye);
        });
        matrix[15] = 1;
        project[0] = 1 / lens[0];
        project[5] = 1 / lens[1];
        project[10] = -(clip[1] + clip[0]) / (clip[1] - clip[0]);
        project[14] = -2 * clip[0] * clip[1] / (clip[1] - clip[0]);
        project[11] = -1;
        return {matrix, project, lens, clip, nearest: clip[0]};
    }

    // The ray through a place of the picture, x and y from -1 to 1.
    ray(x, y, aspect) {
        const [right, up, back] = this.axes();
        return [this.eye(), unit(add(add(back.map(v => -v), right, x * this.tan * aspect), up, y * this.tan))];
    }
}
