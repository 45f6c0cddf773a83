# SPDX-License-Identifier: BSD-3-Clause
"""The page of scree view in a headless Chromium: what is drawn, and what follows when one drags, clicks and slides. Bounds and no exact pixels: drivers
differ."""
import os
import shutil
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from view_case import CASE, SCREE, View, make_run  # noqa: E402


def browser(*more):
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=1200,800",
                 "--force-device-scale-factor=1", *more):
        options.add_argument(word)
    options.add_experimental_option("prefs", {"download.default_directory": os.getcwd()})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options)


def check(ok, *what):
    if not ok:
        raise AssertionError(" ".join(str(w) for w in what))


class Page:
    def __init__(self, driver, view):
        self.driver = driver
        driver.get(view.address)

    def js(self, text, *words):
        return self.driver.execute_script(text, *words)

    def wait(self, condition, limit=20):
        end = time.monotonic() + limit
        while not self.js("try { return Boolean(" + condition + ") } catch (e) { return false }"):
            if time.monotonic() > end:
                self.driver.save_screenshot("failed.png")
                raise AssertionError(f"never: {condition}; {self.driver.get_log('browser')}; failed.png in {os.getcwd()}")
            time.sleep(0.02)

    def shown(self, frame):
        self.wait(f"document.body.dataset.shown === '{frame}'")
        self.still()

    # The picture with all its spheres.
    def still(self):
        self.wait("document.body.dataset.rest === 'yes'")

    def set(self, name, value, event="change"):
        self.js("""const e = document.getElementById(arguments[0]);
            if (e.type === 'checkbox') e.checked = arguments[1]; else e.value = arguments[1];
            document.body.dataset.rest = ''; e.dispatchEvent(new Event(arguments[2])); scree.show();""", name, value, event)
        self.still()

    # [r, g, b] at 200 x 120 places of the picture, which may have more pixels where it is at rest.
    def pixels(self):
        self.js("document.body.dataset.rest = ''; scree.show()")
        self.still()
        return self.js("""const c = document.getElementById('gl'), gl = c.getContext('webgl2'), p = new Uint8Array(4 * c.width * c.height);
            gl.readPixels(0, 0, c.width, c.height, gl.RGBA, gl.UNSIGNED_BYTE, p);
            const rough = [];
            for (let y = 0; y < 120; y++) for (let x = 0; x < 200; x++) {
                const k = 4 * (Math.floor((y + 0.5) / 120 * c.height) * c.width + Math.floor((x + 0.5) / 200 * c.width));
                rough.push([p[k], p[k + 1], p[k + 2]]);
            }
            return rough""")

    # r, g, b where a point of the run is in the picture.
    def colour_at(self, place):
        self.js("document.body.dataset.rest = ''; scree.show()")
        self.still()
        return self.js("""const [x, y] = scree.project(arguments[0]), c = document.getElementById('gl'), gl = c.getContext('webgl2'), p = new Uint8Array(4);
            const s = c.width / c.clientWidth;
            gl.readPixels(Math.round(x * s), Math.round(c.height - y * s), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, p);
            return [...p.slice(0, 3)]""", place)

    def silent(self):
        log = self.driver.get_log("browser")
        check(not log, "the console is not empty:", log)


def differ(a, b):
    return sum(max(abs(v - w) for v, w in zip(x, y)) > 20 for x, y in zip(a, b)) / len(a)


def grain(k):
    return f"""(() => {{ const d = scree.state.data, s = d.sphere, o = scree.state.index.origin; let best = 0;
        for (let k = 0; k < d.shown; k++) if (s[4 * k + 3] > s[4 * best + 3]) best = k;
        return [0, 1, 2].map(i => s[4 * best + i] + o[i])[{k}] }})()"""


def the_picture(p):
    p.shown(0)
    check(p.js("return location.search") == "", "the token is still in the address")
    check(p.js("return document.cookie") == "", "a script can read the cookie")
    check(p.js("return document.getElementById('title').textContent") == 'Falling <b>spheres</b> & "more"')
    check(p.js("return document.querySelectorAll('#title b').length") == 0, "a title became markup")
    check("301 particles" in p.js("return document.getElementById('when').value").replace("\u202f", ""))
    first = p.pixels()
    check(len(set(map(tuple, first))) > 200, "few colours")
    p.set("spheres", False)
    empty = p.pixels()
    covered = differ(first, empty)
    check(0.02 < covered < 0.7, "covered:", covered)
    p.set("spheres", True)
    check(differ(first, p.pixels()) < 0.01)
    return first


