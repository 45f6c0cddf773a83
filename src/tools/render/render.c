// SPDX-License-Identifier: BSD-3-Clause
// `scree render`: pictures and movies of the folder of a run, of a checkpoint, and of a case that was not run.
#include "scree/scree.h"
#include "text/file.h"
#include "text/text_buffer.h"
#include "tools/canvas/canvas.h"
#include "tools/canvas/png_file.h"
#include "tools/frames/frame_files.h"
#include "tools/frames/frame_world.h"
#include "tools/frames/run_facts.h"
#include "tools/render/movie.h"
#include "tools/render/output_names.h"
#include "tools/render/view_point.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SURVEYED = 10, INK = 0x26303a, MOST_PIXELS = 1 << 28 };

// Where frames come from, and those that are drawn.
typedef struct source {
    bool is_folder;
    scree_frame_files files; // of a folder
    scree_frame frame;       // of a checkpoint or a case
    scree_vec3 gravity;
    size_t first, n; // of the frames
} source;

typedef struct job {
    const scree_render_options *o;
    source from;
    scree_scene scene;
    scree_view_point view;
    scree_report *r;
} job;

scree_render_options scree_render_options_default(void) {
    return (scree_render_options){.frame = -1,
                                  .time = NAN,
                                  .width = 1200,
                                  .height = 900,
                                  .rate = 20,
                                  .quality = 2,
                                  .low = NAN,
                                  .high = NAN,
                                  .scale = NAN,
                                  .zoom = 1.0};
}

// ---- sources -------------------------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

// The frames of the folder that are wanted.
static bool choose_frames(job *j, const char *path) {
    const size_t n = j->from.files.frame.n;
    const scree_render_options *o = j->o;
    j->from.n = 1;
    if (o->all || o->movie) {
        j->from.n = n;
    } else if (!isnan(o->time)) {
        j->from.first = scree_frame_files_at(&j->from.files, o->time);
        const double found = j->from.files.frame.data[j->from.first].time;
        if (fabs(found - o->time) > 1e-9 * fabs(o->time)) {
            scree_report_note(j->r, "the frame nearest to t = %.9g s is that of t = %.9g s", o->time, found);
        }
    } else if (o->frame >= (int64_t)n || o->frame < -(int64_t)n) {
        return scree_report_error(
            j->r, "%s: there is no frame %" PRId64 "; accepted: 0 to %zu, or -1 for the last one", path,
            o->frame, n - 1);
    } else {
        j->from.first = (size_t)(o->frame < 0 ? o->frame + (int64_t)n : o->frame);
    }
    return true;
}

static bool open_folder(job *j, const char *path) {
    if (!scree_frame_files_open(&j->from.files, path, j->r)) {
        return false;
    }
    j->from.is_folder = true;
    scree_run_facts facts;
    scree_run_facts_read(&facts, j->from.files.descriptor, path, j->r);
    j->from.gravity = facts.gravity;
    scree_run_facts_clear(&facts);
    return choose_frames(j, path);
}

static bool open_source(job *j, const char *path) {
    struct stat s;
    scree_frame_origin origin;
    bool ok;
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) {
        return open_folder(j, path);
    }
    const bool is_case = ends_with(path, ".yaml") || ends_with(path, ".yml");
    if (!is_case && !ends_with(path, ".scree")) {
        return scree_report_error(
            j->r,
            "%s: %s; accepted: the folder of a run (CASE.out), a checkpoint (*.scree), or a case (*.yaml)",
            path,
            access(path, F_OK) == 0 ? "this is nothing that can be drawn"
                                    : "there is no such file or folder");
    }
    const unsigned kinds = scree_scene_kinds(&j->scene);
    if (is_case) {
        ok = scree_frame_of_case(path, j->o->changes, kinds, &j->from.frame, &origin, j->r);
    } else {
        ok = scree_frame_of_checkpoint(path, j->o->case_path, j->o->changes, kinds, &j->from.frame, &origin,
                                       j->r);
    }
    if (ok) {
        j->from.gravity = origin.gravity;
        j->from.n = 1;
        scree_frame_origin_clear(&origin);
    }
    return ok;
}

// The frame k of those that are wanted, in `own` if it has to be cleared; NULL: reported.
static const scree_frame *take_frame(const job *j, size_t k, scree_frame *own) {
    if (!j->from.is_folder) {
        return &j->from.frame;
    }
    return scree_frame_files_load(&j->from.files, j->from.first + k, scree_scene_kinds(&j->scene), own, j->r)
               ? own
               : NULL;
}

