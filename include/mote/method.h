/// @file method.h
/// The methods of detection and what each can do. Options of single methods are set by name: see
/// mote/options.h.

#ifndef MOTE_METHOD_H
#define MOTE_METHOD_H

#include <mote/mesh.h>

/// A method of detection. The exact ones give the same answer and differ in cost. SENIN, LBG and
/// PAIRED use sensor particles: what they report is true, but they may miss something.
typedef enum mote_method {
    /// The default: streamed boxes of face clusters, then work only where bodies overlap.
    MOTE_METHOD_HYBRID = 0,
    /// Every face against every face: the reference that the others are tested against.
    MOTE_METHOD_NAIVE,
    /// An 8-wide tree of boxes, refitted every frame.
    MOTE_METHOD_REFIT,
    /// Smith et al. 1998: overlap regions and an implicit octree of faces.
    MOTE_METHOD_SMITH,
    /// Senin et al. 2003: particles that attract those of other bodies and repel those of their
    /// own.
    MOTE_METHOD_SENIN,
    /// Saenghaengtham and Kanongchaiyos 2006: one particle per area of the surface.
    MOTE_METHOD_LBG,
    /// Paired descent: pairs of points walk towards each other from seeds on several levels.
    MOTE_METHOD_PAIRED,
    /// Baraff 1990 with GJK: convex rigid bodies; reports which of them touch.
    MOTE_METHOD_SEPARATING_PLANE,
    /// Kitamura et al. 1994: rigid bodies, each with its own octree of faces.
    MOTE_METHOD_OCTREE_UPDATE,
    /// Cohen et al. 1995: convex rigid bodies; reports which of them touch.
    MOTE_METHOD_CLOSEST_FEATURE
} mote_method;

/// What a method can do.
typedef enum mote_ability {
    MOTE_ABILITY_FACE_PAIRS = 1 << 0, ///< reports the faces that meet, not only the bodies
    MOTE_ABILITY_DEFORMING = 1 << 1,  ///< every vertex may move
    MOTE_ABILITY_CONCAVE = 1 << 2,    ///< any set of triangles
    MOTE_ABILITY_SELF = 1 << 3,       ///< a body against itself
    MOTE_ABILITY_TOLERANCE = 1 << 4,  ///< faces within a distance of each other
    MOTE_ABILITY_EXACT = 1 << 5,      ///< misses nothing and reports nothing that is not there
    MOTE_ABILITY_THREADS = 1 << 6,    ///< uses the task hook
    /// Reads single vertices: a body with promised bounds is not streamed.
    MOTE_ABILITY_POINTS = 1 << 7,
    /// Bounds the nodes of bodies whose deformer can bound, and evaluates only those near other
    /// bodies.
    MOTE_ABILITY_ON_DEMAND = 1 << 8,
    MOTE_ABILITY_SWEEP = 1 << 9 ///< finds impacts over a step (mote_world_sweep)
} mote_ability;

/// A method and what it can do.
typedef struct mote_method_info {
    mote_method method;
    const char *name;    ///< as in the command, such as "octree-update"
    const char *summary; ///< one line
    uint32_t abilities;  ///< mote_ability
} mote_method_info;

/// Lists the methods, the default first. Null for an index past the last. The strings live as long
/// as the program.
MOTE_API const mote_method_info *mote_method_at(size_t index);

#endif
