# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the site in a headless Chromium: site_pages.py FOLDER. Called by site.sh."""
import functools
import http.server
import pathlib
import sys
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


def show_width(browser, width: int) -> None:
    """Lets pages be as wide as in a window of this width. Chromium takes half a second to change the size of a real window."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/"
    options = Options()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    wrong, formulas = [], 0
    pages = sorted(str(p.relative_to(folder)) for p in folder.rglob("*.html") if "source" not in p.relative_to(folder).parts)
    try:
        for page in pages:
            show_width(browser, 1280)
            browser.get(base + page)
            drawn, bad, left, broken = browser.execute_script(
                "return [document.querySelectorAll('.katex').length, document.querySelectorAll('.katex-error').length,"
                " [...document.querySelectorAll('.arithmatex')].filter(e => !e.querySelector('.katex')).length,"
                " [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)]")
            formulas += drawn
            if bad or left:
                wrong.append(f"{page}: {bad} formulas with mistakes, {left} not drawn")
            wrong += [f"{page}: no picture {name}" for name in broken]
            for width in (1280, 500):
                show_width(browser, width)
                wide = browser.execute_script("return [document.documentElement.scrollWidth, window.innerWidth]")
                if wide[0] > wide[1]:
                    wrong.append(f"{page}: {wide[0]} wide in a window of {wide[1]}")
            wrong += [f"{page}: {line['message']}" for line in browser.get_log("browser") if "favicon" not in line["message"]]
        show_width(browser, 1280)
        browser.get(base + "index.html")
        field = browser.find_element("css selector", "input[data-md-component=search-query]")
        browser.execute_script("arguments[0].focus()", field)
        field.send_keys("walton")
        until = time.time() + 60  # the index is read first
        while time.time() < until and "walton_braun" not in (found := " ".join(
                a.get_attribute("href") for a in browser.find_elements("css selector", ".md-search-result__item a"))):
            time.sleep(0.1)
        if "walton_braun" not in found:
            wrong.append("the search for walton does not find the page walton_braun")
    finally:
        browser.quit()
    print("\n".join(wrong))
    print(f"{len(pages)} pages in two widths, {formulas} formulas, {len(wrong)} mistakes")
    return bool(wrong or formulas < 100)


if __name__ == "__main__":
    sys.exit(main())