def turning_and_sliding(p, first):
    canvas = p.driver.find_element(By.ID, "gl")
    ActionChains(p.driver).move_to_element(canvas).click_and_hold().move_by_offset(150, 40).release().perform()
    turned = p.pixels()
    check(differ(first, turned) > 0.05, "turned:", differ(first, turned))
    p.driver.find_element(By.ID, "fit").click()
    # The keys of the slider, as a hand uses them.
    before = p.pixels()
    slider = p.driver.find_element(By.ID, "time")
    slider.send_keys("\ue014\ue014\ue014")  # to the right
    p.shown(3)
    check(abs(p.js("return scree.state.data.time") - 0.015) < 1e-9)
    after = p.pixels()
    check(0.005 < differ(before, after) < 0.9, "frame 3 looks like frame 0:", differ(before, after))
    slider.send_keys("\ue011")  # Home
    p.shown(0)
    p.driver.find_element(By.ID, "play").click()
    p.shown(4)
    p.wait("document.getElementById('play').title.startsWith('Play')")
    slider.send_keys("\ue011")
    p.shown(0)


# One finger turns, two that part come nearer.
def touching(p):
    before = p.pixels()
    send = lambda kind, *points: p.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]})
    p.js("document.getElementById('gl').scrollIntoView()")
    send("touchStart", (400, 300))
    send("touchMove", (430, 310))
    send("touchMove", (500, 330))
    send("touchEnd")
    check(differ(before, p.pixels()) > 0.03, "a finger does not turn it")
    distance = p.js("return scree.camera.distance")
    send("touchStart", (400, 300), (450, 300))
    send("touchMove", (390, 300), (460, 300))
    send("touchMove", (350, 300), (500, 300))
    send("touchEnd")
    now = p.js("return scree.camera.distance")
    check(0.25 * distance < now < 0.6 * distance, "two fingers:", distance, now)
    check(p.js("return document.getElementById('picked-box').hidden"), "a touch has clicked")
    p.driver.find_element(By.ID, "fit").click()


def colours(p):
    names = p.js("return scree.state.index.fields.map(f => f.name)")
    p.set("opacity", 0.04, "input")
    p.set("field", names.index("material"))
    p.wait("document.body.dataset.key.endsWith('/%d/0')" % names.index("material"))
    place = [p.js("return " + grain(k)) for k in range(3)]
    p.js("scree.look([0, -1, 0.3])")
    steel = p.js("return scree.state.index.fields.find(f => f.name === 'material').names.indexOf('steel')")
    wanted = [(0x44, 0x77, 0xaa), (0xee, 0x66, 0x77)][steel]
    seen = p.colour_at(place)
    check(all(0.55 * w - 25 < s < 1.3 * w + 30 for s, w in zip(seen, wanted)) and seen.index(max(seen)) == wanted.index(max(wanted)), seen, wanted)
    # By radius the largest one is at the yellow end of the colours, and all others at the violet one.
    p.set("field", names.index("radius"))
    p.wait("document.body.dataset.key.endsWith('/%d/0')" % names.index("radius"))
    p.set("range", "full")
    r, g, b = p.colour_at(place)
    check(r > 120 and g > 110 and b < 90, "not yellow:", r, g, b)
    # With a range of its own that ends below, the same; above, not.
    p.set("low", "0.001")
    p.set("high", "0.05")
    check(p.js("return document.getElementById('range').value") == "own")
    r, g, b = p.colour_at(place)
    check(b > r and b > 60, "not in the lower half of the colours:", r, g, b)
    # A cut that takes the large sphere away shows what is behind it.
    before = p.colour_at(place)
    p.js("const c = document.querySelectorAll('.cut input[type=checkbox]')[2]; c.checked = true; c.dispatchEvent(new Event('change'))")
    p.js("const c = document.querySelectorAll('.cut input[type=range]')[2]; c.value = 0.3; c.dispatchEvent(new Event('input'))")
    check(p.colour_at(place) != before, "it is not cut")
    p.js("const c = document.querySelectorAll('.cut input[type=checkbox]')[2]; c.checked = false; c.dispatchEvent(new Event('change'))")
    for _ in range(30):  # the page draws what changes when the browser comes to it
        again = p.colour_at(place)
        if again == before:
            break
        time.sleep(0.1)
    check(again == before, "it is still cut:", again, before)
    return place


def clicking(p, place):
    x, y = p.js("return scree.project(arguments[0])", place)
    canvas = p.driver.find_element(By.ID, "gl")
    middle = p.js("const c = document.getElementById('gl'); return [c.clientWidth / 2, c.clientHeight / 2]")
    ActionChains(p.driver).move_to_element_with_offset(canvas, x - middle[0], y - middle[1]).click().perform()
    p.wait("!document.getElementById('picked-box').hidden")
    text = p.js("return document.getElementById('picked').textContent")
    check("radius0.009 m" in text and "materialsteel" in text, text)
    check(p.js("return scree.state.data.shown") == 301)
    r, g, b = p.colour_at(place)
    check(r > 120 and g < 90 and b > 60, "not marked:", r, g, b)
    all_spheres = p.pixels()
    p.driver.find_element(By.ID, "unpick").click()
    check(differ(all_spheres, p.pixels()) < 0.2, "marking one changes the others")


