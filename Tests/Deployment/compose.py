"""What has to fit together in samples/compose.yaml, beyond its fields."""

import re

GRACE_BY_DEFAULT = 10  # seconds, where a service does not say
MARGIN = 5  # seconds from the end of --grace to SIGKILL, in which results are stored


def problems(compose, program, tested_weed):
    """(path, reason) of each; `tested_weed` is the version of SeaweedFS that the tests run."""
    services = compose["services"]
    for name, service in services.items():
        path = f"services.{name}"
        yield from of_dependencies(service, services, path)
        yield from of_places(service, compose, path)
        if service["image"] == "pushmedia":
            yield from of_program(service, program, path)
        elif "seaweedfs" in service["image"] and not service["image"].endswith(f":{tested_weed}"):
            yield f"{path}.image", f"the tests run SeaweedFS {tested_weed}"


def of_dependencies(service, services, path):
    for name, wanted in service.get("depends_on", {}).items():
        if name not in services:
            yield f"{path}.depends_on.{name}", "there is no such service"
        elif wanted["condition"] == "service_healthy" and "healthcheck" not in services[name]:
            yield f"{path}.depends_on.{name}", "it has no healthcheck"


def of_places(service, compose, path):
    for index, volume in enumerate(service.get("volumes", [])):
        source = volume.split(":")[0]
        if not source.startswith(".") and source not in compose["volumes"]:
            yield f"{path}.volumes[{index}]", f"there is no volume {source}"
    for index, config in enumerate(service.get("configs", [])):
        if config["source"] not in compose["configs"]:
            yield f"{path}.configs[{index}]", f"there is no config {config['source']}"


def of_program(service, program, path):
    words = service["command"]
    for index, reason in program.problems(words):
        yield f"{path}.command[{index}]", reason
    for name in service["environment"]:
        if name not in program.variables:
            yield f"{path}.environment.{name}", "the program does not read it"
    grace = program.value(words, "grace")
    ends = int(re.match(r"\d+", service.get("stop_grace_period", f"{GRACE_BY_DEFAULT}s")).group())
    if grace and grace.isdigit() and ends < int(grace) + MARGIN:
        yield f"{path}.command", f"--grace is {grace} s, but the container is killed after {ends} s"
    port = (program.value(words, "listen") or "").rpartition(":")[2]
    if port and f"/{port};" not in service.get("healthcheck", {"test": [""]})["test"][-1]:
        yield f"{path}.healthcheck.test", f"--listen is port {port}"
