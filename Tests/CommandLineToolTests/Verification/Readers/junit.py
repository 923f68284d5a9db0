"""Reads JUnit XML with junitparser, and prints what CI would count."""

import json
import sys

from junitparser import JUnitXml, Skipped

suites = list(JUnitXml.fromfile(sys.argv[1]))
cases = [case for suite in suites for case in suite]
print(
    json.dumps(
        {
            "suites": [suite.name for suite in suites],
            "tests": sum(suite.tests for suite in suites),
            "failures": sum(suite.failures for suite in suites),
            "time": sum(suite.time for suite in suites),
            "cases": {
                case.name: {
                    "folder": case.classname,
                    "time": case.time,
                    "failures": [
                        [result.type, result.message]
                        for result in case.result
                        if not isinstance(result, Skipped)
                    ],
                    "skipped": [
                        result.message for result in case.result if isinstance(result, Skipped)
                    ],
                    "output": case.system_out or "",
                }
                for case in cases
            },
        }
    )
)
