// SPDX-License-Identifier: BSD-3-Clause
// The table of every law: sentences, units, ranges, choices, names, errata, requirements of its traits; and that the registry
// refuses a user's law with an invalid table. SCREE_TEST_LAWS=library: see law_batch.h.
#include "input/schema.h"
#include "keys/word_list.h"
#include "law_batch.h"
#include "laws/list/all.h"
#include "sections/section.h"
#include <unistd.h>

static const scree_law *law; // under test

static void wrong(const char *what, const char *which) {
    fail_msg("%s law %s: %s%s%s", scree_slot_name(law->slot), law->name, what, which ? ": " : "",
             which ? which : "");
}

static bool is_sentence(const char *s) {
    size_t n = s ? strlen(s) : 0;
    return n > 3 && s[n - 1] == '.' && strchr(s, '\n') == NULL && strstr(s, "  ") == NULL;
}

static bool is_text(const char *s) {
    return s && strlen(s) > 5 && strchr(s, '\n') == NULL;
}

// Names as in the input file: letters, digits and underscores.
static bool is_name(const char *s) {
    size_t n = s ? strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_") : 0;
    return n > 0 && s[n] == '\0' && (*s < '0' || *s > '9') && n < 32;
}

static void check_unit(const char *unit, const char *of) {
    scree_unit u;
    if (!unit || !scree_unit_parse(unit, &u, NULL)) {
        wrong("a unit without meaning", of);
    }
    if (u.exponent10 != 0 || u.times != 1.0 || u.over != 1.0) {
        wrong("a unit that is not SI", of);
    }
}

static void check_choices(const scree_param_desc *d) {
    int n = scree_word_list_count(d->choices);
    if (d->min != 0.0 || d->max != (double)(n - 1)) {
        wrong("min and max do not count its choices", d->name);
    }
    if (isnan(d->fallback) || isinf(d->fallback) || d->fallback != floor(d->fallback)) {
        wrong("its default is none of its choices", d->name);
    }
    if (d->mix != SCREE_MIX_NONE) {
        wrong("words cannot be mixed", d->name);
    }
    for (int i = 0; i < n; i++) {
        char word[32];
        scree_word_list_item(d->choices, i, word);
        if (strlen(word) == 0 || strlen(word) == 31 || strpbrk(word, " \t:,[]{}#") ||
            scree_word_list_find(d->choices, word) != i) {
            wrong("a choice is empty, too long, no word of YAML, or there twice", d->name);
        }
    }
}

// The keys of the input file besides a law's parameters.
static bool is_taken(const char *name) {
    return strcmp(name, "law") == 0 || scree_section_find(&scree_contact_section, name) ||
           strcmp(name, "density") == 0 || strcmp(name, "young") == 0 || strcmp(name, "poisson") == 0;
}

static void check_param(int p) {
    const scree_param_desc *d = &law->param[p];
    if (!is_name(d->name) || is_taken(d->name)) {
        wrong("no name for a parameter", d->name);
    }
    for (int q = 0; q < p; q++) {
        if (strcmp(d->name, law->param[q].name) == 0) {
            wrong("two parameters of one name", d->name);
        }
    }
    check_unit(d->unit, d->name);
    if (!(d->min <= d->max) || isinf(d->min) || isinf(d->max)) {
        wrong("min and max are not finite, or not in order", d->name);
    }
    bool required = isnan(d->fallback), optional = isinf(d->fallback) && d->fallback > 0.0;
    if (!required && !optional && !(d->fallback >= d->min && d->fallback <= d->max)) {
        wrong("its default is out of range", d->name);
    }
    if (d->mix == SCREE_MIX_GEOMETRIC && d->min < 0.0) {
        wrong("a geometric mean of what may be negative", d->name);
    }
    if (!is_sentence(d->doc)) {
        wrong("its doc is no sentence", d->name);
    }
    if (d->choices) {
        check_choices(d);
    }
}

