# SPDX-License-Identifier: BSD-3-Clause
"""The server of scree view, asked by plain sockets: who is let in, what is answered, and what slow, hostile and broken clients and files do."""
import json
import os
import pty
import re
import shutil
import socket
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from view_case import SCREE, View, make_run  # noqa: E402


def receive(s, limit=10):
    """One answer: status, header as a dictionary, body."""
    s.settimeout(limit)
    text = b""
    while b"\r\n\r\n" not in text:
        more = s.recv(65536)
        if not more:
            return None
        text += more
    head, body = text.split(b"\r\n\r\n", 1)
    first, *lines = head.decode().split("\r\n")
    fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    while len(body) < int(fields.get("content-length", 0)):
        body += s.recv(1 << 20)
    return int(first.split()[1]), fields, body


def connect(v):
    return socket.create_connection(("127.0.0.1", v.port), timeout=10)


def cookie(v, token=None):
    return f"scree_view_{v.port}={token or v.token}"


def request(v, target, method="GET", host=None, given=None, more="", version="HTTP/1.1"):
    host = f"127.0.0.1:{v.port}" if host is None else host
    given = cookie(v) if given is None else given
    return (f"{method} {target} {version}\r\n" + (f"Host: {host}\r\n" if host else "") + (f"Cookie: {given}\r\n" if given else "") +
            more + "\r\n").encode()


def ask(v, target, **what):
    with connect(v) as s:
        s.sendall(request(v, target, **what))
        return receive(s)


def status(v, target, **what):
    reply = ask(v, target, **what)
    return reply and reply[0]


def check(ok, *what):
    if not ok:
        raise AssertionError(" ".join(str(w) for w in what))


def who_is_let_in(v):
    code, head, body = ask(v, f"/?token={v.token}", given="")
    check(code == 200 and head["set-cookie"] == cookie(v) + "; Path=/; HttpOnly; SameSite=Strict", head)
    check(b"url=/" in body and v.token.encode() not in body, body)
    code, head, body = ask(v, "/")
    check(code == 200 and b"<canvas" in body, code)
    policy = head["content-security-policy"]
    check("unsafe" not in policy and "default-src 'none'" in policy, policy)
    check(head["x-content-type-options"] == "nosniff" and head["referrer-policy"] == "no-referrer", head)
    check(head["cache-control"] == "no-store" and not any(name.startswith("access-control") for name in head), head)
    for target in re.findall(rb'(?:src|href)="(/[^"]*)"', body) + [b"/gl.js", b"/camera.js", b"/plot.js", b"/panel.js", b"/colours.js"]:
        check(status(v, target.decode()) == 200, target)
    wrong = "0" * 32 if v.token[0] != "0" else "1" * 32
    almost = v.token[:-1] + ("0" if v.token[-1] != "0" else "1")
    for token in (wrong, almost, v.token[:-1], v.token + "0", ""):
        check(status(v, f"/?token={token}", given="") == 403, "token", token)
        check(status(v, "/index", given=f"scree_view_{v.port}={token}") == 403, "cookie", token)
    check(status(v, "/", given="") == 403 and status(v, "/index", given=f"scree_view_{v.port + 1}={v.token}") == 403)
    check(status(v, "/index", given=f"a=b; {cookie(v)}; c=d") == 200)
    check(status(v, f"/index?token={v.token}", given="") == 403)
    for host in (f"localhost:{v.port}", f"LOCALHOST:{v.port}"):
        check(status(v, "/index", host=host) == 200, host)
    for host in ("", "example.org", f"example.org:{v.port}", "127.0.0.1", f"127.0.0.1:{v.port + 1}", f"127.0.0.1:{v.port}.example.org", f"0.0.0.0:{v.port}"):
        check(status(v, "/index", host=host) == 421, "host", host)
        check(status(v, f"/?token={v.token}", host=host, given="") == 421, "host", host)
    check(status(v, "/index", more="Host: example.org\r\n") == 400)


