// SPDX-License-Identifier: BSD-3-Clause
#include "tools/render/scene.h"

#include "convex_bodies/surface.h"
#include "text/text_buffer.h"
#include "text/units.h"
#include "tools/frames/frame_bodies.h"
#include "tools/render/wall_edges.h"
#include <math.h>
#include <string.h>

enum { POINTS_OF_A_FRAME = 20000, PLAIN = 0xb9c0c7, EDGE = 0x55606c };

static const double ball_of_bonds = 0.35, rod_of_bonds = 0.16, rod_of_contacts = 0.5,
                    thinnest = 0.03; // of the radius of a particle, and of the thickest rod

// ---- options -------------------------------------------------------------------------------------------------

// "x>2 mm": what is hidden.
static bool read_cut(scree_scene *s, const char *text, scree_report *r) {
    scree_quantity q;
    size_t used = 0;
    const char *at = text + strspn(text, " ");
    const int axis = *at >= 'x' && *at <= 'z' ? *at - 'x' : -1;
    at += axis >= 0;
    at += strspn(at, " ");
    const char sign = *at;
    bool ok = axis >= 0 && (sign == '<' || sign == '>') &&
              scree_quantity_parse_start(at + 1 + strspn(at + 1, " "), &q, &used) == SCREE_QUANTITY_OK;
    if (ok) {
        const char *rest = at + 1 + strspn(at + 1, " ") + used;
        const scree_dimension d = q.dimension;
        const bool length =
            !q.has_unit || (d.m == 1 && d.kg == 0 && d.s == 0 && d.rad == 0 && d.cycle == 0 && d.kelvin == 0);
        ok = rest[strspn(rest, " ")] == 0 && length;
    }
    if (!ok) {
        return scree_report_error(r,
                                  "--cut '%s' is not known; accepted: an axis, < or >, and a length: what "
                                  "lies there is hidden, such as 'y<0' or 'x>2 mm'",
                                  text);
    }
    const float one = sign == '>' ? 1.0f : -1.0f;
    scree_array_push(&s->cut, (scree_half_space){axis, one, one * (float)q.value});
    return true;
}

static bool read_cuts(scree_scene *s, const char *text, scree_report *r) {
    bool ok = true;
    while (ok && text && *text) {
        const char *comma = strchr(text, ',');
        char *one = comma ? scree_format("%.*s", (int)(comma - text), text) : scree_strdup(text);
        ok = read_cut(s, one, r);
        scree_free(one);
        text = comma ? comma + 1 : NULL;
    }
    return ok;
}

bool scree_scene_begin(scree_scene *s, const scree_render_options *o, scree_report *r) {
    *s = (scree_scene){.o = o, .unit = 1.0};
    if (!read_cuts(s, o->cut, r)) {
        scree_scene_clear(s);
        return false;
    }
    return true;
}

void scree_scene_clear(scree_scene *s) {
    scree_colour_clear(&s->scale);
    scree_array_free(&s->cut);
    scree_array_free(&s->point);
    scree_array_free(&s->value);
    scree_array_free(&s->force);
}

unsigned scree_scene_kinds(const scree_scene *s) {
    const bool walls = !s->o->walls || strcmp(s->o->walls, "none") != 0;
    return 1u << SCREE_FRAME_PARTICLES | 1u << SCREE_FRAME_BODIES |
           (s->o->contacts ? 1u << SCREE_FRAME_CONTACTS : 0u) | (s->o->bonds ? 1u << SCREE_FRAME_BONDS : 0u) |
           (walls ? 1u << SCREE_FRAME_WALL : 0u);
}

static bool is_cut(const scree_scene *s, const double *x) {
    bool cut = false;
    for (size_t k = 0; k < s->cut.n; k++) {
        const scree_half_space *h = &s->cut.data[k];
        cut |= (double)h->sign * x[h->axis] > (double)h->limit;
    }
    return cut;
}

// Whether a name is in a list that is separated by commas.
static bool is_listed(const char *list, const char *name) {
    const size_t n = strlen(name);
    for (const char *at = list; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (strncmp(at, name, n) == 0 && (at[n] == 0 || at[n] == ',')) {
            return true;
        }
    }
    return false;
}

// ---- colours -------------------------------------------------------------------------------------------------

// What has the colours of a field: the lines if there are some, or else the particles.
static const scree_frame_set *coloured_set(const scree_scene *s, const scree_frame *f) {
    return scree_frame_find(f,
                            s->o->contacts ? SCREE_FRAME_CONTACTS
                            : s->o->bonds  ? SCREE_FRAME_BONDS
                                           : SCREE_FRAME_PARTICLES,
                            NULL);
}

