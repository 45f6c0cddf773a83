// SPDX-License-Identifier: BSD-3-Clause
// Makes a picture of a scene by rays: balls and rods with soft shadow and with less light in narrow places, walls translucent so that one sees inside. The
// random numbers of a pixel follow from its place, and each pixel is computed by itself: the picture has the same bytes for any number of threads.
#pragma once

#include "tools/rays/ray_scene.h"

typedef struct scree_camera {
    float eye[3], right[3], up[3], forward[3]; // in the unit of the scene; directions have length 1
    float half_width, half_height;             // of what is seen, at distance 1
} scree_camera;

typedef enum scree_wall_look { SCREE_WALLS_TRANSLUCENT, SCREE_WALLS_SOLID } scree_wall_look;

typedef struct scree_picture_look {
    int samples;         // each way in a pixel: 1, 2, 4
    int light_rays;      // for each sample, towards the light
    int narrow_rays;     // for each sample, of the light that narrow places lose
    float narrow_length; // how far these look, in the unit of the scene
    float down[3];       // the direction of gravity, of length 1
    scree_wall_look walls;
    int threads; // 0: as many as there are cores, or OMP_NUM_THREADS
} scree_picture_look;

typedef struct scree_picture {
    int width, height;
    uint8_t *rgb; // row by row from the top
} scree_picture;

// Makes the picture; free its rgb with scree_free.
scree_picture scree_picture_of(const scree_ray_scene *s, const scree_camera *c,
                               const scree_picture_look *look, int width, int height);
