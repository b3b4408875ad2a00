import { Columns } from './columns.js';
import type { Handle } from './handle.js';
import { FEATURE_PAIR, FEATURES, NEAR_PAIR } from './layout.js';

export interface FeatureOptions {
    /** Pairs at most this far apart are listed; default 0. Infinity is no limit. */
    distance?: number;
    /** Of a body with itself: also list pairs that share a vertex, whose distance is always 0. */
    sharedVertex?: boolean;
}

/** The features of two bodies, or of one with itself; see mote_feature_body_pair. */
export interface FeaturePair {
    a: number;
    b: number;
    /** In the arrays of `Features`: those of a vertex and a face come first, then a face and a vertex, then two edges. */
    first: number;
    vertexFaceCount: number;
    faceVertexCount: number;
    edgeEdgeCount: number;
}

/**
 * Copies: vertex-face and edge-edge pairs within a distance, as solvers of contact take them. Each array has as many elements
 * per pair of features as its comment says; see mote_near_pair.
 */
export interface Features {
    pairs: FeaturePair[];
    count: number;
    /** One: the vertex, the face, or the edge as 3 * triangle + corner. */
    featuresA: Uint32Array;
    featuresB: Uint32Array;
    /** Four: the vertices of a, then those of b. */
    vertices: Uint32Array;
    /** Four: weights of the vertices for the closest points, which add up to 1 for each body. */
    weights: Float32Array;
    /** One: bit i is set where weight i is not 0. */
    support: Uint32Array;
    /** One; 0 exactly where the two share a point. */
    distances: Float32Array;
    /** Three: the closest points. */
    onA: Float32Array;
    onB: Float32Array;
}

/** @internal */
export function findFeatures(world: Handle, { distance = 0, sharedVertex = false }: FeatureOptions): Features {
    const { native } = world;
    const found = native.take((out) =>
        native.exports.world_features(world.pointer, distance, Number(sharedVertex), out),
    );
    const count = native.word(found + FEATURES.featureCount);
    const near = new Columns(native, native.word(found + FEATURES.features), count, NEAR_PAIR.size);
    const first = native.word(found + FEATURES.pairs);
    const pairs = Array.from({ length: native.word(found + FEATURES.pairCount) }, (_, i) => {
        const at = (offset: number) => native.word(first + i * FEATURE_PAIR.size + offset);
        return {
            a: at(FEATURE_PAIR.a),
            b: at(FEATURE_PAIR.b),
            first: at(FEATURE_PAIR.first),
            vertexFaceCount: at(FEATURE_PAIR.vertexFaceCount),
            faceVertexCount: at(FEATURE_PAIR.faceVertexCount),
            edgeEdgeCount: at(FEATURE_PAIR.edgeEdgeCount),
        };
    });
    return {
        pairs,
        count,
        featuresA: near.words(NEAR_PAIR.featureA),
        featuresB: near.words(NEAR_PAIR.featureB),
        vertices: near.words(NEAR_PAIR.vertices, 4),
        weights: near.floats(NEAR_PAIR.weights, 4),
        support: near.words(NEAR_PAIR.support),
        distances: near.floats(NEAR_PAIR.distance),
        onA: near.floats(NEAR_PAIR.onA, 3),
        onB: near.floats(NEAR_PAIR.onB, 3),
    };
}
