// SPDX-License-Identifier: BSD-3-Clause
// The keys of contacts.
#pragma once

#include "keys/key.h"

extern const scree_section scree_contact_section;  // one entry of `contacts`
extern const scree_value_type scree_contacts_type; // the list of these entries
extern const scree_value_type
    scree_law_type; // in an entry: the name of a law, or a mapping with the name and parameters
