#include "support/rest_shape.h"

#include "core/memory.h"
#include "support/run.h"

rest_shape rest_shape_of(test_mesh *source)
{
    rest_shape s = {.allocator = mote_allocator_or_default((mote_allocator){0})};
    mote_mesh_def def = test_mesh_def(source);
    s.mesh = test_mesh_create(&def);
    assert_int_equal(mote_shape_create(&s.shape, s.mesh, false, &s.allocator), MOTE_OK);
    assert_true(mote_points_create(&s.shape, &s.allocator));
    test_mesh_release(source);
    return s;
}

rest_shape rest_shape_torus(uint32_t rings, uint32_t sides)
{
    test_mesh source = test_mesh_torus(rings, sides, 2, 0.7f);
    return rest_shape_of(&source);
}

void rest_shape_end(rest_shape *s)
{
    mote_shape_destroy(&s->shape, &s->allocator);
    mote_mesh_destroy(s->mesh);
}