static const char *field_of(const scree_scene *s, const scree_frame_set *set) {
    return s->o->colour                        ? s->o->colour
           : set->kind == SCREE_FRAME_CONTACTS ? "normal_force"
           : set->kind == SCREE_FRAME_BONDS    ? "utilisation"
                                               : "velocity";
}

// The names of the numbers of a field, NULL: they have none.
static const scree_vtp_names *names_of(const scree_frame_set *set, const char *field) {
    return strcmp(field, "material") == 0 ? scree_frame_names(set, "materials")
           : strcmp(field, "source") == 0 ? scree_frame_names(set, "sources")
                                          : NULL;
}

// "velocity.x": field and component; -1: the length of vectors.
static char *split_field(const char *text, int *component) {
    const size_t n = strlen(text);
    *component =
        n > 2 && text[n - 2] == '.' && text[n - 1] >= 'x' && text[n - 1] <= 'z' ? text[n - 1] - 'x' : -1;
    return *component >= 0 ? scree_format("%.*s", (int)(n - 2), text) : scree_strdup(text);
}

static void describe(scree_scene *s, const scree_frame_set *set, const char *field, int component) {
    const scree_vtp_names *names = names_of(set, field);
    const scree_vtp_header *h = &set->file.data[0].header;
    const scree_vtp_found *a = scree_vtp_find(
        h, set->kind <= SCREE_FRAME_BODIES ? SCREE_VTP_POINT_DATA : SCREE_VTP_CELL_DATA, field);
    scree_colour_scale *c = &s->scale;
    c->kind = names                                                         ? SCREE_COLOUR_NAMED
              : a && (a->type == SCREE_VTP_I64 || a->type == SCREE_VTP_I32) ? SCREE_COLOUR_NUMBERED
                                                                            : SCREE_COLOUR_RANGE;
    c->title = component >= 0 ? scree_format("%s %c", field, "xyz"[component]) : scree_strdup(field);
    for (char *at = c->title; *at; at++) {
        *at = *at == '_' ? ' ' : *at; // normal_force
    }
    c->unit = scree_strdup(a ? a->unit : "");
    for (size_t k = 0; names && k < names->text.n; k++) {
        scree_array_push(&c->name, scree_strdup(names->text.data[k]));
        scree_array_push(&c->used, false);
    }
    s->has_scale = true;
}

// One number for each thing of the set, free with scree_free; NULL: reported. It describes the scale the first time.
static double *colour_values(scree_scene *s, const scree_frame *f, const scree_frame_set *set,
                             scree_report *r) {
    int component, components;
    char *field = split_field(field_of(s, set), &component);
    double *value =
        scree_frame_values(f, set, strcmp(field, "speed") == 0 ? "velocity" : field, &components, r);
    if (value && component >= 0 && components != 3) {
        scree_report_error(r, "--colour %s: the field %s has one number; accepted: %s", s->o->colour, field,
                           field);
        scree_free(value);
        value = NULL;
    }
    for (size_t k = 0; value && components > 1 && k < set->n; k++) {
        const double *v = value + (size_t)components * k;
        double sum = 0.0;
        for (int i = 0; i < components; i++) {
            sum += v[i] * v[i];
        }
        value[k] = component >= 0 ? v[component] : sqrt(sum);
    }
    if (value && !s->has_scale) {
        describe(s, set, field, component);
    }
    scree_free(field);
    return value;
}

static bool is_plain(const scree_scene *s) {
    return s->o->colour && strcmp(s->o->colour, "none") == 0;
}

// ---- survey --------------------------------------------------------------------------------------------------

typedef struct box {
    double low[3], high[3];
} box;

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// The box of the particles without those few that fly far away from the others; false: there are none.
static bool box_of_particles(const scree_frame_set *p, box *b) {
    const size_t step = p->n / POINTS_OF_A_FRAME + 1, n = (p->n + step - 1) / step,
                 out = n >= 500 ? n / 500 : 0;
    double *x = scree_realloc(NULL, 0, (n + 1) * sizeof *x);
    for (int axis = 0; axis < 3 && n > 0; axis++) {
        for (size_t k = 0; k < n; k++) {
            x[k] = p->place[3 * step * k + (size_t)axis];
        }
        scree_sort(x, n, sizeof *x, ascending);
        const double room = out > 0 ? 0.25 * (x[n - 1 - out] - x[out]) : 0.0;
        b->low[axis] = fmax(x[0], x[out] - room);
        b->high[axis] = fmin(x[n - 1], x[n - 1 - out] + room);
    }
    scree_free(x);
    return n > 0;
}

