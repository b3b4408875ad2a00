#include "scenes/render/image.h"

#include <stdlib.h>

#include "core/result.h"

#define MAX_PIXELS ((uint64_t)1 << 28)

mote_result scene_image_create(uint32_t width, uint32_t height, scene_image *out)
{
    *out = (scene_image){0};
    uint64_t pixels = (uint64_t)width * height;
    if (pixels == 0 || pixels > MAX_PIXELS)
        return mote_fail(MOTE_ERROR_ARGUMENT, "a picture of %u x %u pixels", width, height);
    out->pixels = calloc((size_t)pixels, 3);
    if (!out->pixels) return mote_fail_memory((size_t)pixels * 3, "a picture");
    out->width = width;
    out->height = height;
    return MOTE_OK;
}

void scene_image_release(scene_image *image)
{
    free(image->pixels);
    *image = (scene_image){0};
}
