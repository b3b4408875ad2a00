// run.mjs BUILD FOLDER [--quick]: compares the poses of all files with those of other programs, and the face pairs with exact
// arithmetic on them. BUILD has the programs of mote. FOLDER gets the cases; FOLDER/blender may have files that make_blender.py
// has written, and MOTE_DATA may name a folder with more files. Prints a table; fails if any vertex is farther away than
// 1e-5 of the diagonal.
//
// Judges: "formula" is the documented formula (test/support/fbx_pose.c). "sdk" is FBX2glTF, which is built on Autodesk's FBX
// SDK. "three" is three.js. "blender" is the scene in Blender before its export, or what Blender reads.
// With --quick: the formula, and three.js.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareLoaded, compareWritten, dump, startsOf } from './compare.mjs';
import { exactPairs } from './exact_pairs.mjs';

const LIMIT = 1e-5;
const [build, folder, mode] = process.argv.slice(2);
const dumper = join(build, 'mote_dump_poses');
const fbx2gltf = new URL('node_modules/fbx2gltf/bin/Linux/FBX2glTF', import.meta.url).pathname;

// What a judge cannot do, by the name of the case.
const unfit = {
    // glTF has no inherit types; FBX2glTF reads the last target of a blend shape alone, and makes NaN of a vertex without
    // weights. When it converts units or geometric transforms, it loses pivots: the cases "most" have neither.
    sdk: /^(inherit|all_|shapes_between|skin_loose)/,
    // three.js turns rotations into quaternions at keys, does not follow RotationActive, templates and axes other than z up,
    // drops shear, and has its own idea of the text form.
    three: /^(inherit|all|most|shapes|skin|linear|curves|stacks|inactive|templates|axes|pivots_linear)|_text/,
};
// Both drop all but four influences of a vertex.
const manyInfluences = /^animation_with_skeleton/;

let failures = 0;
const rows = [];

async function judge(file, name, compare) {
    let result;
    try {
        const errors = await compare();
        result = errors.worst;
        rows.push([basename(file), name, errors.frames, result.toExponential(1)]);
    } catch (error) {
        rows.push([basename(file), name, 0, String(error.stderr ?? error).trim().split('\n')[0]]);
    }
    if (!(result <= LIMIT)) {
        failures++;
        rows.at(-1).push('FAILED');
    }
}

function filesIn(path, pattern) {
    return existsSync(path) ? readdirSync(path).filter((name) => pattern.test(name)).sort().map((name) => join(path, name)) : [];
}

// What FBX2glTF makes of a file, and what it prints.
function convert(file, out) {
    const { stdout } = spawnSync(fbx2gltf, ['-b', '-i', file, '-o', out, '--anim-framerate', 'bake30'], { encoding: 'utf8' });
    return startsOf(stdout ?? '');
}

async function judgeBySdk(file) {
    const out = join(folder, 'sdk', basename(file).replace(/\.fbx$/i, ''));
    await judge(file, 'sdk', () => compareLoaded(dumper, file, `${out}.glb`, convert(file, out)));
}

// Face pairs of mote check, by frame and parts, and those of exact arithmetic on the points of the judge; how many there are.
function judgePairs(file, expected) {
    const report = join(folder, 'report.json');
    spawnSync(join(build, 'mote'), ['check', file, '--fps', '30', '--weld', 'none', '--json', report]);
    const { clips, frames } = JSON.parse(readFileSync(report, 'utf8'));
    const wanted = JSON.parse(readFileSync(expected, 'utf8')).clips[0];
    const times = wanted.frames.filter((_, i) => i % 8 === 0);
    const dumped = dump(dumper, file, 30, ...times.map((frame) => frame.time));
    let compared = 0;
    times.forEach((frame, i) => {
        const own = dumped.clips[0]?.frames[i] ?? dumped.rest;
        const parts = dumped.parts.map((part, k) => ({ triangles: part.triangles, points: nearest(own.parts[k], frame.points) }));
        const start = clips[0]?.start ?? 0;
        const number = Math.round((frame.time - start) * 30);
        if (number < 0 || number >= (clips[0]?.frames ?? 1)) return;
        const found = frames.find((f) => f.frame === number && (f.clip ?? 0) === 0)?.pairs ?? [];
        for (let a = 0; a < parts.length; a++)
            for (let b = a + 1; b < parts.length; b++) {
                const exact = exactPairs(parts[a], parts[b]).sort().join(' ');
                const mine = (found.find((p) => p.a === a && p.b === b && p.severity !== 'near')?.faces ?? []).map(String).sort().join(' ');
                if (exact !== mine) throw new Error(`frame ${number}, parts ${a} and ${b}: ${mine.split(' ').length} pairs, not ${exact.split(' ').length}`);
                compared += exact ? exact.split(' ').length : 0;
            }
    });
    return compared;
}

let pairs = 0; // that agree

function countPairs(file, expected) {
    try {
        pairs += judgePairs(file, expected);
    } catch (error) {
        failures++;
        rows.push([basename(file), 'exact pairs', 0, String(error), 'FAILED']);
    }
}

// The point of the judge that is nearest to each of ours.
function nearest(own, theirs) {
    const out = [];
    for (let i = 0; i < own.length; i += 3) {
        let best = Infinity, at = 0;
        for (let k = 0; k < theirs.length; k += 3) {
            const d = Math.hypot(own[i] - theirs[k], own[i + 1] - theirs[k + 1], own[i + 2] - theirs[k + 2]);
            if (d < best) [best, at] = [d, k];
        }
        out.push(theirs[at], theirs[at + 1], theirs[at + 2]);
    }
    return out;
}

for (const sub of ['cases', 'sdk']) mkdirSync(join(folder, sub), { recursive: true });
execFileSync(join(build, 'mote_write_cases'), [join(folder, 'cases')]);
for (const file of filesIn(join(folder, 'cases'), /\.fbx$/)) {
    const expected = file.replace(/\.fbx$/, '.json');
    await judge(file, 'formula', () => compareWritten(dumper, file, expected));
    if (!unfit.three.test(basename(file))) await judge(file, 'three', () => compareLoaded(dumper, file, file));
    if (mode !== '--quick' && !unfit.sdk.test(basename(file))) await judgeBySdk(file);
    countPairs(file, expected);
}
if (mode !== '--quick') {
    for (const file of filesIn(join(folder, 'blender'), /\.(fbx|glb)$/)) {
        const expected = file.replace(/\.(fbx|glb)$/, '.json');
        await judge(file, 'blender', () => compareWritten(dumper, file, expected));
        countPairs(file, expected);
        if (file.endsWith('.fbx')) await judgeBySdk(file);
    }
    for (const file of filesIn(process.env.MOTE_DATA ?? '', /\.(fbx|glb)$/)) {
        const written = join(folder, 'imported', `${basename(file)}.json`);
        if (existsSync(written)) await judge(file, 'blender', () => compareWritten(dumper, file, written));
        if (manyInfluences.test(basename(file))) continue;
        if (basename(file) !== 'box.fbx') await judge(file, 'three', () => compareLoaded(dumper, file, file)); // its loader throws
        if (file.endsWith('.fbx')) await judgeBySdk(file);
    }
}
for (const [file, name, frames, error, failed = ''] of rows)
    console.log(`${file.padEnd(40)} ${name.padEnd(8)} ${String(frames).padStart(4)} frames  ${error} ${failed}`);
const files = new Set(rows.map(([file]) => file)).size;
console.log(`${files} files, ${rows.length} comparisons, ${pairs} face pairs as in exact arithmetic, ${failures} failures`);
process.exit(failures ? 1 : 0);
