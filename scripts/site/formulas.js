// SPDX-License-Identifier: BSD-3-Clause
// KaTeX draws the formulas, which the Markdown extension arithmatex has put between these delimiters.
document.addEventListener("DOMContentLoaded", function () {
  document.querySelectorAll(".arithmatex").forEach(function (element) {
    renderMathInElement(element, {
      delimiters: [{left: "\\(", right: "\\)", display: false}, {left: "\\[", right: "\\]", display: true}],
      throwOnError: false,
    });
  });
});
