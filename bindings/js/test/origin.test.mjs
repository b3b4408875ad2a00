// Worlds far from the origin: a gap of 0.1 at 1e7 is a gap of 0.1.
import assert from 'node:assert/strict';
import test from 'node:test';

import { CORNERS, FACES, mote, throwsMote, UNTURNED } from './support.mjs';

const FAR = 1e7;

function gapAt(place) {
    const world = mote.createWorld();
    const mesh = mote.createMesh(CORNERS, FACES);
    const [a, b] = [world.add(mesh), world.add(mesh)];
    world.setOrigin([FAR, 0, 0]);
    place(a, FAR);
    place(b, FAR + 1.1);
    return { world, a, b };
}

for (const [what, place] of Object.entries({
    transforms: (body, x) => body.setGlobalTransform([...UNTURNED, x, 0, 0]),
    positions: (body, x) => body.setGlobalPositions(Float64Array.from(CORNERS, (c, i) => (i % 3 ? c : c + x))),
}))
    test(`a gap far away is found to 1e-6, by ${what}, and stays when the origin moves`, () => {
        const { world, a, b } = gapAt(place);
        assert.deepEqual(world.origin, [FAR, 0, 0]);
        assert.ok(Math.abs(world.distance(a, b).distance - 0.1) < 1e-6);
        world.setOrigin([FAR + 10, 0, 0]);
        assert.ok(Math.abs(world.distance(a, b).distance - 0.1) < 1e-5);
        assert.ok(Math.abs(a.present()[0] + 10) < 1e-6); // relative to the origin
    });

test('what is set in float moves with the origin', () => {
    const world = mote.createWorld();
    const body = world.add(mote.createMesh(CORNERS, FACES));
    world.setOrigin([5, 6, 7]);
    assert.deepEqual([...body.present().subarray(0, 3)], [0, 0, 0]);
    throwsMote(() => world.setOrigin([NaN, 0, 0]), 'bad argument', /origin/);
    assert.throws(() => world.setOrigin([0, 0]), /origin: expected 3 numbers/);
});
