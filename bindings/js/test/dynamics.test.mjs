// Bodies that move, meet, bounce and are held.
import assert from 'node:assert/strict';
import test from 'node:test';

import { CORNERS, FACES, mote, throwsMote, twoCubes, UNTURNED } from './support.mjs';

const NO_TURN = [0, 0, 0, 1];
const near = (a, b, by = 1e-6) => a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) <= by, `${a} is not ${b}`));

// Two unit spheres, the second moved along x.
function twoSpheres(shift, options) {
    const world = mote.createWorld();
    const mesh = mote.makeModel('sphere-528');
    const [a, b] = [world.add(mesh), world.add(mesh)];
    mesh.dispose();
    b.setTransform([...UNTURNED, shift, 0, 0]);
    return { world, a, b, dynamics: world.createDynamics(options) };
}

test('a sphere hits another, which flies on in its place', () => {
    for (const response of ['senin', 'general', 'exchange', 'reflect']) {
        const { world, a, b, dynamics } = twoSpheres(3, { response });
        dynamics.add(a, { velocity: [1, 0, 0] });
        dynamics.add(b);
        const { mass } = dynamics.state(a);
        assert.ok(Math.abs(mass - (4 / 3) * Math.PI) < 0.2);
        let hit;
        for (let i = 0; i < 30 && !hit; i++) {
            const report = dynamics.step(0.1);
            assert.equal(report.hash, world.report().hash);
            const { impacts, largestImpulse, steps, contacts } = dynamics.report();
            assert.equal(steps, i + 1);
            assert.ok(contacts >= impacts || response === 'senin' || response === 'general');
            assert.equal(impacts > 0, largestImpulse > 0);
            if (impacts) hit = largestImpulse;
        }
        const share = response === 'reflect' ? 2 : 1;
        assert.ok(Math.abs(hit / mass - share) < 0.2, `${response}: ${hit / mass}`);
        if (response !== 'reflect') assert.ok(dynamics.state(b).velocity[0] > 0.8);
        world.dispose();
    }
});

test('two halves make a step', () => {
    const run = (step) => {
        const { world, a, b, dynamics } = twoSpheres(3, { pushApart: 0.5 });
        dynamics.add(a, { velocity: [1, 0.1, 0] });
        dynamics.add(b);
        for (let i = 0; i < 30; i++) step(dynamics, world);
        const { steps, largestImpulse } = dynamics.report();
        const result = [dynamics.state(a), dynamics.state(b), steps, largestImpulse];
        world.dispose();
        return result;
    };
    const halves = run((dynamics, world) => {
        dynamics.advance(0.1);
        world.detect();
        dynamics.react(0.1);
    });
    assert.deepEqual(halves, run((dynamics) => dynamics.step(0.1)));
    const { world, dynamics } = twoSpheres(3);
    world.dispose();
    throwsMote(() => dynamics.advance(1), 'stale id', /world/);
    throwsMote(() => dynamics.react(1), 'stale id', /world/);
});

