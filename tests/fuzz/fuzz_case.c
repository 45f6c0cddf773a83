// SPDX-License-Identifier: BSD-3-Clause
// An input file of any bytes is read or refused with a message. A case that is accepted lists its values.
#include "case/case.h"
#include "input/config.h"
#include <stdlib.h>
#include <string.h>

// libfyaml 0.7.12 loses 512 bytes of some texts that are not YAML.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libfyaml";
}

static void take_value(void *context, const char *path, const char *text) {
    *(size_t *)context += strlen(path) + strlen(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    scree_report *report = scree_report_create();
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    size_t length = 0;
    if (scree_case_read_text("fuzz.yaml", text, c, report)) {
        scree_case_each_value(c, take_value, &length);
    }
    if (length == 0 && scree_report_size(report) == 0) {
        abort(); // refused without a word
    }
    scree_case_clear(c);
    scree_free(c);
    scree_report_destroy(report);
    free(text);
    return 0;
}