static void survey_particles(scree_scene *s, const scree_frame_set *p, const box *b) {
    const size_t step = p->n / POINTS_OF_A_FRAME + 1;
    double *radius = scree_realloc(NULL, 0, (p->n / step + 2) * sizeof *radius);
    size_t n = 0;
    for (size_t k = 0; k < p->n; k += step) {
        const double *x = p->place + 3 * k;
        bool in = !is_cut(s, x);
        for (int axis = 0; axis < 3; axis++) {
            in &= x[axis] >= b->low[axis] && x[axis] <= b->high[axis];
        }
        if (in) {
            scree_array_push(&s->point, (scree_scene_point){vec3(x[0], x[1], x[2]), p->radius[k]});
        }
        radius[n++] = p->radius[k];
    }
    if (n > 0 && s->radius == 0.0) {
        scree_sort(radius, n, sizeof *radius, ascending);
        s->radius = radius[n / 2];
    }
    scree_free(radius);
}

// A plane is cut where the domain ends, which may be far away: what is more than a fifth beyond the rest does not have to be seen.
static void survey_wall(scree_scene *s, const scree_frame_set *wall, const box *rest) {
    const size_t step = 3 * wall->n / POINTS_OF_A_FRAME + 1;
    for (size_t k = 0; k < 3 * wall->n; k += step) {
        double x[3];
        memcpy(x, wall->place + 3 * k, sizeof x);
        for (int axis = 0; axis < 3 && rest && wall->n == 2; axis++) {
            const double width = rest->high[axis] - rest->low[axis], room = 0.2 * width + 4.0 * s->radius;
            x[axis] = fmin(rest->high[axis] + room, fmax(rest->low[axis] - room, x[axis]));
        }
        if (!is_cut(s, x)) {
            scree_array_push(&s->point, (scree_scene_point){vec3(x[0], x[1], x[2]), 0.0});
        }
    }
}

static void join(box *all, const double *x, bool *any) {
    for (int axis = 0; axis < 3; axis++) {
        all->low[axis] = *any ? fmin(all->low[axis], x[axis]) : x[axis];
        all->high[axis] = *any ? fmax(all->high[axis], x[axis]) : x[axis];
    }
    *any = true;
}

static void survey_places(scree_scene *s, const scree_frame *f) {
    const scree_frame_set *p = scree_frame_find(f, SCREE_FRAME_PARTICLES, NULL);
    box b, rest = {{0}, {0}};
    bool any = false;
    if (p && box_of_particles(p, &b)) {
        survey_particles(s, p, &b);
        join(&rest, b.low, &any);
        join(&rest, b.high, &any);
    }
    for (int planes = 0; planes < 2; planes++) { // planes are seen as far as the rest goes
        for (size_t k = 0; k < f->set.n; k++) {
            const scree_frame_set *wall = &f->set.data[k];
            if (wall->kind != SCREE_FRAME_WALL || (wall->n == 2) != planes ||
                is_listed(s->o->hide, wall->name)) {
                continue;
            }
            survey_wall(s, wall, any ? &rest : NULL);
            for (size_t i = 0; !planes && i < 3 * wall->n; i++) {
                join(&rest, wall->place + 3 * i, &any);
            }
        }
    }
}

bool scree_scene_survey(scree_scene *s, const scree_frame *f, scree_report *r) {
    survey_places(s, f);
    const scree_frame_set *set = coloured_set(s, f);
    if (!set && (s->o->contacts || s->o->bonds)) {
        const char *what = s->o->contacts ? "contacts" : "bonds";
        return scree_report_error(
            r, "%s: no %s were written at t = %.9g s; 'output.vtk.%s' of a case writes them",
            f->folder[0] ? f->folder : "the state", what, f->time, what);
    }
    if (!set || is_plain(s)) {
        return true;
    }
    double *value = colour_values(s, f, set, r);
    if (!value) {
        return false;
    }
    for (size_t k = 0; s->scale.kind == SCREE_COLOUR_NAMED && k < set->n; k++) {
        if (value[k] >= 0.0 && value[k] < (double)s->scale.used.n) {
            s->scale.used.data[(size_t)value[k]] = true;
        }
    }
    scree_array_append(&s->value, value, set->n);
    scree_free(value);
    if (s->o->contacts) {
        int components;
        double *force = scree_frame_values(f, set, "normal_force", &components, r);
        if (!force) {
            return false;
        }
        for (size_t k = 0; k < set->n; k++) {
            scree_array_push(&s->force, fabs(force[k]));
        }
        scree_free(force);
    }
    return true;
}

