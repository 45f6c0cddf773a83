# SPDX-License-Identifier: BSD-3-Clause
sentences: dict[str, str]
