"""Tables of an API's fields, and whether a value has only such fields and the types that they have."""

import re

QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?(m|k|Ki|M|Mi|G|Gi|T|Ti|P|Pi)?")
# One of several types, which may be a list or map of several itself.
CHOICE = re.compile(r"(?:\[[^]]*\]|\{[^}]*\}|[^|])+")
SCALARS = {"string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
           "scalar": (str, int, float, bool), "quantity": (str, int)}


class Table:
    """What the `.fields` files say; kubernetes.fields says how they are written."""

    def __init__(self, *files):
        self.kinds = {}
        for file in files:
            self.read(file.read_text())

    def read(self, text):
        fields = None
        for line in text.splitlines():
            if line.startswith("#"):
                continue
            if not line.startswith(" "):
                fields = self.kinds.setdefault(line.rstrip(":"), {})
                continue
            for field in line.split():
                name, kind = field.split("=", 1)
                fields[name.lstrip("*")] = (kind, name.startswith("*"))

    def problems(self, value, kind, path):
        """A (path, reason) for each thing in the value that its type does not have."""
        choices = CHOICE.findall(kind)
        found = [self.of_one(value, choice, path) for choice in choices]
        if [] in found:
            return []
        if len(choices) == 1 or all(choice.startswith("'") for choice in choices):
            return found[0] if len(choices) == 1 else [(path, f"{value!r} is not one of {', '.join(choices)}")]
        # The one that it comes nearest to: where something within it is wrong, not the whole.
        within = [problems for problems in found if problems[0][0] != path]
        return within[0] if within else [(path, f"{value!r} is not {kind}")]

    def of_one(self, value, kind, path):
        if kind.startswith("?"):
            return [(path, f"the table lacks {kind[1:]}: add it")]
        if kind.startswith("'"):
            return [] if value == kind[1:-1] else [(path, f"{value!r} is not {kind}")]
        if kind.startswith("["):
            return self.of_list(value, kind[1:-1], path)
        if kind.startswith("{"):
            return self.of_map(value, kind[1:-1], path)
        if kind in SCALARS:
            return of_scalar(value, kind, path)
        return self.of_kind(value, kind, path)

    def of_list(self, values, kind, path):
        if not isinstance(values, list):
            return [(path, "is no list")]
        return [problem for index, value in enumerate(values)
                for problem in self.problems(value, kind, f"{path}[{index}]")]

    def of_map(self, values, kind, path):
        if not isinstance(values, dict):
            return [(path, "is no map")]
        return [problem for name, value in values.items()
                for problem in self.problems(value, kind, f"{path}.{name}")]

    def of_kind(self, value, kind, path):
        fields = self.kinds[kind]
        # An empty one, such as a Compose volume with nothing but its name.
        value = {} if value is None else value
        if not isinstance(value, dict):
            return [(path, f"is no {kind}")]
        problems = [(f"{path}.{name}", "is required") for name, (_, required) in fields.items()
                    if required and name not in value]
        for name, inner in value.items():
            if name in fields:
                problems += self.problems(inner, fields[name][0], f"{path}.{name}")
            elif not (kind in ("Compose", "Service") and str(name).startswith("x-")):
                problems.append((f"{path}.{name}", f"{kind} has no such field"))
        return problems


def of_scalar(value, kind, path):
    fits = isinstance(value, SCALARS[kind])
    # To Python, truth is a number.
    if isinstance(value, bool) and kind not in ("boolean", "scalar"):
        fits = False
    if fits and kind == "quantity":
        fits = QUANTITY.fullmatch(str(value)) is not None
    return [] if fits else [(path, f"{value!r} is no {kind}")]
