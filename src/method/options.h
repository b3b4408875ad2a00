// The options of methods. A method declares its options in one table in its folder. The list of
// options, setting by name, the checks of mote_world_create, the defaults and recordings all use
// these tables.

#ifndef MOTE_METHOD_OPTIONS_H
#define MOTE_METHOD_OPTIONS_H

#include <float.h>
#include <math.h>
#include <mote/options.h>

typedef enum mote_option_type {
    MOTE_OPTION_TYPE_BOOL,
    MOTE_OPTION_TYPE_U32, // enumerators too
    MOTE_OPTION_TYPE_U64,
    MOTE_OPTION_TYPE_FLOAT,
    MOTE_OPTION_TYPE_DOUBLE
} mote_option_type;

// The effects of a value other than 0 on the method, its results and the broad phase.
enum {
    MOTE_OPTION_IS_INEXACT = 1,     // results are not exact, even if the method is
    MOTE_OPTION_USES_THE_CLOCK = 2, // results depend on time, and so on the machine
    // As the members of mote_method_api with the same names.
    MOTE_OPTION_WANTS_ALL_PAIRS = 4,
    MOTE_OPTION_JOINS_PAIRS = 8,
    MOTE_OPTION_COMPARES_ALL_BOXES = 16 // each body's box is compared with each other's: O(n^2)
};

typedef struct mote_option_row {
    mote_world_option option; // as mote/options.h lists it
    double paper;             // the value that the paper gives, or the default
    mote_option_type type;
    size_t offset;      // of the field in the options struct
    uint32_t tag;       // names the option in recordings and never changes; 0: recorded elsewhere
    uint32_t methods;   // bits 1 << mote_method of its readers; 0: all methods with this table
    uint32_t abilities; // abilities that a method needs to read it
    uint32_t effects;   // MOTE_OPTION_IS_INEXACT, ...
} mote_option_row;

typedef struct mote_option_table {
    const mote_option_row *rows;
    size_t row_count;
    size_t struct_size; // of the method's options struct
    // Returns why a recording cannot store these options, or null if it can. May be null.
    const char *(*unrecordable)(const void *options);
} mote_option_table;

// Rows are written with these macros, after OPTION_STRUCT (the type that `offset` refers to) and
// OPTION_PREFIX (of the names, such as "smith.") have been defined.
#define MOTE_OPTION(TYPE, KIND, field)                                                             \
    .option.name = OPTION_PREFIX #field, .option.kind = MOTE_WORLD_OPTION_##KIND,                  \
    .type = MOTE_OPTION_TYPE_##TYPE, .offset = offsetof(OPTION_STRUCT, field)
#define MOTE_OPTION_BOOL(field) MOTE_OPTION(BOOL, BOOLEAN, field), MOTE_OPTION_RANGE(0, 1)
#define MOTE_OPTION_U32(field) MOTE_OPTION(U32, INTEGER, field)
#define MOTE_OPTION_FLOAT(field) MOTE_OPTION(FLOAT, NUMBER, field)
#define MOTE_OPTION_CHOICE(field, names)                                                           \
    MOTE_OPTION(U32, CHOICE, field),                                                               \
        .option.choices = (names),                                                                 \
        MOTE_OPTION_RANGE(0, (double)(uint32_t)(sizeof(names) / sizeof *(names)) - 1)

#define MOTE_OPTION_RANGE(lowest, highest) .option.min = (lowest), .option.max = (highest)
#define MOTE_OPTION_DEFAULT(value) .option.default_value = (value), .paper = (value)
#define MOTE_OPTION_DEFAULT_AND_PAPER(value, published)                                            \
    .option.default_value = (value), .paper = (published)
#define MOTE_OPTION_SUMMARY(text) .option.summary = (text)

#define MOTE_OPTION_TABLE(table_rows)                                                              \
    .rows = (table_rows), .row_count = sizeof(table_rows) / sizeof *(table_rows),                  \
    .struct_size = sizeof(OPTION_STRUCT)

// ---------------------------------------------------------------------------------------------
// One value: `options` is the struct of the row's table

double mote_option_get(const mote_option_row *row, const void *options);

// Fails, and changes nothing, unless the value is in the range of the option.
mote_result mote_option_set(const mote_option_row *row, void *options, double value);

// Fails if the value in the struct is out of range.
mote_result mote_option_check(const mote_option_row *row, const void *options);

// The bits of a value in a recording.
uint64_t mote_option_bits(const mote_option_row *row, const void *options);
void mote_option_set_bits(const mote_option_row *row, void *options, uint64_t bits);

// ---------------------------------------------------------------------------------------------
// All values of a table

void mote_option_table_defaults(const mote_option_table *table, void *options);
void mote_option_table_papers(const mote_option_table *table, void *options);

// The tables of all methods, each once; null for an index past the last.
const mote_option_table *mote_option_table_at(size_t index);

// The offset of the table's options in mote_method_options.
size_t mote_option_table_offset(const mote_option_table *table);

// Copy between the options of a def and the method's struct.
void mote_option_table_read(const mote_option_table *table, const mote_world_def *def, void *out);
void mote_option_table_write(const mote_option_table *table, mote_world_def *def,
                             const void *options);

#endif
