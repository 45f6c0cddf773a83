// SPDX-License-Identifier: BSD-3-Clause
// A table of any bytes, given as the path along which a single contact is driven (`scree law drive`), is followed or refused
// with a message.
#include "input/config.h"
#include "memory_file.h"
#include "tools/lab/drive.h"
#include "tools/lab_files/csv_table.h"

static const char text[] = "lab: {a: {material: a, radius: 1 mm}, b: {material: a, radius: 1 mm}}\n"
                           "materials: {a: {density: 2500, young: 10 MPa, poisson: 0.2, restitution: 0.5,\n"
                           "  friction: 0.5, rolling_friction: 0.1}}\n"
                           "contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd}]\n";

static scree_single_contact fresh; // before each path

static void open_contact(void) {
    static scree_case c;
    scree_report *report = scree_report_create();
    if (!scree_case_read_text("fuzz.yaml", text, &c, report) ||
        !scree_single_contact_open(&fresh, &c, report)) {
        fprintf(stderr, "%s\n", scree_report_text(report, 0));
        exit(1);
    }
    scree_report_destroy(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static memory_file file;
    if (!file.path[0]) {
        file = memory_file_create();
        open_contact();
    }
    memory_file_set(&file, data, size);
    scree_report *report = scree_report_create();
    scree_single_contact contact = fresh;
    scree_table path, out = {0};
    if (!(scree_csv_table_read(file.path, &path, report) && scree_drive(&contact, &path, &out, report)) &&
        scree_report_size(report) == 0) {
        abort(); // refused without a word
    }
    scree_table_clear(&path);
    scree_table_clear(&out);
    scree_report_destroy(report);
    return 0;
}
