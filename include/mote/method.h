/// @file method.h
/// The ways to detect, what each can do, and its options.

#ifndef MOTE_METHOD_H
#define MOTE_METHOD_H

#include <mote/mesh.h>

/// One way to detect. The exact ones give the same answer and differ in cost; the others use sensor
/// particles: what they report is true, but they may miss something.
typedef enum mote_method {
    MOTE_METHOD_HYBRID =
        0, ///< the default: streaming cluster boxes, then work only where bodies overlap
    MOTE_METHOD_NAIVE,  ///< every face against every face: the oracle
    MOTE_METHOD_REFIT,  ///< an 8-wide box tree, refitted every frame
    MOTE_METHOD_SMITH,  ///< Smith et al. 1998: overlap regions and an implicit face octree
    MOTE_METHOD_SENIN,  ///< Senin et al. 2003: particles that attract across and repel within
    MOTE_METHOD_LBG,    ///< Saenghaengtham and Kanongchaiyos 2006: one particle an area
    MOTE_METHOD_PAIRED, ///< paired descent from seeds on several levels
    MOTE_METHOD_SEPARATING_PLANE, ///< Baraff 1990 with GJK: convex rigid bodies, which of them touch
    MOTE_METHOD_OCTREE_UPDATE, ///< Kitamura et al. 1994: rigid bodies with face octrees of their own
    MOTE_METHOD_CLOSEST_FEATURE ///< Cohen et al. 1995: convex rigid bodies, which of them touch
} mote_method;

/// What a method can do.
typedef enum mote_ability {
    MOTE_ABILITY_FACE_PAIRS = 1 << 0, ///< names the faces that meet, not only the bodies
    MOTE_ABILITY_DEFORMING = 1 << 1,  ///< every vertex may move
    MOTE_ABILITY_CONCAVE = 1 << 2,    ///< any triangle set
    MOTE_ABILITY_SELF = 1 << 3,       ///< a body against itself
    MOTE_ABILITY_TOLERANCE = 1 << 4,  ///< faces closer than a distance
    MOTE_ABILITY_EXACT = 1 << 5,      ///< misses nothing and invents nothing
    MOTE_ABILITY_THREADS = 1 << 6,    ///< uses the task hook
    /// Reads single vertices: a body with promised bounds is not streamed.
    MOTE_ABILITY_POINTS = 1 << 7,
    /// Bounds nodes of a body with a deformer that can, and evaluates only those near other bodies.
    MOTE_ABILITY_ON_DEMAND = 1 << 8
} mote_ability;

typedef struct mote_method_info {
    mote_method method;
    const char *name;    ///< as the command spells it
    const char *summary; ///< one line
    uint32_t abilities;  ///< mote_ability
} mote_method_info;

/// The methods one by one, the default first; null for an index past the last.
MOTE_API const mote_method_info *mote_method_at(size_t index);

/// The options of MOTE_METHOD_SMITH; the defaults are the paper's.
typedef struct mote_smith_options {
    uint32_t level; ///< depth of the octree, at most 16; default 6. 0 chooses one from the faces
    bool root_is_region; ///< root is the overlap region of a pair; default the cube around all
                         ///< candidates
    bool skip_boxes;     ///< all bodies straight into one octree (section 2.2.4)
    bool face_box; ///< a face is in a cell when its box is; default exact clipping (section 3.7)
    bool bintree;  ///< halve one axis at a time instead of all three (their future work)
    bool paper_face_pair; ///< the paper's own face-pair test instead of the exact one: no longer
                          ///< exact
} mote_smith_options;

/// Where particles may be.
typedef enum mote_senin_movement {
    MOTE_SENIN_VERTICES = 0, ///< the paper's simplest case
    MOTE_SENIN_EDGES,        ///< also in the middle of edges
    MOTE_SENIN_FACES         ///< also in the middle of faces
} mote_senin_movement;

/// How one particle acts on another. The paper's force is f(r) times the vector between the two; the
/// potential is the integral of f(r) r over the distance, and where they repel its negative.
typedef struct mote_particle_law {
    /// Potential at `distance`, in units of the positions, 0 or more; lower is where particles go.
    /// `reach` is R_eff. Called from any worker and from the thread of the particles, so it must
    /// depend on nothing else. Null: the paper's, f = 1 / r^2.
    float (*potential)(void *context, float distance, float reach);
    void *context;
} mote_particle_law;