def what_is_refused(v):
    for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS", "get", "PATCH"):
        check(status(v, "/index", method=method) == 405, method)
    check(status(v, "/index", more="Content-Length: 5\r\n") == 413)
    check(status(v, "/index", more="Transfer-Encoding: chunked\r\n") == 413)
    check(status(v, "/index", version="HTTP/1.0") == 505)
    for text in (b"rubbish\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b"GET /index  HTTP/1.1\r\n\r\n", b"GET index HTTP/1.1\r\n\r\n",
                 b"GET http://127.0.0.1/ HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: a\x00b\r\n\r\n"):
        with connect(v) as s:
            s.sendall(text)
            reply = receive(s)
            check(reply and reply[0] == 400, text, reply and reply[0])
    for size in (8193, 100000, 3000000):
        with connect(v) as s:
            try:
                s.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * size)
            except OSError:
                pass  # the server has hung up before it had all of it
            else:
                reply = receive(s)
                check(reply is None or reply[0] == 431, size, reply and reply[0])
    for target in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd", "/run.json", "/view.js/", "/view.js?x", "/VIEW.JS",
                   "/frame", "/frame/0/0", "/frame/0/0/0/", "/frame/-1/0/0", "/frame/+1/0/0", "/frame/0x1/0/0", "/frame/0/0/0/0", "/frame//0/0",
                   "/frame/0/99999999999999999999/0", "/series/../run.json", "/wall/floor/0", "/wall/99/0", "/links/99/0", "/frame/0/0/9", "/\\..\\"):
        check(status(v, target) == 404, target, status(v, target))
    for target in ("/frame/5/0/0", "/frame/9999999999999999999/0/0", "/wall/0/9999999999", "/particle/0/9999999", "/find/0/123456789", "/particle/77/0"):
        check(status(v, target) == 204, target)


def unpack(body):
    length, = struct.unpack_from("<I", body)
    check((4 + length) % 8 == 0, "alignment")
    return json.loads(body[4:4 + length]), body[4 + length:]


# Convex bodies among spheres: their surfaces, each once, and for each particle where its surface is and how it lies.
def bodies():
    with open("bodies.yaml", "w", encoding="utf-8") as file:
        file.write("""
time: {end: 1 ms, dt: 10 us}
domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
shapes: {rice: {ellipsoid: [4 mm, 1 mm, 2 mm]}}
particles:
  - {material: glass, diameter: 6 mm, positions: [[0.02, 0.02, 0.02]]}
  - {material: glass, shape: rice, orientation: {axis: [0, 0, 1], angle: 90 deg}, positions: [[0.05, 0.05, 0.05], [0.08, 0.05, 0.05]]}
""")
    with View("view", "bodies.yaml") as v:
        head, data = unpack(ask(v, "/frame/0/0/0")[2])
    n, forms = head["shown"], head["forms"]
    check(n == 3 and len(forms) == 1 and forms[0] == [578, 1152], head)
    points, triangles = forms[0]
    check(len(data) == 4 * (12 * n + 6 * points + 3 * triangles), len(data))
    rows = [struct.unpack_from("<6f", data, 24 * n + 24 * k) for k in range(n)]
    radius = [struct.unpack_from("<f", data, 16 * k + 12)[0] for k in range(n)]
    for row, r in zip(rows, radius):
        if r < 0.0035:
            check(row[0] == -1 and row[5] == 0, row)
        else:
            check(row[0] == 0 and abs(row[5] - 0.004) < 1e-8 and abs(abs(row[1]) - 0.5 ** 0.5) < 1e-6 and abs(abs(row[4]) - 0.5 ** 0.5) < 1e-6, row)
    at = 48 * n
    point = struct.unpack_from(f"<{3 * points}f", data, at)
    check([round(max(point[k::3]), 6) for k in range(3)] == [1, 0.25, 0.5], "half axes over the size")
    corner = struct.unpack_from(f"<{3 * triangles}I", data, at + 24 * points)
    check(max(corner) == points - 1 and min(corner) == 0, "corners")


