// SPDX-License-Identifier: BSD-3-Clause
#include "tools/canvas/png_file.h"

#include "memory/array.h"
#ifdef SCREE_HAS_PNG
#include <png.h>
#include <setjmp.h>
#endif

#ifdef SCREE_HAS_PNG

typedef struct bytes {
    uint8_t *data;
    size_t n, capacity;
} bytes;

static void put(png_structp png, png_bytep data, png_size_t n) {
    bytes *to = png_get_io_ptr(png);
    scree_array_append(to, data, n);
}

static void flush(png_structp png) {
    (void)png;
}

const char *scree_png_missing(void) {
    return NULL;
}

uint8_t *scree_png_of(const scree_picture *p, size_t *size, scree_report *r) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bytes *const out = scree_zeros(sizeof *out); // not on the stack, for longjmp
    if (!info || setjmp(png_jmpbuf(png))) {      // libpng leaves by longjmp when memory runs out
        png_destroy_write_struct(&png, &info);
        scree_free(out->data);
        scree_free(out);
        scree_report_error(r, "libpng cannot make a picture of %d x %d pixels", p->width, p->height);
        return NULL;
    }
    png_set_write_fn(png, out, put, flush);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_IHDR(png, info, (png_uint_32)p->width, (png_uint_32)p->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int row = 0; row < p->height; row++) {
        png_write_row(png, p->rgb + 3 * (size_t)row * (size_t)p->width);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    uint8_t *data = out->data;
    *size = out->n;
    scree_free(out);
    return data;
}

#else

const char *scree_png_missing(void) {
    return "this scree was built without libpng; install the Debian package libpng-dev and build it again";
}

uint8_t *scree_png_of(const scree_picture *p, size_t *size, scree_report *r) {
    (void)p;
    *size = 0;
    scree_report_error(r, "%s", scree_png_missing());
    return NULL;
}

#endif
