// SPDX-License-Identifier: BSD-3-Clause
#include "paraview/view.h"
#include "text/file.h"
#include "view_py.h" // made of view.py by CMakeLists.txt

bool scree_view_write(scree_out_folder *folder, const char *dir, scree_report *r) {
    scree_file file;
    char *path = scree_format("%s/view.py", dir);
    bool ok = scree_out_folder_add(folder, "view.py", r) && scree_file_create(&file, path, r);
    if (ok) {
        scree_file_write(&file, view_py, sizeof view_py - 1);
        ok = scree_file_commit(&file, true, r); // on the disk, as all that a finished run has written
    }
    scree_free(path);
    return ok;
}