void scree_scene_settle(scree_scene *s) {
    if (s->scale.kind == SCREE_COLOUR_RANGE && s->has_scale) {
        scree_colour_range(&s->scale, s->value.data, s->value.n);
        if (!isnan(s->o->low) || !isnan(s->o->high)) {
            s->scale.kind = SCREE_COLOUR_RANGE;
        }
        s->scale.low = isnan(s->o->low) ? s->scale.low : s->o->low;
        s->scale.high = isnan(s->o->high) ? s->scale.high : s->o->high;
    }
    scree_sort(s->force.data, s->force.n, sizeof *s->force.data, ascending);
    s->force_most = s->force.n > 0 ? s->force.data[s->force.n - 1 - s->force.n / 100] : 0.0;
    scree_array_free(&s->value);
    scree_array_free(&s->force);
}

// ---- things --------------------------------------------------------------------------------------------------

static void to_rays(const scree_scene *s, const double *x, float to[3]) {
    to[0] = (float)((x[0] - s->origin.x) / s->unit);
    to[1] = (float)((x[1] - s->origin.y) / s->unit);
    to[2] = (float)((x[2] - s->origin.z) / s->unit);
}

// The surfaces of the shapes, in the order of b.
static void add_forms(const scree_frame_bodies *b, scree_ray_scene *rays) {
    for (size_t k = 0; k < b->surface.n; k++) {
        const scree_frame_surface *surface = &b->surface.data[k];
        scree_octahedron o = scree_octahedron_of(surface->divisions);
        scree_array_push(&rays->form, scree_ray_form_of(surface->point, &o.direction[0].x, o.n_points,
                                                        (const uint32_t(*)[3])o.triangle, o.n_triangles));
        scree_octahedron_clear(&o);
    }
}

static void add_body(const scree_frame_bodies *b, size_t k, const scree_ball *ball, double size,
                     scree_ray_scene *rays) {
    const double *q = b->orientation + 4 * (size_t)b->row[k];
    const scree_mat3 turn = scree_quaternion_matrix((scree_quaternion){q[0], q[1], q[2], q[3]});
    scree_ray_body body = {.size = (float)size, .form = b->surface_of[k], .colour = ball->colour};
    memcpy(body.at, ball->at, sizeof body.at);
    for (int i = 0; i < 9; i++) {
        body.turn[i] = (float)turn.m[i];
    }
    scree_array_push(&rays->body, body);
}

// Particles as balls, and convex bodies with their surfaces.
static void add_balls(scree_scene *s, const scree_frame_set *p, const scree_frame_bodies *bodies,
                      const double *value, scree_ray_scene *rays) {
    const double usual = s->o->contacts ? 0.0
                         : s->o->bonds  ? ball_of_bonds
                                        : 1.0,
                 scale = isnan(s->o->scale) ? usual : s->o->scale;
    for (size_t k = 0; k < p->n && scale > 0.0; k++) {
        if (is_cut(s, p->place + 3 * k)) {
            continue;
        }
        scree_ball b = {.radius = (float)(scale * p->radius[k] / s->unit),
                        .colour = value ? scree_colour_of(&s->scale, value[k]) : PLAIN};
        to_rays(s, p->place + 3 * k, b.at);
        s->unknown += value && !isfinite(value[k]);
        if (bodies->surface_of && bodies->surface_of[k] != SCREE_FRAME_NO_BODY) {
            add_body(bodies, k, &b, scale * bodies->size[bodies->row[k]] / s->unit, rays);
        } else {
            scree_array_push(&rays->ball, b);
        }
    }
}

static void add_rods(scree_scene *s, const scree_frame_set *l, const double *value, const double *force,
                     scree_ray_scene *rays) {
    for (size_t k = 0; k < l->n; k++) {
        const double *ends = l->place + 6 * k;
        if (is_cut(s, ends) || is_cut(s, ends + 3)) {
            continue;
        }
        const double share =
            force && s->force_most > 0.0 ? fmin(1.3, fmax(thinnest, fabs(force[k]) / s->force_most)) : 1.0;
        const double radius = force ? rod_of_contacts * share : rod_of_bonds;
        scree_rod rod = {.radius = (float)(radius * s->radius / s->unit),
                         .colour = value ? scree_colour_of(&s->scale, value[k]) : PLAIN};
        to_rays(s, ends, rod.from);
        to_rays(s, ends + 3, rod.to);
        s->unknown += value && !isfinite(value[k]);
        scree_array_push(&rays->rod, rod);
    }
}