/// The options of MOTE_METHOD_SENIN. docs/methods/senin.md says which are the paper's.
typedef struct mote_senin_options {
    uint32_t particles; ///< a body, at most 1024; default 5. 0 chooses them by
                        ///< mote_count_by_convex_parts, for which meshes need NORMALS
    float reach;        ///< R_eff, in units of the positions; 0, the default: by reach_part
    float reach_part; ///< R_eff in longest sides of the larger body's box; default 0.5, the paper 1
    /// Of particles of the other body on those of the body with the lower index [0] and on those of
    /// the body with the higher index [1].
    mote_particle_law attraction[2];
    mote_particle_law repulsion[2]; ///< among the particles of the one body, and of the other
    mote_senin_movement movement;
    uint32_t least_moving; ///< N_min: relaxed when fewer have moved in a step; 0: a tenth of them
    uint32_t most_steps; ///< N_max: of a frame; 0: as many edges as the longest way over a body has
    float tolerance;     ///< closest particles nearer than this are looked at; 0: as far as their
                         ///< neighborhoods reach
    float neighborhood;  ///< how far they reach, in longest edges of the faces at the particle;
                         ///< default 4, the paper 1
    uint32_t closest_pairs; ///< of particles whose neighborhoods are tested, 1 to 64; default 5,
                            ///< the paper 1
    uint32_t faces;         ///< of a neighborhood, 1 to 4096; default 64
    /// The closest pairs, and those of the frame before, leave the others and go on by the attraction
    /// of the two alone before they are tested; default true, the paper false.
    bool pursue;
    bool cold_start;      ///< a new random start in each frame; default false, as in the paper
    uint32_t cache_steps; ///< the influence of distant particles is kept for so many steps; 0, the
                          ///< default: it is not
    float cache_distance; ///< what is distant, in units of the reach; default 0.5
    /// Particles go on in a thread of their own between one detect and the next, on a copy of the
    /// positions around them; default false. What is found then depends on time.
    bool own_thread;
} mote_senin_options;

MOTE_API mote_senin_options mote_default_senin_options(void);

/// What the paper says, as far as it does.
MOTE_API mote_senin_options mote_literal_senin_options(void);

/// Which rule chooses the number of particles where it is not given. The bodies are those of the world.
typedef enum mote_lbg_count {
    MOTE_LBG_COUNT_SPHERES = 0, ///< mote_find_part_spheres, against the smallest body
    MOTE_LBG_COUNT_SHADOWS,     ///< mote_count_by_shadows, against the smallest body
    MOTE_LBG_COUNT_KISSING      ///< mote_count_by_kissing
} mote_lbg_count;

/// How Eq. 13, the collision distance mu, is read.
typedef enum mote_lbg_distance {
    MOTE_LBG_MEAN_EDGE = 0, ///< mean length of the edges
    MOTE_LBG_ALL_PAIRS      ///< mean distance of any two vertices, as it is written
} mote_lbg_distance;

/// The options of MOTE_METHOD_LBG. docs/methods/lbg.md says which are the paper's.
typedef struct mote_lbg_options {
    uint32_t
        particles; ///< a body, one an area, at most 4096; default 12. 0 chooses them by `count`
    mote_lbg_count count;
    bool literal_areas;         ///< cells as the paper has them: in fragments, some empty
    mote_lbg_distance distance; ///< of particles that are probably colliding
    /// Pairs of areas that are checked, the closest particles first, 1 to 64; default 8, the paper 1.
    uint32_t closest_pairs;
    /// The particles of a pair go on by the attraction of the two alone, within their areas, before
    /// the areas are checked as far as faces reach; else those closer than mu are. Default true, the
    /// paper false.
    bool pursue;
    uint32_t faces; ///< of an area that are checked, from the particle on; default 128. 0: all
    /// How many times A*, the largest rectangle of an initial area, an area may grow before the body
    /// is cut anew, 1 or more; default 2, the paper 1. Infinity: it never is.
    float acceptable;
    bool
        literal_rectangles; ///< measured from where the particle is now; default from where it began
} mote_lbg_options;

MOTE_API mote_lbg_options mote_default_lbg_options(void);

/// What the paper says: literal areas and rectangles, one pair, all faces.
MOTE_API mote_lbg_options mote_literal_lbg_options(void);

/// The options of MOTE_METHOD_PAIRED.
typedef struct mote_paired_options {
    uint32_t starts; ///< descents a pair of bodies, besides those kept, at most 128; default 16,
                     ///< as is 0. 64 is for those who would rather wait than miss
    bool flood;      ///< report all face pairs of each contact found; default one of each
} mote_paired_options;

#endif
