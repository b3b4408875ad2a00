/// @file base.h
/// Included by all other headers: version, results, plain geometry types, and the hooks for memory, logging and
/// threads.

#ifndef MOTE_BASE_H
#define MOTE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version is defined only here; the build, the package files and the command read it.

/// Changes when programs must be changed too.
#define MOTE_VERSION_MAJOR 0
/// Changes when something is added; while the major version is 0, also when programs must be
/// changed.
#define MOTE_VERSION_MINOR 1
/// Changes when something is corrected.
#define MOTE_VERSION_PATCH 0

#if defined(_WIN32)
#if defined(MOTE_BUILD_SHARED)
#define MOTE_EXPORT __declspec(dllexport)
#elif defined(MOTE_USE_SHARED)
#define MOTE_EXPORT __declspec(dllimport)
#else
#define MOTE_EXPORT
#endif
#else
#define MOTE_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
#define MOTE_API extern "C" MOTE_EXPORT
#else
#define MOTE_API MOTE_EXPORT
#endif

/// "major.minor.patch" of the library that is linked, which may be newer than this header.
MOTE_API const char *mote_version(void);

// ---------------------------------------------------------------------------------------------
// Results

/// The result of a call. Every function that can fail returns one. After a failure the outputs are
/// null or unchanged, nothing leaks, and mote_last_message() says what was wrong.
typedef enum mote_result {
    MOTE_OK = 0,         ///< the call did what it was asked for
    MOTE_ERROR_ARGUMENT, ///< a null pointer, a def without its cookie, an option out of range
    MOTE_ERROR_DATA,     ///< bad input data: index out of range, NaN, malformed file
    MOTE_ERROR_MEMORY,   ///< the allocator returned null
    MOTE_ERROR_LIMIT,    ///< a count exceeds what mote or the caller's buffer can hold
    MOTE_ERROR_STALE,    ///< an id whose object was destroyed
    MOTE_ERROR_REFUSED,  ///< the method does not support this body or this call
    MOTE_ERROR_IO,       ///< a file could not be opened, read or written
    MOTE_ERROR_STATE     ///< the call is not allowed now, such as a query before the first detect
} mote_result;

/// A short English name, such as "bad data". Never null, whatever the value.
MOTE_API const char *mote_result_name(mote_result result);

/// The message of the last failure on this thread: the function, the argument, what was wrong.
/// Valid until the next failing call on this thread; never null, empty before the first failure.
MOTE_API const char *mote_last_message(void);

// ---------------------------------------------------------------------------------------------
// Plain types

/// A point or a vector of floats.
typedef struct mote_vec3 {
    float x, y, z; ///< coordinates
} mote_vec3;

/// A point or a vector of doubles.
typedef struct mote_dvec3 {
    double x, y, z; ///< coordinates
} mote_dvec3;

/// An axis-aligned box; empty when any min exceeds its max.
typedef struct mote_box {
    mote_vec3 min, max; ///< the lower and the upper corner
} mote_box;

/// Column vectors of a rotation, and a translation: x' = x * cx + y * cy + z * cz + t.
typedef struct mote_transform {
    mote_vec3 cx, cy, cz, t; ///< columns, then the translation
} mote_transform;

/// A rotation as a unit quaternion.
typedef struct mote_rotation {
    double w, x, y, z; ///< the real part, then the axis times the sine of half the angle
} mote_rotation;

// ---------------------------------------------------------------------------------------------
// Hooks

/// Supplies memory. All zero means malloc and free; set both functions or neither. It must outlive
/// what was created with it. Every object calls it on the threads that use the object.
typedef struct mote_allocator {
    /// Returns `size` bytes aligned to `alignment` (a power of two, at most 64), or null.
    void *(*allocate)(void *context, size_t size, size_t alignment);
    /// Takes back what `allocate` returned, with the same size. Never called with null.
    void (*release)(void *context, void *pointer, size_t size);
    void *context;
} mote_allocator;

/// How important a message is.
typedef enum mote_log_level {
    MOTE_LOG_PROGRESS = 0, ///< a step of a long call is done
    MOTE_LOG_INFO,         ///< worth knowing
    MOTE_LOG_WARNING       ///< something is wrong or was left out
} mote_log_level;

/// Receives warnings and the progress of long calls. All zero means none.
typedef struct mote_log {
    /// Receives one line, without its line feed.
    void (*write)(void *context, mote_log_level level, const char *message);
    void *context; ///< passed to `write`
} mote_log;

/// The maximum number of workers of a world.
#define MOTE_MAX_WORKERS 64

/// One block of work. No two concurrent calls have the same `worker` number.
typedef void mote_task(void *argument, uint32_t block, uint32_t worker);

/// Supplies threads. All zero means mote's own pool (see mote_world_def.worker_count).
typedef struct mote_tasks {
    /// Calls `task(argument, block, worker)` once for each block in 0..block_count-1, in any order,
    /// on any threads, with worker < worker_count, and returns when all are done.
    void (*run)(void *context, mote_task *task, void *argument, uint32_t block_count);
    uint32_t worker_count; ///< 1 to MOTE_MAX_WORKERS
    void *context;         ///< passed to `run`
} mote_tasks;

#endif
