// A small writer of FBX files: the tree of nodes, as text or binary.

#ifndef MOTE_TEST_FBX_WRITER_H
#define MOTE_TEST_FBX_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct test_fbx_form {
    bool binary;
    uint32_t version; // 7400 is 7.4; from 7500 on, records of the binary form have wide headers
    bool deflated;    // arrays of the binary form are in zlib streams, of stored blocks
} test_fbx_form;

enum { TEST_FBX_DEPTH = 16 };

typedef struct test_fbx_writer {
    test_fbx_form form;
    unsigned char *bytes; // from malloc
    size_t size, room;
    int depth;
    struct {
        size_t start, values; // of the record, and of its values
        uint64_t count;
        bool open; // a text node whose { has been written
    } levels[TEST_FBX_DEPTH];
} test_fbx_writer;

void test_fbx_start(test_fbx_writer *w, test_fbx_form form);
// Ends the file; the bytes belong to the caller.
void test_fbx_finish(test_fbx_writer *w);

void test_fbx_begin(test_fbx_writer *w, const char *name);
void test_fbx_end(test_fbx_writer *w);

// Values of the node that was begun last; before its children.
void test_fbx_int(test_fbx_writer *w, int32_t value);
void test_fbx_long(test_fbx_writer *w, int64_t value); // ids and times
void test_fbx_real(test_fbx_writer *w, double value);
void test_fbx_char(test_fbx_writer *w, char letter); // of the type C; a string in the text form
void test_fbx_string(test_fbx_writer *w, const char *text);
void test_fbx_raw(test_fbx_writer *w, const void *bytes, size_t size); // of the binary form alone
// The name and class of an object.
void test_fbx_object_name(test_fbx_writer *w, const char *name, const char *kind);
void test_fbx_reals(test_fbx_writer *w, const double *values, size_t count);
void test_fbx_ints(test_fbx_writer *w, const int64_t *values, size_t count, bool wide);
// `bits`: the text form has the bits of each as an integer.
void test_fbx_floats(test_fbx_writer *w, const float *values, size_t count, bool bits);

#endif