static void check_aliases(void) {
    for (const scree_alias *a = law->alias; a && a->name; a++) {
        int of = -1;
        for (int p = 0; p < law->nparam; p++) {
            of = strcmp(law->param[p].name, a->name) == 0 ? p : of;
            if (!a->theirs || strcmp(law->param[p].name, a->theirs) == 0) {
                wrong("an alias that is a parameter's own name", a->name);
            }
        }
        if (of < 0) {
            wrong("an alias of a parameter that does not exist", a->name);
        }
        if (scree_law_param(law, a->theirs) != of || scree_law_param(law, a->name) != of) {
            wrong("an alias that leads to another parameter", a->theirs);
        }
        if (is_taken(a->theirs)) {
            wrong("an alias that means something else in the input", a->theirs);
        }
        for (const scree_alias *b = law->alias; b != a; b++) {
            if (strcmp(a->theirs, b->theirs) == 0) {
                wrong("an alias that is there twice", a->theirs);
            }
        }
    }
}

static void check_history(void) {
    for (int h = 0; h < law->nhistory; h++) {
        const scree_history_desc *d = &law->history[h];
        if (!is_name(d->name) || !is_sentence(d->doc)) {
            wrong("a history column without a name and a sentence", d->name);
        }
        check_unit(d->unit, d->name);
        for (int g = 0; g < h; g++) {
            if (strcmp(d->name, law->history[g].name) == 0) {
                wrong("two history columns of one name", d->name);
            }
        }
        char axis = history_axis(law, h);
        size_t stem = strlen(d->name) - 1;
        bool follows = axis == ' ' || axis == 'x' ||
                       (h >= axis - 'x' && history_axis(law, h - (axis - 'x')) == 'x' &&
                        strncmp(law->history[h - (axis - 'x')].name, d->name, stem) == 0);
        bool complete = axis != 'x' || (h + 2 < law->nhistory && history_axis(law, h + 1) == 'y' &&
                                        history_axis(law, h + 2) == 'z');
        if (!follows || !complete) {
            wrong("history of a vector is not x, y, z in a row", d->name);
        }
    }
}

static bool knows_original(void) {
    for (int p = 0; p < law->nparam; p++) {
        const scree_param_desc *d = &law->param[p];
        for (int i = 0; d->choices && i < scree_word_list_count(d->choices); i++) {
            if (is_original(d, (double)i)) {
                return true;
            }
        }
    }
    return false;
}

static void check_traits(void) {
    bool normal = law->slot == SCREE_NORMAL, reaches = law->traits & (SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD);
    if (reaches != (law->reach != NULL)) {
        wrong("reach and the traits NECK and FIELD go together", NULL);
    }
    if (reaches && law->slot > SCREE_COHESION &&
        (law->slot != SCREE_HEAT || law->traits & SCREE_TRAIT_NECK)) {
        wrong("only normal and cohesion laws reach beyond touch, and fields of heat", NULL);
    }
    if ((law->traits & SCREE_TRAIT_RADIATES) && law->slot != SCREE_HEAT) {
        wrong("the trait RADIATES is for heat laws", NULL);
    }
    if (!normal && (law->traits & (SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_NO_SOLID))) {
        wrong("the traits ADHESIVE and NO_SOLID are for normal laws", NULL);
    }
    if (law->slot <= SCREE_COHESION && (law->traits & SCREE_TRAIT_NEEDS_KT)) {
        wrong("the trait NEEDS_KT is for laws after the normal force", NULL);
    }
    if (((law->traits & SCREE_TRAIT_ORIGINAL) != 0) != knows_original()) {
        wrong("the trait ORIGINAL and a choice called original (or woo) go together", NULL);
    }
    if (normal != (law->collision_time != NULL) || (!normal && law->restitution)) {
        wrong("collision_time is for every normal law, restitution for normal laws only", NULL);
    }
}

static bool is_file(const char *format, const char *page) {
    char path[1024];
    const char *source = getenv("SCREE_SOURCE");
    int used = snprintf(path, sizeof path, "%s/", source ? source : ".");
    snprintf(path + used, sizeof path - (size_t)used, format, page);
    return access(path, R_OK) == 0;
}

static void check_pages(void) {
    for (const scree_erratum *e = law->erratum; e && e->problem; e++) {
        if (!is_sentence(e->problem) || !is_sentence(e->original) || !is_sentence(e->corrected)) {
            wrong("an erratum needs three sentences", e->problem);
        }
    }
    if (law->page && !is_name(law->page)) {
        wrong("its page is no name", law->page);
    }
    if (!law->stage && !is_file("docs/laws/prose/%s.md", law->page ? law->page : law->name)) {
        wrong("there is no docs/laws/prose/ for its page", law->page);
    }
}

