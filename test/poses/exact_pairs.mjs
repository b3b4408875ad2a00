// Which triangles of different parts meet, in exact arithmetic: coordinates are floats, scaled to integers.

const SHIFT = 149; // the smallest float is 2^-149

// A float as an integer: itself times 2^149.
function exact(value) {
    const float = Math.fround(value);
    let scaled = float, bits = 0;
    while (!Number.isInteger(scaled)) [scaled, bits] = [scaled * 2, bits + 1];
    return BigInt(scaled) << BigInt(SHIFT - bits);
}

const minus = (a, b) => a.map((x, i) => x - b[i]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sign = (x) => (x > 0n ? 1 : x < 0n ? -1 : 0);
const side = (a, b, c, d) => sign(dot(cross(minus(b, a), minus(c, a)), minus(d, a)));

// In the plane along `axis`: on which side of the line from a to b c is.
function turn(a, b, c, axis) {
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    return sign((b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]));
}

function between(a, b, c, axis) {
    return [1, 2].every((n) => {
        const k = (axis + n) % 3;
        return (a[k] <= c[k] && c[k] <= b[k]) || (b[k] <= c[k] && c[k] <= a[k]);
    });
}

function segmentsMeet(a, b, c, d, axis) {
    const [p, q, r, s] = [turn(a, b, c, axis), turn(a, b, d, axis), turn(c, d, a, axis), turn(c, d, b, axis)];
    if (p * q < 0 && r * s < 0) return true;
    return (p === 0 && between(a, b, c, axis)) || (q === 0 && between(a, b, d, axis)) ||
        (r === 0 && between(c, d, a, axis)) || (s === 0 && between(c, d, b, axis));
}

function holds([a, b, c], p, axis) {
    const turns = [turn(a, b, p, axis), turn(b, c, p, axis), turn(c, a, p, axis)];
    return !(turns.includes(1) && turns.includes(-1));
}

// Two triangles in one plane.
function overlap(t, u) {
    const normal = cross(minus(t[1], t[0]), minus(t[2], t[0])).map((x) => (x < 0n ? -x : x));
    const axis = normal[0] >= normal[1] && normal[0] >= normal[2] ? 0 : normal[1] >= normal[2] ? 1 : 2;
    for (let i = 0; i < 3; i++)
        for (let k = 0; k < 3; k++)
            if (segmentsMeet(t[i], t[(i + 1) % 3], u[k], u[(k + 1) % 3], axis)) return true;
    return holds(t, u[0], axis) || holds(u, t[0], axis);
}

// Whether an edge meets a triangle that is not in one plane with it.
function pierces(p, q, [a, b, c]) {
    const [x, y] = [side(a, b, c, p), side(a, b, c, q)];
    if (x * y > 0 || (x === 0 && y === 0)) return false;
    const sides = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
    return !(sides.includes(1) && sides.includes(-1));
}

function meet(t, u) {
    const sides = u.map((p) => side(...t, p));
    if (sides.every((s) => s === 0)) return overlap(t, u);
    for (let i = 0; i < 3; i++)
        if (pierces(t[i], t[(i + 1) % 3], u) || pierces(u[i], u[(i + 1) % 3], t)) return true;
    // An edge in the plane of the other triangle has ends or crossings there, which an edge of that triangle meets as well,
    // unless it lies inside of it.
    const normal = cross(minus(t[1], t[0]), minus(t[2], t[0])).map((x) => (x < 0n ? -x : x));
    const axis = normal[0] >= normal[1] && normal[0] >= normal[2] ? 0 : normal[1] >= normal[2] ? 1 : 2;
    return u.some((p, i) => sides[i] === 0 && holds(t, p, axis));
}

// The pairs of two parts, as "face,face"; `points` and `triangles` are flat lists.
export function exactPairs(a, b) {
    const corners = ({ points, triangles }) => {
        const vertices = [];
        for (let i = 0; i < points.length; i += 3) vertices.push([exact(points[i]), exact(points[i + 1]), exact(points[i + 2])]);
        const faces = [];
        for (let i = 0; i < triangles.length; i += 3) faces.push([0, 1, 2].map((k) => vertices[triangles[i + k]]));
        return faces;
    };
    const [left, right] = [corners(a), corners(b)];
    const boxes = (faces) => faces.map((t) => [0, 1, 2].map((k) => t.map((p) => p[k]).sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))));
    const [leftBoxes, rightBoxes] = [boxes(left), boxes(right)];
    const near = (x, y) => x.every((side, k) => side[0] <= y[k][2] && y[k][0] <= side[2]);
    const pairs = [];
    left.forEach((t, i) => right.forEach((u, k) => {
        if (near(leftBoxes[i], rightBoxes[k]) && meet(t, u)) pairs.push(`${i},${k}`);
    }));
    return pairs;
}
