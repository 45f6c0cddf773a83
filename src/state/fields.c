// SPDX-License-Identifier: BSD-3-Clause
#include "state/fields.h"
#include "memory/array.h"

_Static_assert(SCREE_ARRAY_COUNT <= 64, "a bit of scree_particles.absent each");

#define SCREE_TYPE_OF(type)                                                                                  \
    _Generic((type){0},                                                                                      \
        double: SCREE_F64,                                                                                   \
        scree_vec3: SCREE_F64,                                                                               \
        scree_mobility_tensor: SCREE_F64,                                                                    \
        scree_moved: SCREE_F64,                                                                              \
        scree_form: SCREE_F64,                                                                               \
        uint64_t: SCREE_U64,                                                                                 \
        uint32_t: SCREE_U32)
#define SCREE_SIZE_OF_TYPE(type) (SCREE_TYPE_OF(type) == SCREE_U32 ? 4 : 8)

const scree_field scree_field_table[SCREE_FIELD_COUNT] = {
#define SCREE_FIELD(name, array, offset, type, count, flags, unit, sentence)                                 \
    {#name,                                                                                                  \
     unit,                                                                                                   \
     sentence,                                                                                               \
     SCREE_ARRAY_##array,                                                                                    \
     offsetof(scree_particles, array),                                                                       \
     offset,                                                                                                 \
     sizeof *((scree_particles *)0)->array,                                                                  \
     SCREE_TYPE_OF(type),                                                                                    \
     (int)(sizeof(type) / SCREE_SIZE_OF_TYPE(type)) * (count),                                               \
     flags},
    SCREE_FIELDS
#undef SCREE_FIELD
};

#define SCREE_FIELD(name, array, offset, type, count, flags, ...)                                            \
    &&(!((flags)&SCREE_READ) || _Generic((type){0}, double: (count) == 1, default: 0))
_Static_assert(1 SCREE_FIELDS, "a column of a particle file is a double");
#undef SCREE_FIELD
#define SCREE_ARRAY_LINE(name, type, has, flags, ...)                                                        \
    &&(!((flags) & (SCREE_WRITTEN | SCREE_SAVED)) || ((flags)&SCREE_COPIED))
_Static_assert(1 SCREE_OWN_FIELDS(SCREE_ARRAY_LINE),
               "files are made from the snapshot, so it needs the array");
#undef SCREE_ARRAY_LINE
#undef SCREE_TYPE_OF
#undef SCREE_SIZE_OF_TYPE

void *scree_field_of(const scree_particles *p, const scree_field *field, size_t i) {
    char *array;
    memcpy(&array, (const char *)p + field->pointer, sizeof array);
    return scree_particles_have(p, field->array) ? array + field->stride * i + field->offset : NULL;
}

// Written out by the preprocessor, as it is asked of all particles with each list.
int scree_fields_unusable(const scree_particles *p, size_t i) {
#define SCREE_FIELD(name, array, offset, type, count, flags, ...)                                            \
    if ((flags)&SCREE_SAVED && _Generic((type){0}, double: 1, scree_vec3: 1, default: 0) &&                  \
        scree_particles_have(p, SCREE_ARRAY_##array)) {                                                      \
        for (size_t c = 0; (c + 1) * sizeof(double) <= sizeof(type) * (count); c++) {                        \
            double value;                                                                                    \
            memcpy(&value, (const char *)&p->array[i] + (offset) + c * sizeof value, sizeof value);          \
            const double most = (flags)&SCREE_POSITIVE ? 100.0 * SCREE_FIELD_MOST : SCREE_FIELD_MOST;        \
            if (!(fabs(value) < most) || ((flags)&SCREE_POSITIVE && !(value > 0.0))) {                       \
                return SCREE_FIELD_##name;                                                                   \
            }                                                                                                \
        }                                                                                                    \
    }
    SCREE_FIELDS
#undef SCREE_FIELD
    return -1;
}

char *scree_field_in_words(const scree_field *field) {
    const int shown = SCREE_WRITTEN | SCREE_READ | SCREE_SET | SCREE_LOAD;
    return (field->flags & shown)
               ? scree_format("field '%s'", field->name)
               : scree_format("value \"%.*s\"", (int)strcspn(field->sentence, "."), field->sentence);
}

char *scree_field_complaint(const scree_particles *p, const scree_field *field, size_t i) {
    const double *value = scree_field_of(p, field, i);
    char *list = scree_strdup("");
    for (int c = 0; c < field->components; c++) {
        char *longer = scree_format("%s%s%g", list, c > 0 ? ", " : "", value[c]);
        scree_free(list);
        list = longer;
    }
    const bool several = field->components > 1;
    char *words = scree_field_in_words(field);
    // A field that users see has its name alone: "the radius".
    const char *name = words[0] == 'f' ? field->name : words;
    char *text = scree_format("particle %llu has the %s %s%s%s%s%s, which is not a usable number",
                              (unsigned long long)p->id[i], name, several ? "(" : "", list,
                              several ? ")" : "", field->unit[0] ? " " : "", field->unit);
    scree_free(words);
    scree_free(list);
    return text;
}