static void add_walls(const scree_scene *s, const scree_frame *f, float edge, scree_ray_scene *rays) {
    uint32_t number = 0;
    for (size_t k = 0; k < f->set.n; k++) {
        const scree_frame_set *wall = &f->set.data[k];
        if (wall->kind != SCREE_FRAME_WALL || is_listed(s->o->hide, wall->name)) {
            continue;
        }
        for (size_t i = 0; i < wall->n; i++) {
            scree_facet facet = {.wall = number};
            for (int c = 0; c < 3; c++) {
                to_rays(s, wall->place + 9 * i + 3 * (size_t)c, facet.corner[c]);
            }
            scree_array_push(&rays->facet, facet);
        }
        number++;
        scree_wall_edges edges = {0};
        scree_wall_edges_of(wall->place, wall->n, &edges);
        for (size_t i = 0; i < edges.n; i++) {
            scree_rod rod = {.radius = edge, .colour = EDGE, .flat = true};
            to_rays(s, edges.data[i].end[0], rod.from);
            to_rays(s, edges.data[i].end[1], rod.to);
            scree_array_push(&rays->rod, rod);
        }
        scree_array_free(&edges);
    }
}

// The names of walls to hide have to be there at this time.
static bool hides_known(const scree_scene *s, const scree_frame *f, scree_report *r) {
    bool ok = true;
    for (const char *at = s->o->hide; ok && at && *at;) {
        const char *comma = strchr(at, ',');
        char *name = comma ? scree_format("%.*s", (int)(comma - at), at) : scree_strdup(at);
        scree_text_buffer walls = {0};
        for (size_t k = 0; k < f->set.n; k++) {
            if (f->set.data[k].kind == SCREE_FRAME_WALL) {
                scree_text_add(&walls, "%s%s", walls.n > 0 ? ", " : "", f->set.data[k].name);
            }
        }
        if (!scree_frame_find(f, SCREE_FRAME_WALL, name)) {
            scree_report_warning(r, "--hide %s: there is no such wall at t = %.9g s; accepted: %s", name,
                                 f->time, walls.n > 0 ? walls.data : "none, as there are no walls");
        }
        scree_free(walls.data);
        scree_free(name);
        at = comma ? comma + 1 : NULL;
    }
    return ok;
}

bool scree_scene_build(scree_scene *s, const scree_frame *f, float edge, scree_ray_scene *rays,
                       scree_report *r) {
    *rays = (scree_ray_scene){0};
    s->unknown = 0;
    const scree_frame_set *set = coloured_set(s, f), *p = scree_frame_find(f, SCREE_FRAME_PARTICLES, NULL);
    double *value = set && !is_plain(s) ? colour_values(s, f, set, r) : NULL, *force = NULL;
    scree_frame_bodies bodies = {0};
    bool ok = hides_known(s, f, r) && (value || !set || is_plain(s)) && scree_frame_bodies_of(f, &bodies, r);
    if (ok && set && set->kind == SCREE_FRAME_CONTACTS) {
        int components;
        force = scree_frame_values(f, set, "normal_force", &components, r);
        ok = force != NULL;
    }
    if (ok) {
        if (set && set != p) {
            add_rods(s, set, value, force, rays);
        }
        if (p) {
            add_forms(&bodies, rays);
            add_balls(s, p, &bodies, set == p ? value : NULL, rays);
        }
        add_walls(s, f, edge, rays);
        for (size_t k = 0; k < s->cut.n; k++) {
            scree_half_space h = s->cut.data[k];
            const double origin = h.axis == 0 ? s->origin.x : h.axis == 1 ? s->origin.y : s->origin.z;
            h.limit = (float)(((double)h.limit - (double)h.sign * origin) / s->unit);
            scree_array_push(&rays->hidden, h);
        }
        if (s->unknown > 0) {
            scree_report_warning(r,
                                 "%s at t = %.9g s: %zu of %zu values are no numbers; they are drawn in grey",
                                 s->scale.title, f->time, s->unknown, set->n);
        }
        scree_ray_scene_prepare(rays);
    }
    scree_frame_bodies_clear(&bodies);
    scree_free(value);
    scree_free(force);
    return ok;
}
