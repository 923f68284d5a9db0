"""A queue and a store on this machine's loopback, and relays that make the way to them longer."""

import asyncio
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

PROJECT = pathlib.Path(__file__).resolve().parents[2]
ACCESS_KEY, SECRET_KEY = "benchmark", "not-a-secret"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def end_with_parent():
    # PR_SET_PDEATHSIG: no server outlives the benchmark.
    import ctypes
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Servers:
    """nats-server and SeaweedFS, each in its folder below the scratch folder."""

    def __init__(self, scratch):
        self.nats, self.monitor, self.s3, *ports = free_ports(11)
        weed = os.environ.get("PUSHMEDIA_WEED", PROJECT / ".build/tools/bin/weed")
        (scratch / "weed").mkdir()
        config = scratch / "s3.json"
        config.write_text(json.dumps({"identities": [{
            "name": "benchmark", "actions": ["Admin", "Read", "Write", "List", "Tagging"],
            "credentials": [{"accessKey": ACCESS_KEY, "secretKey": SECRET_KEY}]}]}))
        parts = ["master", "volume", "filer"]
        named = [f"-{part}.port={ports[2 * i]}" for i, part in enumerate(parts)]
        named += [f"-{part}.port.grpc={ports[2 * i + 1]}" for i, part in enumerate(parts)]
        self.processes = [
            self.start(["nats-server", "-js", "-sd", scratch / "nats", "-a", "127.0.0.1",
                        "-p", str(self.nats), "-m", str(self.monitor)]),
            self.start([weed, "server", f"-dir={scratch / 'weed'}", "-ip=127.0.0.1",
                        "-ip.bind=127.0.0.1", "-volume.max=1000", "-s3", f"-s3.port={self.s3}",
                        f"-s3.port.grpc={ports[6]}", f"-s3.config={config}",
                        "-s3.port.iceberg=0", "-s3.port.lance=0",
                        f"-filer.localSocket={scratch / 'filer'}",
                        f"-s3.localSocket={scratch / 's3'}", *named])]
        self.wait_for_store()

    def start(self, command):
        return subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=end_with_parent)

    def wait_for_store(self):
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.s3}/", timeout=2)
                return
            except urllib.error.HTTPError:
                # It answers, if only that nobody may ask without a name. Its volumes take a moment longer.
                time.sleep(5)
                return
            except OSError:
                time.sleep(0.2)
        raise SystemExit("the store does not start")

    def environment(self, nats=None, s3=None):
        return dict(
            os.environ, AWS_ACCESS_KEY_ID=ACCESS_KEY, AWS_SECRET_ACCESS_KEY=SECRET_KEY,
            AWS_REGION="us-east-1", AWS_ENDPOINT_URL_S3=f"http://127.0.0.1:{s3 or self.s3}",
            NATS_URL=f"nats://127.0.0.1:{nats or self.nats}")

    def counts(self):
        """Messages and bytes that the queue's server has taken in and given out."""
        page = json.load(urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}/varz"))
        return {name: page[name] for name in ("in_msgs", "out_msgs", "in_bytes", "out_bytes")}

    def request(self, method, path, *more):
        subprocess.run(
            ["curl", "--silent", "--fail", "--show-error", "--request", method,
             "--aws-sigv4", "aws:amz:us-east-1:s3", "--user", f"{ACCESS_KEY}:{SECRET_KEY}",
             "--header", "x-amz-content-sha256: UNSIGNED-PAYLOAD", *more,
             f"http://127.0.0.1:{self.s3}{path}"], check=True, stdout=subprocess.DEVNULL)

    def fill(self, bucket, folder):
        """Puts a folder's files below `in/` of a new bucket."""
        self.request("PUT", f"/{bucket}")
        for file in sorted(folder.iterdir()):
            self.request("PUT", f"/{bucket}/in/{file.name}", "--upload-file", str(file))

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


class Relay:
    """Passes a port on, later by so many seconds each way, and counts the bytes."""

    def __init__(self, target, delay=0.0):
        self.target, self.delay = target, delay
        self.bytes = [0, 0]
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self.run, args=(ready,), daemon=True).start()
        ready.wait()

    def run(self, ready):
        asyncio.set_event_loop(self.loop)

        async def listen():
            server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            ready.set()

        self.loop.run_until_complete(listen())
        self.loop.run_forever()

    async def serve(self, reader, writer):
        away_reader, away_writer = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(
            self.pass_on(reader, away_writer, 0), self.pass_on(away_reader, writer, 1))

    async def pass_on(self, reader, writer, direction):
        try:
            while chunk := await reader.read(65_536):
                self.bytes[direction] += len(chunk)
                if self.delay:
                    self.loop.call_later(self.delay, writer.write, chunk)
                else:
                    writer.write(chunk)
                    await writer.drain()
        except OSError:
            pass
        # Behind everything that is still under way.
        self.loop.call_later(self.delay + 0.01, writer.close)