def walls_and_links(p):
    p.set("opacity", 0.5, "input")
    with_wall = p.pixels()
    p.js("document.querySelector('#walls input').click()")
    check(differ(with_wall, p.pixels()) > 0.02, "the wall does not go")
    p.js("document.querySelector('#walls input').click()")
    p.js("document.getElementById('time').value = 4; document.getElementById('time').dispatchEvent(new Event('input'))")
    p.shown(4)
    p.js("document.querySelectorAll('#links input')[1].click()")
    p.wait("scree.state.link && scree.state.link.shown > 10")
    with_links = p.pixels()
    p.js("scree.state.link = null; scree.show()")
    check(differ(with_links, p.pixels()) > 0.0005, "no links are drawn")
    p.js("document.querySelectorAll('#links input')[0].click()")
    p.wait("document.getElementById('spheres').checked")


def plots_and_messages(p):
    ink = """const c = document.createElement('canvas'), plot = document.getElementById('plot'); let n = 0;
        [c.width, c.height] = [plot.width, plot.height];
        const copy = c.getContext('2d', {willReadFrequently: true});
        copy.drawImage(plot, 0, 0);
        const d = copy.getImageData(0, 0, c.width, c.height).data;
        for (let k = 0; k < d.length; k += 4) if (d[k + 3] > 100 && Math.max(d[k], d[k + 1], d[k + 2]) - Math.min(d[k], d[k + 1], d[k + 2]) > 60) n++;
        return n"""
    check(p.js("return scree.series.n") == 21)
    check(p.js(ink) > 300, "no line in the plot:", p.js(ink))
    one = p.js(ink)
    p.js("[...document.querySelectorAll('#columns label')].find(l => l.textContent === 'potential').querySelector('input').click()")
    check(p.js(ink) != one, "a chosen column is not drawn")
    p.set("columns-filter", "fz", "input")
    check(p.js("return document.getElementById('columns').textContent") == "floor fz")
    p.js("""const c = document.getElementById('plot'); c.dispatchEvent(new PointerEvent('click', {clientX: c.getBoundingClientRect().left + 66,
        clientY: c.getBoundingClientRect().top + 40}))""")
    p.shown(0)
    text = p.js("return document.getElementById('messages').textContent")
    check("restitution" in text and "done at t" in text, text)
    check(p.js("return document.getElementById('state').textContent") == "done")


def a_screenshot(p):
    p.driver.find_element(By.ID, "shot").click()
    end = time.monotonic() + 10
    while not os.path.exists("case_0000.png"):
        check(time.monotonic() < end, "no picture was saved")
        time.sleep(0.05)
    with open("case_0000.png", "rb") as file:
        check(file.read(8) == b"\x89PNG\r\n\x1a\n")
    check(os.path.getsize("case_0000.png") > 20000)


