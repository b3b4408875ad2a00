// Written by names.mjs from the tables of the library.

/** The methods of detection; `Mote.methods` tells what each can do. */
export type MethodName =
    | 'hybrid'
    | 'naive'
    | 'refit'
    | 'smith'
    | 'senin'
    | 'lbg'
    | 'separating-plane'
    | 'octree-update'
    | 'closest-feature'
    | 'paired';

/** Options that do not belong to a method; see include/mote/world.h. */
export interface GeneralOptions {
    /** What to report: all face pairs, the first of each pair of bodies, or their number. */
    detect?: 'all' | 'first' | 'count';
    /** Also report faces at most this far apart; 0: only faces that touch. */
    tolerance?: number;
    /** Group face pairs into contacts. */
    contacts?: boolean;
    /** Find bodies that lie inside another body without touching it. */
    containment?: boolean;
    /** Seconds that one detect may take; 0: no limit. */
    timeBudget?: number;
    /** Face pairs with overlapping boxes that one detect may test; 0: no limit. */
    candidateBudget?: number;
    /** Seed of all random numbers. */
    seed?: number;
    /** Let the exact engine decide what the particles leave undecided. */
    certify?: boolean;
    /** Points per contact with ids that persist; 0: no manifolds. */
    manifoldPoints?: number;
    /** What all floats are relative to: x. */
    originX?: number;
    /** What all floats are relative to: y. */
    originY?: number;
    /** What all floats are relative to: z. */
    originZ?: number;
}

/** Options of methods; `Mote.options` lists their ranges, defaults and methods. */
export interface SmithOptions {
    /** Depth of the octree; 0: chosen from the size of the faces. */
    level?: number;
    /** The root is the overlap region of a pair, not the cube around all candidates. */
    rootIsRegion?: boolean;
    /** Put all bodies into one octree without comparing their boxes first (section 2.2.4). */
    skipBoxes?: boolean;
    /** A face is in a cell if its box overlaps the cell, instead of by exact clipping (section 3.7). */
    faceBox?: boolean;
    /** Halve one axis at a time instead of all three (the paper's future work). */
    bintree?: boolean;
    /** The paper's own face-pair test instead of the exact one. */
    paperFacePair?: boolean;
    /** The root is the world cube, around the origin, of this side (the paper's L); 0: a cube around all candidates. */
    worldSide?: number;
    /** The paper's own clipping of faces by cells (section 3.7) instead of the exact test. */
    paperClip?: boolean;
    /** Compare the boxes of all pairs of bodies (section 3.3) instead of those that a tree of boxes finds. */
    allBoxes?: boolean;
    /** Depth of the stored octrees; 0: that of smith.level. */
    storedLevel?: number;
}

/** Options of methods; `Mote.options` lists their ranges, defaults and methods. */
export interface SeninOptions {
    /** Particles per body; 0: twice the number of convex parts. */
    particles?: number;
    /** How far particles act; 0: given by senin.reach_part. */
    reach?: number;
    /** How far particles act, as a multiple of the longest side of the larger body's box. */
    reachPart?: number;
    /** Where particles may be: on vertices, also on midpoints of edges, also on centers of faces. */
    movement?: 'vertices' | 'edges' | 'faces';
    /** Stop when fewer particles than this move in a step; 0: a tenth of them. */
    minMoving?: number;
    /** Steps per frame; 0: the edges of the longest path over a body. */
    maxSteps?: number;
    /** Particles closer than this have their neighborhoods tested; 0: as far as the neighborhoods extend. */
    tolerance?: number;
    /** How far around a particle faces are tested, in longest edges of the faces there. */
    neighborhood?: number;
    /** Pairs of particles whose neighborhoods are tested. */
    closestPairs?: number;
    /** Faces per neighborhood, at most. */
    faces?: number;
    /** The closest pairs continue by the attraction of the two alone before they are tested. */
    pursue?: boolean;
    /** Start from new random sites in each frame. */
    coldStart?: boolean;
    /** Steps for which the force of distant particles is reused; 0: it is not. */
    cacheSteps?: number;
    /** Particles farther than this are distant, as a multiple of the reach. */
    cacheDistance?: number;
    /** Particles also interact while the boxes of two bodies are apart. */
    whileApart?: boolean;
    /** One set of particles per body for all others, instead of one per pair. */
    oneSet?: boolean;
    /** Potentials are computed without vector instructions, to the same bits. */
    scalarKernels?: boolean;
}

/** Options of methods; `Mote.options` lists their ranges, defaults and methods. */
export interface LbgOptions {
    /** Particles per body, one per area; 0: chosen by lbg.count. */
    particles?: number;
    /** How the number of particles is chosen if lbg.particles is 0. */
    count?: 'spheres' | 'shadows' | 'kissing';
    /** Areas are the cells of the paper: in fragments, some of them empty. */
    literalAreas?: boolean;
    /** How the distance of particles that probably collide is computed. */
    distance?: 'mean-edge' | 'all-pairs';
    /** Pairs of areas that are tested, those with the closest particles first. */
    closestPairs?: number;
    /** The particles of a pair continue by the attraction of the two alone before their areas are tested. */
    pursue?: boolean;
    /** Faces of an area that are tested, those nearest to the particle first; 0: all. */
    faces?: number;
    /** How many times its initial size an area may become before the body is partitioned again. */
    acceptable?: number;
    /** Measure rectangles from where the particle is, not from where it started. */
    literalRectangles?: boolean;
    /** The first areas are those of the shape and place when the body is first near another, not of the rest shape. */
    presentAreas?: boolean;
    /** Particles also attract while the boxes of two bodies are apart. */
    whileApart?: boolean;
}

/** Options of methods; `Mote.options` lists their ranges, defaults and methods. */
export interface PairedOptions {
    /** Descents per pair of bodies, besides those kept from the frame before; 0: the default. 64 misses less and takes longer. */
    starts?: number;
    /** Report all face pairs of each contact found, not one of each. */
    flood?: boolean;
}

/** Options that belong to one method or a few. */
export interface MethodOptions {
    smith?: SmithOptions;
    senin?: SeninOptions;
    lbg?: LbgOptions;
    paired?: PairedOptions;
}
