// Compares the poses of mote with those of another program, frame by frame: the greatest distance of a vertex, as a part of
// the diagonal of what is there.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { load, poser } from './three_poser.mjs';

export function dump(program, file, ...rest) {
    const text = execFileSync(program, [file, ...rest.map(String)], { maxBuffer: 1 << 30 });
    return JSON.parse(text);
}

// The greatest distance from any point of one set to the nearest of the other, in both directions.
function distance(a, b) {
    const nearest = (from, to) => {
        const cell = 1e-3 * span([to]) || 1;
        const grid = new Map();
        const key = (x, y, z) => `${x},${y},${z}`;
        for (let i = 0; i < to.length; i += 3) {
            const k = key(Math.floor(to[i] / cell), Math.floor(to[i + 1] / cell), Math.floor(to[i + 2] / cell));
            grid.has(k) ? grid.get(k).push(i) : grid.set(k, [i]);
        }
        let worst = 0;
        for (let i = 0; i < from.length; i += 3) {
            let best = Infinity;
            const [x, y, z] = [0, 1, 2].map((n) => Math.floor(from[i + n] / cell));
            for (let dx = -1; dx <= 1; dx++)
                for (let dy = -1; dy <= 1; dy++)
                    for (let dz = -1; dz <= 1; dz++)
                        for (const k of grid.get(key(x + dx, y + dy, z + dz)) ?? [])
                            best = Math.min(best, Math.hypot(from[i] - to[k], from[i + 1] - to[k + 1], from[i + 2] - to[k + 2]));
            if (best === Infinity) // far away: all of them
                for (let k = 0; k < to.length; k += 3)
                    best = Math.min(best, Math.hypot(from[i] - to[k], from[i + 1] - to[k + 1], from[i + 2] - to[k + 2]));
            worst = Math.max(worst, best);
        }
        return worst;
    };
    return Math.max(nearest(a, b), nearest(b, a));
}

// The diagonal of the box around sets of points.
function span(sets) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const set of sets)
        for (let i = 0; i < set.length; i++) {
            low[i % 3] = Math.min(low[i % 3], set[i]);
            high[i % 3] = Math.max(high[i % 3], set[i]);
        }
    return Math.hypot(...high.map((h, i) => h - low[i]));
}

// Only points that triangles use: loaders drop others.
function used(part, points) {
    const marks = new Set(part.triangles);
    const out = [];
    for (const i of marks) out.push(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    return out;
}

function join(sets) {
    return Float64Array.from(sets.flatMap((s) => Array.from(s)));
}

// The distance of a frame, as a part of the diagonal.
function frameError(ours, frame, theirs) {
    const mine = join(ours.parts.map((part, i) => used(part, frame.parts[i])));
    const other = join(theirs.map((mesh) => mesh.points));
    if (mine.length === 0 || other.length === 0) return mine.length === other.length ? 0 : Infinity;
    return distance(mine, other) / span([mine]);
}

const clipOf = (dumped, name) => dumped.clips.find((c) => c.name === name) ?? (dumped.clips.length === 1 ? dumped.clips[0] : undefined);

// Times are floats in some files: a frame must not fall just before or after a key.
const snap = (time) => (Math.abs(time * 120 - Math.round(time * 120)) < 1e-3 ? Math.round(time * 120) / 120 : time);

// Keeps the greatest error of a file and where it is.
class Errors {
    worst = 0;
    where = 'nowhere';
    frames = 0;
    add(error, where) {
        if (process.env.POSES_VERBOSE) console.log(`  ${where} ${error.toExponential(2)}`);
        this.frames++;
        if (!(error <= this.worst)) [this.worst, this.where] = [error, where];
    }
}

// With a loader of three.js; the file itself, or a glTF file that another program has made of it. `shifts` are the times of
// the file at which clips of the judge start.
export async function compareLoaded(program, file, judge, shifts = {}) {
    const loaded = await load(judge);
    const pose = poser(loaded);
    const short = dump(program, file);
    const errors = new Errors();
    errors.add(frameError(short, short.rest, pose(null, 0)), 'rest');
    for (const clip of loaded.clips) {
        const own = clipOf(short, clip.name);
        const all = [...new Set(clip.tracks.flatMap((track) => Array.from(track.times, snap)))].sort((a, b) => a - b);
        if (!all.length) continue;
        if (!own) throw new Error(`no clip '${clip.name}'`);
        const step = Math.max(1, Math.floor(all.length / 40));
        const times = all.filter((_, i) => i % step === 0 || i === all.length - 1);
        const shifted = times.map((time) => time + (shifts[clip.name] ?? 0));
        const ours = clipOf(dump(program, file, 30, ...shifted), own.name);
        ours.frames.forEach((frame, i) =>
            errors.add(frameError(short, frame, pose(clip, times[i])), `${clip.name}, ${times[i].toFixed(4)} s`));
    }
    return errors;
}

// With points that another program has written: clips of frames of a time and points.
export function compareWritten(program, file, judge) {
    const errors = new Errors();
    for (const clip of JSON.parse(readFileSync(judge, 'utf8')).clips) {
        const dumped = dump(program, file, 30, ...clip.frames.map((frame) => frame.time));
        const own = dumped.clips.find((c) => clip.name && c.name.includes(clip.name)) ?? clipOf(dumped, clip.name);
        // Several objects have a clip each in some files; without any, nothing moves.
        const frames = own?.frames ?? clip.frames.map(() => dumped.rest);
        clip.frames.forEach((frame, i) =>
            errors.add(frameError(dumped, frames[i], [{ points: frame.points }]), `${clip.name ?? 'clip'}, ${frame.time.toFixed(4)} s`));
    }
    return errors;
}

// FBX2glTF lets every clip start at 0, and prints the frames where they start in the file, of 30 per second.
export function startsOf(log) {
    return Object.fromEntries([...log.matchAll(/^Animation (.*): \[(\d+) - \d+\]$/gm)].map((m) => [m[1], m[2] / 30]));
}
