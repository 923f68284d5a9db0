"""What has to fit together in the manifests of samples/kubernetes, beyond their fields."""

GRACE_BY_DEFAULT = 30  # seconds, where a pod does not say
MARGIN = 5  # seconds from the end of --grace to SIGKILL, in which results are stored


class Manifests:
    """All documents of a folder: (file, index, contents)."""

    def __init__(self, documents, program):
        self.documents, self.program = documents, program
        self.kinds = {}
        for name, document in documents:
            self.kinds.setdefault(document["kind"], []).append(document)

    def named(self, kind, name):
        return next((found for found in self.kinds.get(kind, []) if found["metadata"].get("name") == name), None)

    def problems(self, document):
        spec = document.get("spec") or {}
        kind = document["kind"]
        if kind in ("Job", "Deployment"):
            yield from self.of_pod(spec["template"]["spec"], "spec.template.spec")
        if kind == "Job":
            yield from of_policy(spec)
        if kind in ("Deployment", "PodDisruptionBudget"):
            yield from self.of_selector(spec["selector"]["matchLabels"])
        if kind == "Deployment":
            yield from self.of_metrics(spec["template"])
        if kind == "ScaledObject":
            yield from self.of_scaling(spec)

    def of_pod(self, pod, path):
        if not pod.get("securityContext", {}).get("runAsNonRoot"):
            yield f"{path}.securityContext.runAsNonRoot", "the image needs no root"
        volumes = {volume["name"]: volume for volume in pod.get("volumes", [])}
        for name, volume in volumes.items():
            secret = volume.get("secret")
            if secret and not self.named("Secret", secret["secretName"]):
                yield f"{path}.volumes", f"secrets.example.yaml has no {secret['secretName']}"
        for list_name in ("initContainers", "containers"):
            for index, container in enumerate(pod.get(list_name, [])):
                yield from self.of_container(container, pod, volumes, f"{path}.{list_name}[{index}]")

    def of_container(self, container, pod, volumes, path):
        yield from self.of_command(container, pod, path)
        yield from self.of_environment(container, path)
        mounts = {mount["mountPath"]: mount["name"] for mount in container.get("volumeMounts", [])}
        for name in mounts.values():
            if name not in volumes:
                yield f"{path}.volumeMounts", f"there is no volume {name}"
        if not container.get("securityContext", {}).get("readOnlyRootFilesystem"):
            yield f"{path}.securityContext.readOnlyRootFilesystem", "the image needs nothing to be writable"
        if any(word.startswith("s3://") for word in container["args"]) and "/tmp" not in mounts:
            yield f"{path}.volumeMounts", "sources come to /tmp, which cannot be written"
        version = container["image"].rpartition(":")[2]
        if version != self.program.version():
            yield f"{path}.image", f"is {version}; this is {self.program.version()}"

    def of_command(self, container, pod, path):
        words = container["args"]
        for index, reason in self.program.problems(words):
            yield f"{path}.args[{index}]", reason
        grace = self.program.value(words, "grace")
        ends = pod.get("terminationGracePeriodSeconds", GRACE_BY_DEFAULT)
        if grace and grace.isdigit() and ends < int(grace) + MARGIN:
            yield f"{path}.args", f"--grace is {grace} s, but the pod is killed after {ends} s"

    def of_environment(self, container, path):
        known = self.program.variables
        names = [entry["name"] for entry in container.get("env", [])]
        for source in container.get("envFrom", []):
            name = source["secretRef"]["name"]
            secret = self.named("Secret", name)
            if not secret:
                yield f"{path}.envFrom", f"secrets.example.yaml has no {name}"
            else:
                names += secret["stringData"]
        for name in names:
            if name not in known:
                yield f"{path}.env", f"the program does not read {name}"

    def of_selector(self, labels):
        pods = [document["spec"]["template"]["metadata"]["labels"] for document in self.kinds["Deployment"]]
        if not any(labels.items() <= pod.items() for pod in pods):
            yield "spec.selector.matchLabels", "no Deployment's pods have these labels"

    def of_metrics(self, template):
        for index, container in enumerate(template["spec"]["containers"]):
            path = f"spec.template.spec.containers[{index}]"
            port = str(self.program.value(container["args"], "listen")).rpartition(":")[2]
            ports = container.get("ports", [])
            if [str(entry["containerPort"]) for entry in ports] != [port]:
                yield f"{path}.ports", f"--listen is port {port}"
            if template["metadata"].get("annotations", {}).get("prometheus.io/port") != port:
                yield "spec.template.metadata.annotations", f"--listen is port {port}"
            probe = container.get("readinessProbe", {}).get("httpGet", {})
            names = [port] + [entry.get("name") for entry in ports]
            if probe.get("path") != "/healthz" or str(probe["port"]) not in names:
                yield f"{path}.readinessProbe", f"/healthz is on port {port}"

    def of_scaling(self, spec):
        deployment = self.named("Deployment", spec["scaleTargetRef"]["name"])
        if not deployment:
            yield "spec.scaleTargetRef.name", "there is no such Deployment"
            return
        words = deployment["spec"]["template"]["spec"]["containers"][0]["args"]
        base = self.program.value(words, "stream")
        if not base:
            yield "spec.scaleTargetRef.name", "the Deployment's command has no stream"
            return
        stream = self.program.job_stream(base)
        for index, trigger in enumerate(spec["triggers"]):
            path, metadata = f"spec.triggers[{index}].metadata", trigger["metadata"]
            if metadata["stream"] != stream:
                yield f"{path}.stream", f"the workers' is {stream}"
            if metadata["consumer"] != self.program.consumer():
                yield f"{path}.consumer", f"the workers' is {self.program.consumer()}"
            for name in ("lagThreshold", "activationLagThreshold"):
                if not metadata[name].isdigit():
                    yield f"{path}.{name}", "is no whole number"


def of_policy(spec):
    pod = spec["template"]["spec"]
    if pod.get("restartPolicy") not in ("Never", "OnFailure"):
        yield "spec.template.spec.restartPolicy", "a Job takes Never or OnFailure"
    if "podFailurePolicy" not in spec:
        yield "spec.podFailurePolicy", "without it, a batch with rejected files is tried again and again"
        return
    if pod.get("restartPolicy") != "Never":
        yield "spec.podFailurePolicy", "needs restartPolicy Never"
    names = [container["name"] for container in pod.get("initContainers", []) + pod["containers"]]
    for index, rule in enumerate(spec["podFailurePolicy"]["rules"]):
        codes = rule.get("onExitCodes", {})
        if codes.get("containerName", names[0]) not in names:
            yield f"spec.podFailurePolicy.rules[{index}]", f"there is no container {codes['containerName']}"