def what_is_shown(v):
    index = json.loads(ask(v, "/index")[2])
    check([round(t, 6) for t in index["times"]] == [0, 0.005, 0.01, 0.015, 0.02], index["times"])
    check(index["walls"] == ["floor"] and index["links"] == ["contacts"], index)
    names = [field["name"] for field in index["fields"]]
    material = names.index("material")
    check(index["fields"][material]["names"] == ["steel", "glass"] or index["fields"][material]["names"] == ["glass", "steel"], index)
    head, data = unpack(ask(v, f"/frame/0/{material}/0")[2])
    n = head["shown"]
    check(n == head["all"] == 301 and head["one_of"] == 1 and len(data) == 24 * n, head)
    sphere = struct.unpack(f"<{4 * n}f", data[:16 * n])
    value = struct.unpack(f"<{n}f", data[16 * n:20 * n])
    number = struct.unpack(f"<{n}I", data[20 * n:])
    check(sorted(number) == list(range(n)))
    big = max(range(n), key=lambda k: sphere[4 * k + 3])
    steel = index["fields"][material]["names"].index("steel")
    check(value[big] == steel and value.count(steel) == 1, "steel")
    seen = json.loads(ask(v, f"/particle/0/{number[big]}")[2])
    fields = {field["name"]: field for field in seen["fields"]}
    check(abs(fields["radius"]["value"][0] - 0.009) < 1e-12 and fields["radius"]["unit"] == "m", fields["radius"])
    for k in range(3):
        place = fields["position"]["value"][k]
        check(0.049 <= place <= 0.051 and abs(sphere[4 * big + k] + index["origin"][k] - place) < 1e-6, place)
    check(json.loads(ask(v, f"/find/4/{seen['id']}")[2])["id"] == seen["id"])
    velocity = names.index("velocity")
    head, data = unpack(ask(v, f"/frame/1/{velocity}/3")[2])
    falls = struct.unpack(f"<{n}f", data[16 * n:20 * n])
    check(abs(min(falls) + 9.81 * 0.005) < 1e-3, min(falls))
    head, data = unpack(ask(v, f"/frame/1/{velocity}/0")[2])
    length = struct.unpack(f"<{n}f", data[16 * n:20 * n])
    check(all(a >= abs(b) for a, b in zip(length, falls)) and head["range"][3] == max(length), "length")
    head, data = unpack(ask(v, "/wall/0/0")[2])
    check(head["triangles"] == 2 and len(data) == 72, head)
    z = struct.unpack("<18f", data)[2::3]
    check(all(abs(h + index["origin"][2]) < 1e-7 for h in z), z)
    head, data = unpack(ask(v, "/links/0/4")[2])
    check(head["shown"] == head["all"] > 0 and len(data) == 28 * head["shown"], head)
    series = ask(v, "/series/0")[2]
    check(series.startswith(b"time [s],") and series.endswith(b"\n") and series.count(b"\n") == 22, series.count(b"\n"))
    check(ask(v, f"/series/{len(series)}")[2] == b"" and status(v, f"/series/{len(series) + 1}") == 410)
    run = json.loads(ask(v, "/run")[2])
    check(run["run"]["title"].startswith("Falling <b>"))


def hash_of(x):  # splitmix64
    most = (1 << 64) - 1
    x = (x + 0x9e3779b97f4a7c15) & most
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & most
    x = (x ^ x >> 27) * 0x94d049bb133111eb & most
    return x ^ x >> 31


def a_subset(folder):
    with View("view", folder, "--particles", "100") as v:
        first = []
        for k in (0, 3):
            head, data = unpack(ask(v, f"/frame/{k}/0/0")[2])
            check(head["all"] == 301 and head["one_of"] == 4 and 40 <= head["shown"] <= 110, head)
            n = head["shown"]
            first.append(sorted(struct.unpack(f"<{n}I", data[20 * n:])))
            ids = [json.loads(ask(v, f"/particle/{k}/{index}")[2])["id"] for index in first[-1]]
            check(all(hash_of(i) % 4 == 0 for i in ids), "not chosen by their ids")
        check(first[0] == first[1], "other particles in another frame")
    check(v.status == 0)