static void check_table(void) {
    if (!is_name(law->name) || strcmp(law->name, "none") == 0) {
        wrong("no name for a law", NULL);
    }
    if (!is_sentence(law->title)) {
        wrong("its title is no sentence", law->title);
    }
    if (!is_text(law->formula) || !is_text(law->source) || !strpbrk(law->source, "0123456789")) {
        wrong("its formula or source is missing, or the source has no year", NULL);
    }
    if (law->validity && !is_text(law->validity)) {
        wrong("its range of validity is no text", law->validity);
    }
    if (law->nparam > SCREE_PARAM_MAX || law->nhistory > SCREE_HISTORY_MAX || !law->derive) {
        wrong("too many parameters or history columns, or no derive()", NULL);
    }
    for (int p = 0; p < law->nparam; p++) {
        check_param(p);
    }
    check_aliases();
    check_history();
    check_traits();
    check_pages();
}

#define SLOT(law, slot) SCREE_##slot,
static const scree_slot slot_in_list[] = {SCREE_LAWS_BY(SLOT, SLOT)};
#undef SLOT

static void tables_are_sane(void **state) {
    (void)state;
    int n;
    const scree_law *const *all = scree_laws(&n);
    assert_true(n > first_tested);
    for (int i = first_tested; i < n; i++) {
        law = all[i];
        for (int j = 0; j < i; j++) {
            if (law->slot == all[j]->slot && strcmp(law->name, all[j]->name) == 0) {
                wrong("two laws of one name", NULL);
            }
        }
        assert_int_equal(scree_law_find(law->slot, law->name), i);
        assert_int_equal(i < scree_laws_builtin(), law->stage == NULL);
        if (!law->stage && law->slot != slot_in_list[i]) {
            wrong("another slot in laws/list/all.h than in its table", NULL);
        }
        check_table();
    }
    assert_int_equal(scree_law_find(SCREE_NORMAL, "no such law"), -1);
}

// ------------------------------------------------------------------------------------------------ a user's own table

static const char *derive_nothing(const double *param, const scree_pairing *pairing, double *derived) {
    (void)param, (void)pairing, (void)derived;
    return NULL;
}

static void no_stage(const void *derived, scree_batch *b, int h0) {
    (void)derived, (void)b, (void)h0;
}

static double any_time(const double *derived, double m, double r, double v) {
    (void)derived, (void)r, (void)v;
    return m;
}

static void expect_refused(const scree_law *table, const char *says) {
    int before, after;
    scree_laws(&before);
    const char *said = scree_laws_add(table);
    scree_laws(&after);
    if (!said || !strstr(said, says) || before != after) {
        fail_msg("a table was to be refused with '%s', the registry says '%s'", says, said ? said : "fine");
    }
}

static void bad_tables_are_refused(void **state) {
    (void)state;
    static scree_param_desc param[] = {{"k", "N/m", NAN, 0.0, 1.0, SCREE_MIX_MEAN, NULL, "Stiffness."}};
    static scree_history_desc history[] = {{"d", "m", "Overlap."}};
    const scree_law good = {.name = "of_a_test",
                            .slot = SCREE_NORMAL,
                            .title = "A law.",
                            .formula = "F = 0",
                            .source = "Nobody 2000",
                            .param = param,
                            .nparam = 1,
                            .history = history,
                            .nhistory = 1,
                            .derive = derive_nothing,
                            .collision_time = any_time,
                            .stage = no_stage};
    scree_law bad = good;
    bad.stage = NULL;
    expect_refused(&bad, "stage");
    bad = good;
    bad.source = NULL;
    expect_refused(&bad, "source");
    bad = good;
    bad.collision_time = NULL;
    expect_refused(&bad, "collision_time");
    bad = good;
    bad.nparam = SCREE_PARAM_MAX + 1;
    expect_refused(&bad, "more parameters");
    bad = good;
    bad.nhistory = -1;
    expect_refused(&bad, "history columns");
    bad = good;
    bad.slot = SCREE_SLOT_COUNT;
    expect_refused(&bad, "slot");
    bad = good;
    bad.param = NULL;
    expect_refused(&bad, "no list");
    bad = good;
    bad.name = "hertz";
    expect_refused(&bad, "already");
    param[0].unit = "mm";
    expect_refused(&good, "unit");
    param[0].unit = "N/m";
    history[0].unit = "parsec";
    expect_refused(&good, "unit");
}

int main(void) {
    load_tested_laws();
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_are_sane),
                                       cmocka_unit_test(bad_tables_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
