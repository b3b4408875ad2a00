import { load } from 'mote-collision';
import { ObjectWorld } from 'mote-collision/three';
import * as THREE from 'three';

import { createBall, createCharacter, pose } from './character.js';

const character = createCharacter();
const ball = createBall();
const scene = new THREE.Scene();
scene.add(character, ball, new THREE.HemisphereLight(0xffffff, 0x444444, 3));
const camera = new THREE.PerspectiveCamera(50, innerWidth / innerHeight, 0.1, 100);
camera.position.set(0, 1, 6);
camera.lookAt(0, 0, 0);

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);

const mote = await load();
const objects = new ObjectWorld(mote, { contacts: false });
const body = objects.add(character);
objects.add(ball);
const text = document.querySelector('#text');
let frame = 0;

renderer.setAnimationLoop(() => {
    pose(character, ball, frame++);
    const { report, pairs } = objects.detect();
    const touches = pairs.some(({ state }) => state !== 'end');
    ball.material.color.set(touches ? 0xdd5544 : 0x66aa66);
    if (text)
        text.textContent =
            `${report.facePairCount} pairs of faces touch; ${report.stats().evaluatedVertices} of ${body.vertexCount} ` +
            'vertices of the character were evaluated';
    renderer.render(scene, camera);
});
