// Where things are in the structs of the C side, in bytes; module/layout.c checks each of these when it is compiled.

export const METHOD = { name: 4, summary: 8, abilities: 12 } as const;
export const ENTRY = { name: 0, summary: 4, group: 8, frameCount: 12 } as const;
export const MESH = { positions: 4, vertexCount: 8, triangles: 12, triangleCount: 16, closed: 20, box: 24 } as const;

export const REPORT = {
    frame: 0, pairs: 8, pairCount: 12, facePairs: 16, facePairCount: 20, contactOf: 24, contacts: 28,
    contactCount: 32, segments: 36, segmentCount: 40, estimates: 44, estimateCount: 48, invalid: 52,
    invalidCount: 56, cutShort: 60, reproducible: 61, hash: 64, stats: 72,
} as const;

/** Five doubles of seconds, thirteen 64-bit counters, then the bytes that the world holds. */
export const STATS = { seconds: 0, counters: 40, bytes: 144 } as const;

export const PAIR = {
    size: 44, a: 0, b: 8, state: 16, relation: 20, firstFacePair: 24, facePairCount: 28, firstContact: 32,
    contactCount: 36, cutShort: 40,
} as const;

export const CONTACT = {
    size: 52, point: 0, normal: 12, depth: 24, depthKind: 28, time: 32, pair: 36, facePairCount: 40,
    firstSegment: 44, segmentCount: 48,
} as const;

export const ESTIMATE = {
    size: 60, a: 0, b: 8, verdict: 16, probable: 20, distance: 24, onA: 28, onB: 40, faceA: 52, faceB: 56,
} as const;

export const BODY_ID = { size: 8 } as const;

export const DRAWING = {
    boxes: 0, boxCount: 4, segments: 8, segmentCount: 12, points: 16, pointCount: 20, vectors: 24, vectorCount: 28,
} as const;

export const DISTANCE = { distance: 0, onA: 4, onB: 16, faceA: 28, faceB: 32, worth: 36, trianglePairs: 40 } as const;
export const SURFACE_POINT = { body: 0, face: 8, point: 12, distance: 24 } as const;

export const PLAYED_FRAME = {
    frame: 0, finished: 8, recordedHash: 16, hash: 24, facePairs: 40, compared: 48, equal: 49,
} as const;