static void give_back(const job *j, scree_frame *own) {
    if (j->from.is_folder) {
        scree_frame_clear(own);
    }
}

// ---- pictures ------------------------------------------------------------------------------------------------

static float text_size(const scree_render_options *o) {
    return fmaxf(7.0f, 0.0165f * (float)(o->height < o->width ? o->height : o->width));
}

// Looks at up to ten of the frames, the first and the last among them.
static bool survey(job *j) {
    const size_t n = j->from.n < SURVEYED ? j->from.n : SURVEYED;
    bool ok = true;
    for (size_t k = 0; ok && k < n; k++) {
        scree_frame own;
        const scree_frame *f = take_frame(j, n > 1 ? k * (j->from.n - 1) / (n - 1) : 0, &own);
        ok = f && scree_scene_survey(&j->scene, f, j->r);
        if (f) {
            give_back(j, &own);
        }
    }
    if (ok && j->scene.point.n == 0) {
        ok = scree_report_error(j->r, "there is nothing to see: no particles and no walls%s",
                                j->o->cut ? " beside what --cut hides" : "");
    }
    if (ok) {
        scree_scene_settle(&j->scene);
        const double legend = j->scene.has_scale && !j->o->bare
                                  ? scree_colour_width(&j->scene.scale, text_size(j->o)) / j->o->width
                                  : 0.0;
        ok = scree_view_point_of(&j->scene, j->from.gravity, fmin(legend, 0.5), &j->view, j->r);
    }
    return ok;
}

// Rays for each sample: what is large shows the random differences between pixels, and there are few such things.
static int rays_for(double pixels, double least, double most) {
    return (int)fmin(most, fmax(least, pixels));
}

// pixel: its width, in the unit of the rays.
static scree_picture_look look_of(const job *j, float pixel) {
    const scree_vec3 g = j->from.gravity, down = vec_norm(g) > 0.0 ? vec_unit(g) : vec3(0.0, 0.0, -1.0);
    const double reach = fmin(0.08, fmax(0.01, 7.0 * j->scene.radius / j->scene.unit));
    const double pixels = j->scene.radius / j->scene.unit / pixel;
    return (scree_picture_look){.samples = j->o->quality,
                                .light_rays = rays_for(pixels / 4.0, 1.0, j->o->quality == 1 ? 1.0 : 6.0),
                                .narrow_rays = rays_for(pixels / 3.0, 3.0, j->o->quality == 1 ? 4.0 : 8.0),
                                .narrow_length = (float)reach,
                                .down = {(float)down.x, (float)down.y, (float)down.z},
                                .walls = j->o->walls && strcmp(j->o->walls, "solid") == 0
                                             ? SCREE_WALLS_SOLID
                                             : SCREE_WALLS_TRANSLUCENT,
                                .threads = j->o->threads};
}

static void add_labels(const job *j, const scree_frame *f, const scree_picture *p) {
    const float size = text_size(j->o);
    char text[64];
    snprintf(text, sizeof text, "t = %.4g s", f->time);
    scree_canvas_text(p, 1.5f * size, (float)p->height - 1.5f * size, size, SCREE_CANVAS_LEFT, INK, text);
    if (j->scene.has_scale) {
        scree_colour_draw(&j->scene.scale, p, size);
    }
}

// False: reported.
static bool draw(job *j, const scree_frame *f, scree_picture *p) {
    scree_camera camera;
    scree_ray_scene rays;
    const float pixel = scree_view_point_use(&j->view, &j->scene, &camera);
    if (!scree_scene_build(&j->scene, f, fmaxf(0.7f, 0.0008f * (float)j->o->height) * pixel, &rays, j->r)) {
        return false;
    }
    const scree_picture_look look = look_of(j, pixel);
    *p = scree_picture_of(&rays, &camera, &look, j->o->width, j->o->height);
    scree_ray_scene_clear(&rays);
    if (!j->o->bare) {
        add_labels(j, f, p);
    }
    return true;
}

// ---- output --------------------------------------------------------------------------------------------------

static bool write_bytes(const char *path, const uint8_t *data, size_t n, scree_report *r) {
    scree_file file;
    if (!scree_file_create(&file, path, r)) {
        return false;
    }
    scree_file_write(&file, data, n);
    return scree_file_commit(&file, false, r);
}

static bool write_picture(const job *j, const char *path, const scree_picture *p) {
    size_t n;
    uint8_t *data = scree_png_of(p, &n, j->r);
    const bool ok = data && write_bytes(path, data, n, j->r);
    scree_free(data);
    if (ok && strcmp(path, "-") != 0) {
        scree_report_note(j->r, "wrote %s", path);
    }
    return ok;
}