def a_run_that_grows(driver):
    shutil.rmtree("grow.out", ignore_errors=True)
    make_run("grow.out", "--steps", "500")  # two frames and the start
    with View("view", "grow.out") as v:
        p = Page(driver, v)
        p.shown(0)
        n = p.js("return scree.state.index.times.length")
        subprocess.run([SCREE, "run", "case.yaml", "--out", "grow.out", "--resume", "--threads", "1", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        p.wait("scree.state.index.times.length === 5 && scree.series.n === 21", 10)
        check(n == 3, n)
        p.js("document.getElementById('time').value = 4; document.getElementById('time').dispatchEvent(new Event('input'))")
        p.shown(4)
        p.silent()
        # A file that is cut off is named, and the page goes on.
        name = sorted(f for f in os.listdir("grow.out") if f.startswith("particles_"))[1]
        os.truncate(os.path.join("grow.out", name), 4000)
        p.js("document.getElementById('time').value = 1; document.getElementById('time').dispatchEvent(new Event('input'))")
        p.wait(f"document.getElementById('problem').textContent.includes('{name}')")
        p.js("document.getElementById('time').value = 2; document.getElementById('time').dispatchEvent(new Event('input'))")
        p.wait("scree.state.data.frame === 2 && document.getElementById('problem').hidden")
        driver.get_log("browser")  # that one answer was 410


# Where drawing is slow, a part of the particles is drawn while one drags, and all of them afterwards.
def many_particles(driver):
    make_run("many.out", "--steps", "0", "--set", "time.dt=2 us", "--set", "insertion[1].diameter=0.6 mm", "--set", "insertion[1].count=150000", "--set", "insertion[1].region.box.max=[0.095, 0.095, 0.035]")
    with View("view", "many.out") as v:
        p = Page(driver, v)
        p.shown(0)
        n = p.js("return scree.state.data.shown")
        check(n > 100000, n)
        for _ in range(2):  # the time of the first one is also that of its shaders
            p.pixels()
        took, drawn = float(p.js("return document.body.dataset.took")), p.js("return document.body.dataset.drawn")
        p.js("""window.seen = new Set();
            new MutationObserver(() => window.seen.add(document.body.dataset.drawn)).observe(document.body, {attributeFilter: ['data-drawn']})""")
        canvas = driver.find_element(By.ID, "gl")
        ActionChains(driver).move_to_element(canvas).click_and_hold().move_by_offset(100, 30).perform()
        check(took < 80 or drawn == "fine" or p.js("return window.seen.has('few')"), "all are drawn while one drags:", took, drawn)
        ActionChains(driver).release().perform()
        p.still()
        check(p.js("return document.body.dataset.drawn") in ("all", "fine"))
        p.silent()
    with View("view", "many.out", "--particles", "20000") as v:
        p = Page(driver, v)
        p.shown(0)
        part = p.js("return Math.ceil(scree.state.data.all / 20000)")
        check(p.js("return document.getElementById('subset').textContent") == f"showing 1 of {part} particles", part)
        check(not p.js("return document.getElementById('subset').hidden") and p.js("return scree.state.data.shown") < 25000)
        p.silent()


def a_case_before_its_run(driver):
    # The floor looks downwards, so nothing can be placed: the check fails, and the page shows the walls.
    wrong = CASE.replace("normal: [0, 0, 1]", "normal: [0, 0, -1]")
    with open("draft.yaml", "w", encoding="utf-8") as file:
        file.write(wrong)
    with View("view", "draft.yaml", "--set", "seed=3") as v:
        p = Page(driver, v)
        p.wait("document.getElementById('state').textContent === 'refused'")
        p.wait("document.querySelectorAll('#messages li.error').length > 0")
        p.wait("scree.state.walls.get(0) && scree.state.walls.get(0).triangles === 2")
        with open("draft.yaml", "w", encoding="utf-8") as file:
            file.write(CASE)
        p.wait("document.getElementById('state').textContent === 'before the run' && scree.state.data.shown === 301")
        p.wait("document.querySelectorAll('#messages li').length > 2 && document.querySelectorAll('#messages li.error').length === 0")
        with open("draft.yaml", "w", encoding="utf-8") as file:
            file.write(CASE.replace("young", "yung"))
        p.wait("document.getElementById('problem').textContent.includes('the case before')")
        p.wait("document.querySelectorAll('#messages li.error').length > 0 && scree.state.data.shown === 301")
        p.silent()
    check(v.status == 0)


def without_webgl():
    driver = browser("--disable-3d-apis")
    try:
        with View("view", "case.out") as v:
            p = Page(driver, v)
            p.wait("scree.series.n === 21 && document.body.dataset.shown === '0'")
            text = p.js("return document.getElementById('none').innerText")
            check("WebGL2" in text and "scree render" in text, text)
            picture = "document.getElementById('none-picture')"
            if "libpng" not in subprocess.run([SCREE, "render", "case.out", "--out", "ours.png"], capture_output=True, text=True).stderr:
                p.wait(f"{picture}.naturalWidth > 100 && !{picture}.hidden")
                colours = p.js(f"""const c = document.createElement('canvas'), i = {picture}; c.width = i.naturalWidth; c.height = i.naturalHeight;
                    const d = c.getContext('2d'); d.drawImage(i, 0, 0);
                    return new Set(new Uint32Array(d.getImageData(0, 0, c.width, c.height).data.buffer)).size""")
                check(colours > 500, "an empty picture:", colours)
    finally:
        driver.quit()


def main():
    make_run("case.out")
    driver = browser()
    try:
        with View("view", "case.out") as v:
            p = Page(driver, v)
            first = the_picture(p)
            turning_and_sliding(p, first)
            touching(p)
            place = colours(p)
            clicking(p, place)
            walls_and_links(p)
            plots_and_messages(p)
            a_screenshot(p)
            p.silent()
            driver.get(v.address.split("?")[0].replace("127.0.0.1", "localhost"))  # the cookie is of 127.0.0.1
            check("has the key" in driver.page_source)
            driver.get_log("browser")  # of the refusal
        a_run_that_grows(driver)
        a_case_before_its_run(driver)
        many_particles(driver)
    finally:
        driver.quit()
    without_webgl()
    print("the page of scree view: all well")


main()
