"""Reads SARIF with models made of the published schema, and prints what code scanning would show.

The models take unknown members; whatever is not in the schema's own words is refused here.
"""

import json
import sys

from sarif_pydantic import Sarif

text = open(sys.argv[1], encoding="utf-8").read()
log = Sarif.model_validate_json(text)
again = json.loads(log.model_dump_json(by_alias=True, exclude_none=True))


def surplus(given, understood, place="log"):
    """Members that the models do not know."""
    if isinstance(given, dict):
        for key, value in given.items():
            if key not in understood:
                yield f"{place}.{key}"
            else:
                yield from surplus(value, understood[key], f"{place}.{key}")
    elif isinstance(given, list):
        for index, (one, other) in enumerate(zip(given, understood)):
            yield from surplus(one, other, f"{place}[{index}]")


given = json.loads(text)
# The models lack two members of a result: SARIF 2.1.0, sections 3.27.24, 3.27.23 and 3.35.
results = [result for run in given["runs"] for result in run["results"]]
baseline_states = [result.pop("baselineState", None) for result in results]
suppressions = [result.pop("suppressions", []) for result in results]
assert set(baseline_states) <= {None, "new", "unchanged", "updated", "absent"}
for one in [one for some in suppressions for one in some]:
    assert one.keys() <= {"kind", "justification", "status", "location", "guid"}, one
    assert one["kind"] in ("inSource", "external"), one
unknown = list(surplus(given, again))
assert not unknown, unknown
assert log.version == "2.1.0"
assert len(log.runs) == 1
run = log.runs[0]
rules = run.tool.driver.rules or []
for result in run.results:
    assert rules[result.rule_index].id == result.rule_id, result
print(
    json.dumps(
        {
            "tool": run.tool.driver.name,
            "rules": {rule.id: rule.default_configuration.level for rule in rules},
            "results": [
                {
                    "rule": result.rule_id,
                    "level": result.level,
                    "text": result.message.text,
                    "uri": result.locations[0].physical_location.artifact_location.uri,
                    "line": result.locations[0].physical_location.region.start_line,
                    "fingerprints": result.partial_fingerprints,
                    "baseline": state,
                    "suppressions": [one.get("justification") for one in some],
                }
                for result, state, some in zip(run.results, baseline_states, suppressions)
            ],
        }
    )
)
