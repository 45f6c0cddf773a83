// SPDX-License-Identifier: BSD-3-Clause
// Debian's LAMMPS headers include fmt/format.h and do not bring it. These declarations satisfy them; nothing here is ever
// called, as our messages are whole strings.
#ifndef CONTRIB_LAMMPS_DEBIAN_FMT_FORMAT_H
#define CONTRIB_LAMMPS_DEBIAN_FMT_FORMAT_H

namespace fmt {

class string_view;
class format_args;
template <typename... Args, typename Format> format_args make_args_checked(const Format &, Args &...);

} // namespace fmt

#endif