def impolite_clients(v):
    began = time.monotonic()
    deaf = [connect(v) for _ in range(3)]  # asks for megabytes and takes nothing
    for s in deaf:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.setblocking(False)
        try:
            for _ in range(300):
                s.sendall(request(v, "/frame/0/0/0"))
        except OSError:
            pass
    check(status(v, "/index") == 200, "beside slow clients")
    check(time.monotonic() - began < 5, "slow clients have to be waited for")
    with connect(v) as s:  # several requests at once are answered in their order
        s.sendall(request(v, "/index") + request(v, "/run") + request(v, "/nothing") + request(v, "/series/0"))
        text = b""
        while text.count(b"HTTP/1.1 ") < 4:
            text += s.recv(65536)
        check(re.findall(rb"HTTP/1.1 (\d+)", text) == [b"200", b"200", b"404", b"200"], text[:100])
    with connect(v) as s:
        s.sendall(request(v, "/index"))
        check(receive(s)[0] == 200)
        s.sendall(request(v, "/nothing"))
        check(receive(s)[0] == 404)
        s.sendall(request(v, "/run", more="Connection: close\r\n"))
        check(receive(s)[0] == 200 and s.recv(1) == b"", "was to be closed")
    crowd = [connect(v) for _ in range(200)]
    check(status(v, "/index") == 200, "beside 200 silent clients")
    files = len(os.listdir(f"/proc/{v.process.pid}/fd")) if os.path.isdir("/proc/self/fd") else 0
    check(files < 90, files, "descriptors")
    for s in crowd + deaf:
        s.close()
    half = connect(v)
    half.sendall(request(v, "/index")[:-7])
    return half, time.monotonic()


def wait_for(s, text, wanted, limit=8):
    """Reads events until one fits."""
    s.settimeout(limit)
    end = time.monotonic() + limit
    while time.monotonic() < end:
        for line in text.split(b"\n"):
            if line.startswith(b"data: ") and line.endswith(b"}") and wanted(json.loads(line[6:])):
                return json.loads(line[6:])
        text += s.recv(65536)
    raise AssertionError("no such event in " + repr(text[-2000:]))


def files_that_change(v, folder):
    with connect(v) as s:
        s.sendall(request(v, "/events"))
        text = b""
        while text.count(b"\n\n") < 1:
            text += s.recv(65536)
        check(b"text/event-stream" in text and b"Content-Length" not in text, text)
        frames, old = os.path.join(folder, "particles.pvd"), ask(v, "/frame/1/0/0")[2]
        with open(frames, encoding="utf-8") as file:
            whole = file.read()
        last = re.findall(r" *<DataSet.*\n", whole)[-1]
        with open("less.pvd", "w", encoding="utf-8") as file:
            file.write(whole.replace(last, ""))
        os.rename("less.pvd", frames)  # as a run does
        os.utime(os.path.join(folder, "wall_floor.pvd"), (1, 1))
        wait_for(s, b"", lambda e: e["frames"] == 4)
        check(status(v, "/frame/4/0/0") == 204 and status(v, "/frame/3/0/0") == 200)
        with open("more.pvd", "w", encoding="utf-8") as file:
            file.write(whole)
        os.rename("more.pvd", frames)
        wait_for(s, b"", lambda e: e["frames"] == 5)
        with open(os.path.join(folder, "series.csv"), "ab") as file:
            file.write(b"1,2,3")  # half a row
        wait_for(s, b"", lambda e: True)
        check(ask(v, "/series/0")[2].count(b"\n") == 22, "half a row was sent")

        name = sorted(n for n in os.listdir(folder) if n.startswith("particles_"))[2]
        path = os.path.join(folder, name)
        with open(path, "r+b") as file:
            file.truncate(5000)
        code, _, body = ask(v, "/frame/2/1/0")
        check(code == 410 and name.encode() in body, code, body)
        os.remove(path)
        os.symlink("/etc/passwd", path)
        code, _, body = ask(v, "/frame/2/1/0")
        check(code == 410 and b"root" not in body, code, body)
        os.remove(path)
        os.mkfifo(path)
        check(status(v, "/frame/2/1/0") == 410, "a pipe")
        for name in ("run.json", "series.csv"):
            os.remove(os.path.join(folder, name))
            os.symlink("/etc/passwd", os.path.join(folder, name))
        check(ask(v, "/run")[2] == b"null" and status(v, "/series/0") == 204)

        shutil.rmtree(folder)
        gone = wait_for(s, b"", lambda e: e["problem"])
        check(folder in gone["problem"], gone)
        check(status(v, "/frame/0/0/0") in (204, 410) and status(v, "/index") == 200)
        make_run(folder, "--steps", "600", "--set", "seed=99")
        wait_for(s, b"", lambda e: e["frames"] > 1 and not e["problem"], 12)
        check(ask(v, "/frame/1/0/0")[2] != old, "a frame of the earlier run was kept")


