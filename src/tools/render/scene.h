// SPDX-License-Identifier: BSD-3-Clause
// A frame as things that rays can meet, with the colours of a field; and what several frames have in common, so that a movie keeps its colours and
// its camera.
#pragma once

#include "scree/scree.h"
#include "tools/canvas/colour_scale.h"
#include "tools/frames/frame.h"

// A point that has to be in the picture.
typedef struct scree_scene_point {
    scree_vec3 at; // m
    double radius; // m
} scree_scene_point;

typedef SCREE_ARRAY(scree_scene_point) scree_scene_points;

typedef struct scree_scene {
    const scree_render_options *o;
    scree_colour_scale scale;
    bool has_scale;
    SCREE_ARRAY(scree_half_space) cut; // limits in m
    scree_scene_points point;          // of all frames that were surveyed
    double radius;                     // m: half of the particles are smaller
    SCREE_ARRAY(double) value; // of the colours in all frames that were surveyed, until the range is set
    SCREE_ARRAY(double) force; // of contacts, in the same way
    double force_most;         // N, of which a rod is as thick as it gets
    size_t unknown;            // values that are no numbers, in the frame that was added last
    scree_vec3 origin;         // of the coordinates of rays, m
    double unit;               // of them, m
} scree_scene;

// Reads the options that a scene has. False: reported. o has to outlive the scene.
bool scree_scene_begin(scree_scene *s, const scree_render_options *o, scree_report *r);
void scree_scene_clear(scree_scene *s);
// The kinds of things that are shown, a bit for each.
unsigned scree_scene_kinds(const scree_scene *s);
// Takes points and values of a frame into account.
bool scree_scene_survey(scree_scene *s, const scree_frame *f, scree_report *r);
// After all frames were surveyed: sets the range of the colours.
void scree_scene_settle(scree_scene *s);
// Makes the things of a frame. edge: radius of the edges of walls, in the unit of the rays. False: reported.
bool scree_scene_build(scree_scene *s, const scree_frame *f, float edge, scree_ray_scene *rays,
                       scree_report *r);
