// Poses of glTF and FBX files by three.js, an independent reader: the points of each mesh in world space, y up, in meters.
// MOTE_NODE_MODULES names the folder of npm packages, if it is not the one beside this file.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = resolve(process.env.MOTE_NODE_MODULES ?? new URL('node_modules', import.meta.url).pathname);
const fetchModule = (path) => import(pathToFileURL(resolve(modules, path)).href);

// The loaders want a browser, for textures only.
globalThis.self ??= globalThis;
globalThis.window ??= globalThis;
globalThis.document ??= { createElementNS: () => ({ addEventListener() {}, removeEventListener() {}, style: {} }) };

const THREE = await fetchModule('three/build/three.module.js');
const { FBXLoader } = await fetchModule('three/examples/jsm/loaders/FBXLoader.js');
const { GLTFLoader } = await fetchModule('three/examples/jsm/loaders/GLTFLoader.js');

// The JSON of a GLB without its images, which a browser would decode.
function withoutImages(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isBinary = view.getUint32(0, true) === 0x46546c67;
    const size = isBinary ? view.getUint32(12, true) : 0;
    const json = JSON.parse(Buffer.from(isBinary ? bytes.subarray(20, 20 + size) : bytes).toString());
    for (const key of ['images', 'textures', 'samplers']) delete json[key];
    json.materials = (json.materials ?? []).map((material) => ({ name: material.name }));
    if (!isBinary) return JSON.stringify(json);
    const text = Buffer.from(JSON.stringify(json));
    const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
    const rest = bytes.subarray(20 + size);
    const head = Buffer.alloc(20);
    head.writeUInt32LE(0x46546c67, 0);
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(20 + padded.length + rest.length, 8);
    head.writeUInt32LE(padded.length, 12);
    head.writeUInt32LE(0x4e4f534a, 16);
    const all = Buffer.concat([head, padded, rest]);
    return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

export async function load(path) {
    const bytes = readFileSync(path);
    const { warn } = console;
    console.warn = () => {}; // about textures, materials and axes
    try {
        if (/\.(glb|gltf)$/i.test(path)) {
            const gltf = await new GLTFLoader().parseAsync(withoutImages(bytes), '');
            return { scene: gltf.scene, clips: gltf.animations, scale: 1 };
        }
        const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
        const scene = new FBXLoader().parse(buffer, '');
        return { scene, clips: scene.animations, scale: (scene.userData.unitScaleFactor ?? 1) / 100 };
    } finally {
        console.warn = warn;
    }
}

// The points of each mesh: three numbers each, in the order of the loader.
function points({ scene, scale }) {
    scene.updateMatrixWorld(true);
    const meshes = [];
    const p = new THREE.Vector3();
    scene.traverse((object) => {
        if (!object.isMesh) return;
        if (object.skeleton) object.skeleton.update();
        const { count } = object.geometry.attributes.position;
        const all = new Float64Array(count * 3);
        for (let i = 0; i < count; i++) {
            object.getVertexPosition(i, p);
            p.applyMatrix4(object.matrixWorld).multiplyScalar(scale).toArray(all, 3 * i);
        }
        meshes.push({ name: object.name, points: all });
    });
    return meshes;
}

// A function that moves the scene to a time of a clip, or to the rest pose for null, and returns its points.
export function poser(loaded) {
    const mixer = new THREE.AnimationMixer(loaded.scene);
    return (clip, time) => {
        mixer.stopAllAction();
        if (clip) {
            const action = mixer.clipAction(clip);
            action.setLoop(THREE.LoopOnce);
            action.clampWhenFinished = true;
            action.reset().play();
            mixer.setTime(time);
        }
        return points(loaded);
    };
}
