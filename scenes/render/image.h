// A picture in memory, and its conversion to a PNG file.

#ifndef MOTE_SCENES_RENDER_IMAGE_H
#define MOTE_SCENES_RENDER_IMAGE_H

#include <mote/base.h>

// Rows from the top, three bytes per pixel: red, green, blue.
typedef struct scene_image {
    uint32_t width, height;
    uint8_t *pixels;
} scene_image;

// Creates a black picture. Fails if memory runs out, and for 0 or more than 2^28 pixels.
mote_result scene_image_create(uint32_t width, uint32_t height, scene_image *out);
void scene_image_release(scene_image *image);

// Returns the bytes of a PNG file; release them with free. Null for no memory.
uint8_t *scene_png_encode(const scene_image *image, size_t *size);

// Writes a PNG file. The message of a failure has the path and the system's reason.
mote_result scene_png_write(const scene_image *image, const char *path);

#endif
