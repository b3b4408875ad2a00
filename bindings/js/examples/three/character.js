// A tube with three bones and a morph target stands for a character; a ball flies around it.
import * as THREE from 'three';

const HEIGHT = 4;
const BONES = 4;

/** A cylinder along y; each vertex follows the two bones next to it. */
function tube() {
    const geometry = new THREE.CylinderGeometry(0.5, 0.6, HEIGHT, 64, 200);
    const positions = geometry.getAttribute('position');
    const bones = [];
    const weights = [];
    const bulge = [];
    for (let i = 0; i < positions.count; i++) {
        const along = ((positions.getY(i) + HEIGHT / 2) / HEIGHT) * (BONES - 1);
        const bone = Math.min(Math.floor(along), BONES - 2);
        bones.push(bone, bone + 1, 0, 0);
        weights.push(1 - (along - bone), along - bone, 0, 0);
        const swell = 0.5 * Math.exp(-3 * positions.getY(i) ** 2); // around the middle
        bulge.push(swell * positions.getX(i), 0, swell * positions.getZ(i));
    }
    geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(bones, 4));
    geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
    geometry.morphAttributes.position = [new THREE.Float32BufferAttribute(bulge, 3)];
    geometry.morphTargetsRelative = true;
    return geometry;
}

function skeleton() {
    const bones = Array.from({ length: BONES }, () => new THREE.Bone());
    bones.forEach((bone, i) => {
        bone.position.y = i ? HEIGHT / (BONES - 1) : -HEIGHT / 2;
        bones[i - 1]?.add(bone);
    });
    return new THREE.Skeleton(bones);
}

export function createCharacter() {
    const character = new THREE.SkinnedMesh(tube(), new THREE.MeshStandardMaterial({ color: 0x8899aa }));
    const bones = skeleton();
    const [first] = bones.bones;
    if (first) character.add(first);
    character.bind(bones);
    return character;
}

export function createBall() {
    return new THREE.Mesh(new THREE.SphereGeometry(0.35, 48, 32), new THREE.MeshStandardMaterial({ color: 0x66aa66 }));
}

/**
 * Moves both to a frame.
 * @param {THREE.SkinnedMesh} character
 * @param {THREE.Mesh} ball
 * @param {number} frame
 */
export function pose(character, ball, frame) {
    const time = frame / 30;
    character.skeleton.bones.forEach((bone, i) => {
        if (i) bone.rotation.z = 0.25 * Math.sin(time + i);
    });
    if (character.morphTargetInfluences) character.morphTargetInfluences[0] = 0.5 + 0.5 * Math.sin(2 * time);
    ball.position.set(0.9 * Math.cos(3 * time), 1.8 * Math.sin(0.7 * time), 0.9 * Math.sin(3 * time));
}
