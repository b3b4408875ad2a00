// Offsets of fields in structs of the C side, in bytes. module/layout.c checks them at compile time.

export const METHOD = { name: 4, summary: 8, abilities: 12 } as const;
export const OPTION = { name: 0, summary: 4, kind: 8, min: 16, max: 24, defaultValue: 32, choices: 40 } as const;
export const ENTRY = { name: 0, summary: 4, group: 8, frameCount: 12 } as const;
export const MESH = { positions: 4, vertexCount: 8, triangles: 12, triangleCount: 16, closed: 20, box: 24 } as const;
export const PART = { name: 0, vertexCount: 4, triangleCount: 8, deforms: 12 } as const;
export const CLIP = { name: 0, start: 8, end: 16 } as const;

export const REPORT = {
    frame: 0, pairs: 8, pairCount: 12, facePairs: 16, facePairCount: 20, contactOf: 24, contacts: 28,
    contactCount: 32, segments: 36, segmentCount: 40, estimates: 44, estimateCount: 48, invalid: 52,
    invalidCount: 56, cutShort: 60, reproducible: 61, hash: 64, stats: 72, unexamined: 224, unexaminedCount: 228,
    unsearched: 232, unsearchedCount: 236,
} as const;

/** Five times in seconds as doubles, thirteen 64-bit counters, then the memory of the world in bytes. */
export const STATS = { seconds: 0, counters: 40, bytes: 144 } as const;

export const PAIR = {
    size: 48, a: 0, b: 8, state: 16, relation: 20, facePairCount: 24, firstFacePair: 32, firstContact: 36,
    contactCount: 40, cutShort: 44, contactsCutShort: 45,
} as const;

export const CONTACT = {
    size: 52, point: 0, normal: 12, depth: 24, depthKind: 28, time: 32, pair: 36, facePairCount: 40,
    firstSegment: 44, segmentCount: 48,
} as const;

export const SWEEP = {
    sweep: 0, pairs: 8, pairCount: 12, impacts: 16, impactCount: 20, contacts: 24, facePairs: 28, facePairCount: 32,
    safeStep: 40, bodySteps: 48, bodyStepCount: 52, verifiedStep: 56, startIsFree: 64, invalid: 68, invalidCount: 72,
    cutShort: 76, hash: 80, stats: 88,
} as const;

/** Six times in seconds as doubles, six 64-bit counters, then the memory of the world in bytes. */
export const SWEEP_STATS = { seconds: 0, counters: 48, bytes: 112 } as const;

export const SWEPT_PAIR = {
    size: 56, a: 0, b: 8, first: 16, firstImpact: 32, impactCount: 36, firstFacePair: 40, facePairCount: 44,
    meetsAtStart: 48, cutShort: 49,
} as const;

export const SWEPT_IMPACT = { size: 48, kind: 0, pair: 4, vertices: 8, faceA: 24, faceB: 28, time: 32 } as const;
export const SWEPT_CONTACT = { size: 32, time: 0, point: 8, normal: 20 } as const;
export const SWEPT_FACES = { size: 32, faceA: 0, faceB: 4, atStart: 8, time: 16 } as const;
export const BODY_STEP = { size: 16, body: 0, safeStep: 8 } as const;

/** The bits of what a motion sets, of the start; those of the end are two higher. */
export const MOTION = { positions: 1, transform: 2, end: 2 } as const;

export const ESTIMATE = {
    size: 60, a: 0, b: 8, verdict: 16, probable: 20, distance: 24, onA: 28, onB: 40, faceA: 52, faceB: 56,
} as const;

export const UNEXAMINED = { size: 20, a: 0, b: 8, begun: 16 } as const;
export const BODY_ID = { size: 8 } as const;
export const BODY_FACE = { size: 12, body: 0, face: 8 } as const;
export const BODY_OPTIONS = { size: 12, self: 0, category: 4, mask: 8 } as const;

/** The bits of BODY_OPTIONS.self. */
export const SELF = { collision: 1, sharedVertex: 2, sharedEdge: 4 } as const;

export const DRAWING = {
    boxes: 0, boxCount: 4, segments: 8, segmentCount: 12, points: 16, pointCount: 20, vectors: 24, vectorCount: 28,
} as const;

export const DISTANCE = { distance: 0, onA: 4, onB: 16, faceA: 28, faceB: 32, worth: 36, trianglePairs: 40 } as const;
export const SURFACE_POINT = { size: 28, body: 0, face: 8, point: 12, distance: 24 } as const;

export const SIGNED_DISTANCE = { size: 36, distance: 0, gradient: 4, closest: 16, face: 28, winding: 32 } as const;
export const RAY = { size: 28, origin: 0, direction: 12, tMax: 24 } as const;

export const FEATURES = { pairs: 0, pairCount: 4, features: 8, featureCount: 12 } as const;
export const FEATURE_PAIR = { size: 32, a: 0, b: 8, first: 16, vertexFaceCount: 20, faceVertexCount: 24, edgeEdgeCount: 28 } as const;
export const NEAR_PAIR = {
    size: 72, featureA: 0, featureB: 4, vertices: 8, weights: 24, support: 40, distance: 44, onA: 48, onB: 60,
} as const;

export const MANIFOLDS = { manifolds: 0, manifoldCount: 4, contactCount: 8, points: 12, pointCount: 16 } as const;
export const MANIFOLD = { size: 40, id: 0, state: 8, a: 12, b: 20, firstPoint: 28, pointCount: 32 } as const;
export const MANIFOLD_POINT = { size: 104, id: 0, state: 8, depth: 12, a: 16, b: 52, data: 88 } as const;
export const MANIFOLD_SIDE = { point: 0, face: 12, feature: 16, corner: 20, weights: 24 } as const;

export const PLAYED_FRAME = {
    frame: 0, finished: 8, recordedHash: 16, hash: 24, facePairs: 40, compared: 48, equal: 49,
} as const;

/** All fields are doubles; a vector is three of them. */
export const DYNAMICS_OPTIONS = {
    size: 136, response: 0, restitution: 8, gravity: 16, hasWalls: 40, wallsMin: 48, wallsMax: 72, wallRestitution: 96,
    pushApart: 104, surfaceVelocity: 112, lookAhead: 120, passes: 128,
} as const;

/** All fields are doubles except `given`; the rotation is four of them. */
export const RIGID = {
    size: 128, position: 0, rotation: 24, velocity: 56, angularVelocity: 80, mass: 104, density: 112, given: 120,
} as const;

/** The bits of `given`. */
export const GIVEN = { position: 1, rotation: 2, velocity: 4, angularVelocity: 8, mass: 16, density: 32 } as const;

export const DYNAMICS_REPORT = {
    steps: 0, time: 8, kineticEnergy: 16, momentum: 24, angularMomentum: 48, potentialEnergy: 72, shapeEnergy: 80,
    impactEnergy: 88, largestImpulse: 96, longestWay: 104, contacts: 112, impacts: 116, wallImpacts: 120, stopped: 124,
    lastStopped: 128,
} as const;

export const CHECK_RESULT = { json: 0, jsonSize: 4, failed: 8 } as const;
