// How much stack the functions for impacts take: programs run them in fibers with little of it.

#define _DEFAULT_SOURCE // pthread_attr_setstack
#include <mote/geometry.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"
#include "support/sweep_cases.h"

enum { STACK_BYTES = 1 << 18, ALLOWED = 48 * 1024 };

static const unsigned char paint = 0xa5;

static void ask_about(const sweep_case *c)
{
    mote_vec3 start[4], end[4];
    sweep_case_narrow(c, start, end);
    const mote_index_quad quad = {{0, 1, 2, 3}};
    const mote_impact_batch batch = {start, end, start, end, &quad, 1, 1, false};
    const mote_impact_batch_double doubles = {c->start, c->end, c->start, c->end,
                                              &quad,    1,      1,        false};
    mote_impact_time time;
    mote_impact_hit hit;
    mote_vertex_face_impact(start, end, &time);
    mote_edges_impact(start, end, &time);
    mote_vertex_face_impact_double(c->start, c->end, &time);
    mote_edges_impact_double(c->start, c->end, &time);
    mote_vertex_face_impact_batch(&batch, &hit, NULL);
    mote_edges_impact_batch(&batch, &hit, NULL);
    mote_vertex_face_impact_batch_double(&doubles, &hit, NULL);
    mote_edges_impact_batch_double(&doubles, &hit, NULL);
    mote_vertex_face_approach(start, end, 1, &time);
    mote_edges_approach(start, end, 1, &time);
    mote_vertex_face_approach_double(c->start, c->end, 1, &time);
    mote_edges_approach_double(c->start, c->end, 1, &time);
}

typedef struct question {
    const sweep_case *about;
    const unsigned char *top; // where the stack of the calls begins
} question;

static void *ask_in_thread(void *argument)
{
    question *q = argument;
    q->top = __builtin_frame_address(0);
    ask_about(q->about);
    return NULL;
}

// Bytes of stack that the calls wrote to.
static size_t stack_of(const sweep_case *c)
{
    static _Alignas(4096) unsigned char stack[STACK_BYTES];
    memset(stack, paint, sizeof stack);
    question q = {.about = c};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, sizeof stack), 0);
    assert_int_equal(pthread_create(&thread, &attributes, ask_in_thread, &q), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (stack[untouched] == paint) untouched++;
    return (size_t)(q.top - stack) - untouched;
}

static void impacts_take_at_most_48_kilobytes_of_stack(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); // sanitizers put gaps between variables
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    skip();
#endif
#endif
    size_t most = 0;
    for (uint64_t i = 0; i < test_count(300, 3000, 30000); i++) {
        const sweep_case c = sweep_case_of_kind((sweep_kind)(i % SWEEP_KINDS), i);
        size_t bytes = stack_of(&c);
        most = bytes > most ? bytes : most;
    }
    print_message("%zu bytes\n", most);
    assert_true(most > 1024);
    assert_true(most <= ALLOWED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impacts_take_at_most_48_kilobytes_of_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