def listing(folder):
    return sorted((name, os.stat(os.path.join(folder, name)).st_mtime_ns) for name in os.listdir(folder))


def mistakes(folder):
    def says(words, text):
        done = subprocess.run([SCREE, "view", *words], capture_output=True, text=True, timeout=20)
        check(done.returncode == 1 and text in done.stderr, words, done.stderr)

    os.mkdir("empty")
    says(["empty"], "not the folder of a run")
    says(["nowhere"], "nowhere: there is no such folder")
    says([], "a folder or a case is needed")
    says([folder, "--port", "0"], "--port")
    says([folder, "--port", "65536"], "65536")
    says([folder, "--colour"], "unknown option")
    says([folder, folder], "one folder or case at a time")
    says([folder, "--set", "seed=2"], "this is none")
    with open("broken.yaml", "w", encoding="utf-8") as file:
        file.write("walls: 3\n")
    says(["broken.yaml"], "broken.yaml:1:8: error: walls")
    with View("view", folder) as v:
        says([folder, "--port", str(v.port)], f"port {v.port}")
        check(listing(folder) == listing(folder))
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        other = s.getsockname()[1]
    with View("view", folder, "--forwarded-port", str(other)) as v:
        check(status(v, "/index", host=f"127.0.0.1:{other}") == 200 and status(v, "/index", host=f"localhost:{v.port}") == 200)
        check(status(v, "/index", host=f"127.0.0.1:{other + 1}") == 421)
    check(v.status == 0, v.status)


def beside_a_run():
    plain = subprocess.run([SCREE, "run", "case.yaml", "--out", "plain.out", "--quiet"], capture_output=True, text=True, check=True)
    with View("run", "case.yaml", "--out", "viewed.out", "--view", "--quiet") as v:
        check(v.process.wait(60) == 0)  # no terminal: the page ends with the run
        check(v.process.stdout.read() == plain.stdout, "another state")
    same = [name for name, _ in listing("plain.out")]
    check([name for name, _ in listing("viewed.out")] == same)
    refused = subprocess.run([SCREE, "run", "case.yaml", "--out", "viewed.out", "--view"], capture_output=True, text=True, timeout=30)
    check(refused.returncode == 1, refused.stderr)
    try:
        pid, terminal = pty.fork()
    except OSError as problem:
        print(f"   no terminal to be had ({problem}): what it does at one is not tested")
    else:
        at_a_terminal(pid, terminal)


def at_a_terminal(pid, terminal):
    """There the page stays after the run, until Ctrl-C."""
    if pid == 0:
        os.execv(SCREE, [SCREE, "run", "case.yaml", "--out", "kept.out", "--view"])
    text = b""
    while b"until Ctrl-C" not in text:
        text += os.read(terminal, 4096)
    found = re.search(rb"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", text)
    v = type("Found", (), {"port": int(found.group(1)), "token": found.group(2).decode()})
    end = time.monotonic() + 5
    while len(json.loads(ask(v, "/index")[2])["times"]) < 5:  # it looks at the files once a second
        check(time.monotonic() < end, "frames are missing")
        time.sleep(0.1)
    os.write(terminal, b"\x03")
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        pass
    check(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0)
    try:
        connect(v).close()
        raise AssertionError("the page outlives the program")
    except ConnectionRefusedError:
        pass


def main():
    make_run("case.out")
    before = listing("case.out")
    with View("view", "case.out/") as v:
        half, began = impolite_clients(v)
        who_is_let_in(v)
        what_is_refused(v)
        what_is_shown(v)
        check(listing("case.out") == before, "something was written")
        half.settimeout(14 - (time.monotonic() - began))
        check(half.recv(1) == b"" and time.monotonic() - began > 8, "half a request")
    check(v.status == 0, v.status)
    bodies()
    a_subset("case.out")
    mistakes("case.out")
    beside_a_run()
    shutil.copytree("case.out", "changing.out")
    with View("view", "changing.out") as v:
        files_that_change(v, "changing.out")
    check(v.status == 0, v.status)
    print("the server of scree view: all well")


main()