// Each frame as a picture, or all of them as a movie.
static bool draw_all(job *j, const char *path) {
    scree_movie movie;
    bool ok =
        !j->o->movie || scree_movie_begin(&movie, j->o->movie, j->o->width, j->o->height, j->o->rate, j->r);
    if (!ok) {
        return false;
    }
    for (size_t k = 0; ok && k < j->from.n; k++) {
        scree_frame own;
        const scree_frame *f = take_frame(j, k, &own);
        scree_picture p = {0};
        ok = f && draw(j, f, &p);
        if (ok && j->o->movie) {
            ok = scree_movie_add(&movie, &p);
        } else if (ok) {
            char *name = scree_output_name(path, j->o->out, j->from.n > 1, f->step, k);
            ok = scree_output_may_write(name, j->o->overwrite, j->r) && write_picture(j, name, &p);
            scree_free(name);
        }
        scree_free(p.rgb);
        if (f) {
            give_back(j, &own);
        }
    }
    if (j->o->movie) {
        const bool failed = scree_report_count(j->r, SCREE_SEVERITY_ERROR) > 0;
        ok = scree_movie_end(&movie, !failed, j->r) && ok;
        if (ok) {
            scree_report_note(j->r, "wrote %s: %zu pictures", j->o->movie, j->from.n);
        }
    }
    return ok;
}

static bool options_are_fine(const scree_render_options *o, scree_report *r) {
    if (o->width < 16 || o->height < 16 || (int64_t)o->width * o->height > MOST_PIXELS) {
        return scree_report_error(r, "--size %dx%d: accepted: at least 16x16, at most %d pixels in all",
                                  o->width, o->height, MOST_PIXELS);
    }
    if (o->quality != 1 && o->quality != 2 && o->quality != 4) {
        return scree_report_error(r, "--quality: accepted: draft, usual, fine");
    }
    if (o->walls && strcmp(o->walls, "none") != 0 && strcmp(o->walls, "solid") != 0 &&
        strcmp(o->walls, "translucent") != 0) {
        return scree_report_error(r, "--walls '%s' is not known; accepted: translucent, solid, none",
                                  o->walls);
    }
    if (!(o->zoom > 0.0) || !(isnan(o->scale) || o->scale >= 0.0) || o->rate < 1) {
        return scree_report_error(r, "--zoom and --rate have to be above 0, --scale at least 0");
    }
    if (o->low >= o->high) {
        return scree_report_error(r, "--range %g:%g: the first number has to be below the second one", o->low,
                                  o->high);
    }
    if (o->contacts && o->bonds) {
        return scree_report_error(r, "--contacts and --bonds exclude each other");
    }
    if (!o->movie && scree_png_missing()) {
        return scree_report_error(r, "%s", scree_png_missing());
    }
    return true;
}

static bool begin(job *j, const char *path, const scree_render_options *o, scree_report *r) {
    *j = (job){.o = o, .r = r, .from = {.files = {.descriptor = -1}, .frame = {.descriptor = -1}}};
    return options_are_fine(o, r) && scree_scene_begin(&j->scene, o, r) && open_source(j, path) && survey(j);
}

static void end(job *j) {
    scree_frame_files_close(&j->from.files);
    scree_frame_clear(&j->from.frame);
    scree_scene_clear(&j->scene);
}

scree_status scree_render(const char *path, const scree_render_options *options, scree_report *report) {
    job j;
    // what would be replaced is found before hours are spent
    bool ok = !options->movie || scree_output_may_write(options->movie, options->overwrite, report);
    if (ok) {
        ok = begin(&j, path, options, report) && draw_all(&j, path);
        end(&j);
    }
    return ok ? SCREE_OK : SCREE_USER_ERROR;
}

unsigned char *scree_render_png(const char *path, const scree_render_options *options, size_t *size,
                                scree_report *report) {
    job j;
    uint8_t *data = NULL;
    *size = 0;
    if (begin(&j, path, options, report)) {
        scree_frame own;
        const scree_frame *f = take_frame(&j, j.from.n - 1, &own);
        scree_picture p = {0};
        if (f && draw(&j, f, &p)) {
            data = scree_png_of(&p, size, report);
        }
        scree_free(p.rgb);
        if (f) {
            give_back(&j, &own);
        }
    }
    end(&j);
    return data;
}

void scree_bytes_free(unsigned char *bytes) {
    scree_free(bytes);
}