test('a body starts from where it is, or where it is told', () => {
    const { world, b, dynamics } = twoSpheres(3);
    const turned = [0, 1, 0, -1, 0, 0, 0, 0, 1, 5, 6, 7]; // by a quarter about z
    b.setTransform(turned);
    const before = b.present().slice();
    dynamics.add(b);
    const { position, rotation, velocity, angularVelocity } = dynamics.state(b);
    near(position, [5, 6, 7]);
    near(rotation, [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    near([...velocity, ...angularVelocity], [0, 0, 0, 0, 0, 0]);
    near(b.present(), before);
    dynamics.remove(b);
    throwsMote(() => dynamics.state(b), 'stale id', /not added/);
    const thrown = { velocity: [1, 0, 0], angularVelocity: [0, 0, 1], mass: 7 };
    dynamics.add(b, { position: [1, 2, 3], rotation: NO_TURN, ...thrown });
    const state = dynamics.state(b);
    near([...state.position, ...state.rotation, ...state.velocity], [1, 2, 3, 0, 0, 0, 1, 1, 0, 0]);
    assert.ok(Math.abs(state.mass - 7) < 1e-9);
    dynamics.set(b, { velocity: [0, 2, 0] });
    near(dynamics.state(b).velocity, [0, 2, 0]);
    near(dynamics.state(b).position, [1, 2, 3]);
    dynamics.set(b, { position: [9, 9, 9], rotation: [0, 0, 1, 0], mass: 3 });
    near([...dynamics.state(b).position, dynamics.state(b).mass], [9, 9, 9, 3]);
    near(dynamics.state(b).rotation.map(Math.abs), [0, 0, 1, 0]);
    dynamics.step(0.5);
    near(dynamics.state(b).velocity, [0, 2, 0]);
    dynamics.remove(b);
    dynamics.add(b, { density: 2, velocity: [0, 0, 1], mass: Infinity });
    assert.equal(dynamics.state(b).mass, Infinity);
    world.dispose();
});

test('rotations of all kinds come back', () => {
    const { world, b, dynamics } = twoSpheres(3);
    const axes = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
    for (const q of [...axes, [0.5, -0.5, 0.5, 0.5], [0.1, 0.7, -0.7, 0.1]]) {
        const length = Math.hypot(...q);
        const unit = q.map((x) => x / length);
        dynamics.add(b, { rotation: q });
        dynamics.remove(b); // the transform stays
        dynamics.add(b);
        const found = dynamics.state(b).rotation;
        assert.ok(Math.abs(found.reduce((sum, x, i) => sum + x * unit[i], 0)) > 1 - 1e-6, `${found} is not ${unit}`);
        dynamics.remove(b);
    }
    world.dispose();
});

test('gravity, walls and restitution', () => {
    const walls = { min: [-3, -3, -3], max: [3, 3, 3] };
    const { world, a, dynamics } = twoSpheres(50, { gravity: [0, 0, -10], walls, wallRestitution: 0.5, pushApart: 1 });
    dynamics.add(a);
    let loudest = 0;
    for (let i = 0; i < 600; i++) {
        dynamics.step(1 / 60);
        loudest = Math.max(loudest, dynamics.report().largestImpulse);
    }
    assert.ok(loudest > dynamics.state(a).mass);
    assert.ok(Math.abs(dynamics.state(a).position[2] + 2) < 0.05);
    world.dispose();
});

test('a hand holds, moves and throws', () => {
    const { world, a, dynamics } = twoSpheres(50);
    dynamics.add(a);
    assert.equal(dynamics.isHeld(a), false);
    throwsMote(() => dynamics.moveHeld(a, [0, 0, 0], NO_TURN), 'not allowed now', /not held/);
    dynamics.hold(a);
    assert.ok(dynamics.isHeld(a));
    dynamics.moveHeld(a, [1, 0, 0], NO_TURN);
    dynamics.step(0.5);
    near(dynamics.state(a).position, [1, 0, 0]);
    dynamics.release(a);
    dynamics.step(0.5);
    near(dynamics.state(a).position, [2, 0, 0]);
    throwsMote(() => dynamics.release(a), 'not allowed now', /not held/);
    throwsMote(() => dynamics.moveHeld(a, [NaN, 0, 0], NO_TURN), 'not allowed now', /not held/);
    dynamics.hold(a);
    throwsMote(() => dynamics.moveHeld(a, [NaN, 0, 0], NO_TURN), 'bad data', /placement/);
    throwsMote(() => dynamics.moveHeld(a, [0, 0, 0], [0, 0, 0, 0]), 'bad data', /rotation/);
    world.dispose();
});

test('a body that is pulled goes on with its new shape', () => {
    const { world, a, dynamics } = twoSpheres(50);
    dynamics.add(a, { position: [10, 0, 0], angularVelocity: [0, 0, 1] });
    const { mass } = dynamics.state(a);
    const [x, y, z] = a.present();
    const pull = a.pull([x, y, z], 0.8);
    pull.moveTo([x + 0.3, y, z]);
    dynamics.setShape(a);
    dynamics.step(0.1);
    pull.dispose();
    assert.equal(dynamics.state(a).mass, mass);
    assert.notEqual(dynamics.report().shapeEnergy, 0);
    world.dispose();
});

// Open ones, sheets, characters: whatever there is.
test('every scene can be let bounce', () => {
    for (const { name } of mote.scenes) {
        const scene = mote.openScene(name.replace('-N', '-8'), { detail: 200 });
        for (const onDemand of [false, true]) {
            const world = mote.createWorld();
            const bodies = scene.addTo(world, { onDemand });
            scene.show(10, bodies);
            const before = bodies.map((body) => body.present().slice(0, 30));
            const walls = { min: [-90, -90, -90], max: [90, 90, 90] };
            const dynamics = world.createDynamics({ pushApart: 0.5, walls });
            bodies.forEach((body) => dynamics.add(body));
            bodies.forEach((body, i) => near(body.present().subarray(0, 30), before[i], 1e-3));
            bodies.forEach((body) => dynamics.set(body, { velocity: [0.5, 0.3, 0.1] }));
            for (let i = 0; i < 3; i++) dynamics.step(0.05);
            assert.equal(dynamics.report().stopped, 0);
            for (const body of bodies) {
                const { mass, position } = dynamics.state(body);
                assert.ok(mass > 0 && position.every(Number.isFinite), name);
            }
            world.dispose();
            dynamics.dispose();
        }
        scene.dispose();
    }
});

test('bodies without a volume weigh as much as their box', () => {
    const world = mote.createWorld();
    const dynamics = world.createDynamics();
    const add = (corners, faces, options) => {
        const mesh = mote.createMesh(corners, faces);
        const body = world.add(mesh);
        mesh.dispose();
        dynamics.add(body, options);
        return dynamics.state(body).mass;
    };
    assert.ok(Math.abs(add(CORNERS, FACES) - 1) < 1e-9);
    assert.ok(Math.abs(add(CORNERS, FACES.slice(3)) - 1) < 1e-9); // one face is missing
    assert.ok(Math.abs(add(CORNERS, [...FACES].reverse(), { density: 3 }) - 3) < 1e-9); // inside out
    assert.ok(Math.abs(add([0, 0, 0, 2, 0, 0, 0, 2, 0], [0, 1, 2]) - 0.008) < 1e-9); // flat
    assert.ok(add([0, 0, 0, 2, 0, 0, 1, 0, 0], [0, 1, 2]) > 0); // a line
    const huge = CORNERS.map((x) => x * 3e38);
    assert.ok(add(huge, FACES) > 1e100);
    throwsMote(() => add([1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 2]), 'bad data', /point/);
    throwsMote(() => add(CORNERS, FACES, { density: 0 }), 'bad data', /density is 0/);
    throwsMote(() => add(CORNERS, FACES, { density: Infinity }), 'bad data', /density is inf/);
    throwsMote(() => add(CORNERS, FACES, { mass: -1 }), 'bad data', /mass is -1/);
    throwsMote(() => add(CORNERS, FACES, { mass: NaN }), 'bad data', /mass/);
    throwsMote(() => add(CORNERS, FACES, { velocity: [NaN, 0, 0] }), 'bad data', /velocity/);
    throwsMote(() => add(CORNERS, FACES, { position: [1e300, 0, 0] }), 'bad data', /overflows|finite/);
    throwsMote(() => add(CORNERS, FACES, { rotation: [0, 0, 0, 0] }), 'bad data', /rotation/);
    assert.throws(() => add(CORNERS, FACES, { rotation: [0, 0, 0] }), RangeError);
    for (let i = 0; i < 3; i++) dynamics.step(0.1);
    world.dispose();
});

test('a body with a transform that is no rotation must be placed', () => {
    const { world, a, dynamics } = twoSpheres(50);
    a.setTransform([2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]);
    throwsMote(() => dynamics.add(a), 'bad data', /rotation/);
    throwsMote(() => dynamics.add(a, { position: [0, 0, 0] }), 'bad data', /rotation/);
    dynamics.add(a, { position: [0, 0, 0], rotation: NO_TURN });
    throwsMote(() => dynamics.add(a), 'not allowed now', /already/);
    a.positions[0] = NaN;
    throwsMote(() => dynamics.setShape(a), 'bad data', /finite/);
    world.dispose();
});

test('bad options are refused by name', () => {
    const { world } = twoCubes(3);
    throwsMote(() => world.createDynamics({ restitution: 2 }), 'bad data', /restitution/);
    throwsMote(() => world.createDynamics({ gravity: [0, NaN, 0] }), 'bad data', /gravity/);
    throwsMote(() => world.createDynamics({ walls: { min: [0, 0, 0], max: [0, 1, 1] } }), 'bad data', /walls/);
    throwsMote(() => world.createDynamics({ walls: { min: [0, 0, 0], max: [1e300, 1, 1] } }), 'bad data', /walls/);
    for (const passes of [0, 1.5, -1, 1e30, NaN])
        throwsMote(() => world.createDynamics({ passes }), 'bad argument', /passes/);
    assert.throws(() => world.createDynamics({ response: 'soft' }), /senin, general/);
    assert.throws(() => world.createDynamics({ color: 1 }), /unknown option 'color'/);
    const dynamics = world.createDynamics({ walls: undefined, surfaceVelocity: true, lookAhead: true, passes: 1 });
    for (const time of [0, -1, NaN, Infinity]) throwsMote(() => dynamics.step(time), 'bad argument', /time/);
    world.dispose();
});

test('a body that is gone, or of another world, is refused', () => {
    const { world, a, b, dynamics } = twoSpheres(3);
    const other = twoSpheres(3);
    dynamics.add(a);
    for (const ask of [
        (x) => dynamics.add(x), (x) => dynamics.remove(x), (x) => dynamics.hold(x), (x) => dynamics.moveHeld(x, [0, 0, 0], [0, 0, 0, 1]),
        (x) => dynamics.release(x), (x) => dynamics.isHeld(x), (x) => dynamics.state(x), (x) => dynamics.set(x, {}),
        (x) => dynamics.setShape(x),
    ])
        for (const body of [other.a, other.b]) throwsMote(() => ask(body), 'bad argument', /another world/);
    b.remove();
    throwsMote(() => dynamics.add(b), 'stale id', /was removed/);
    throwsMote(() => dynamics.hold(b), 'stale id', /was removed/);
    world.dispose();
    other.world.dispose();
});

test('worlds, bodies and dynamics go in any order', () => {
    const { world, a, b, dynamics } = twoSpheres(3);
    const other = world.createDynamics();
    dynamics.add(a);
    dynamics.add(b);
    a.remove();
    throwsMote(() => dynamics.state(a), 'stale id', /was removed/);
    dynamics.step(0.1);
    other.dispose();
    other.dispose();
    throwsMote(() => other.step(0.1), 'stale id', /dynamics has been disposed of/);
    world.dispose();
    for (const ask of [
        () => dynamics.step(0.1), () => dynamics.report(), () => dynamics.add(b), () => dynamics.isHeld(b),
    ])
        throwsMote(ask, 'stale id', /the world (of the dynamics )?has been disposed of/);
    dynamics.dispose();

    const { world: recorded } = twoCubes(0.5);
    recorded.record();
    recorded.detect();
    const player = mote.play(recorded.stopRecording());
    throwsMote(() => player.world.createDynamics(), 'not allowed now', /player/);
    player.dispose();
    recorded.dispose();
});

test('memory does not grow over 1000 steps', () => {
    const walls = { min: [-3, -3, -3], max: [6, 3, 3] };
    const { world, a, b, dynamics } = twoSpheres(3, { walls, surfaceVelocity: true, response: 'general' });
    dynamics.add(a, { velocity: [1, 0.5, 0.2], angularVelocity: [0, 1, 0] });
    dynamics.add(b, { velocity: [-1, 0.1, 0.3] });
    const step = () => {
        dynamics.step(0.05);
        dynamics.report();
        dynamics.state(a);
        a.present();
    };
    for (let i = 0; i < 300; i++) step();
    const size = mote.memorySize;
    for (let i = 0; i < 1000; i++) step();
    assert.equal(mote.memorySize, size);
    const comeAndGo = () => {
        const passing = world.createDynamics({ walls });
        passing.add(a);
        passing.dispose();
    };
    for (let i = 0; i < 1000; i++) comeAndGo();
    assert.equal(mote.memorySize, size);
    world.dispose();
});
