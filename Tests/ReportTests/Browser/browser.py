"""A headless Chromium that has a report open, and what it has to say of it."""
import json
import os
import pathlib
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PATIENCE = 20


class Browser:
    """Chromium, started once; it ends with the `with` statement."""

    def __init__(self, page, shots=None):
        self.page = pathlib.Path(page).resolve()
        self.shots = pathlib.Path(shots) if shots else None
        self.requests = {}
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        arguments = [
            "--headless=new", "--window-size=1280,900", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--no-first-run",
        ]
        # As root, Chromium's own sandbox does not start.
        if os.getuid() == 0:
            arguments.append("--no-sandbox")
        for argument in arguments:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService("/usr/bin/chromedriver")
        self.driver = webdriver.Chrome(options=options, service=service)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self):
        self.driver.get(self.page.as_uri())

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        self.find(selector).click()

    def press(self, *keys):
        """Types to whatever has the focus."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def until(self, condition, *arguments, patience=PATIENCE):
        """Whether a script's condition comes true in good time."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.run(f"return Boolean({condition})", *arguments):
                return True
            time.sleep(0.05)
        return False

    def names(self):
        """The names of the assets that are shown, in their order."""
        return self.run(
            "return Array.from(document.querySelectorAll('#assets > li:not([hidden]) .open'),"
            " (button) => button.textContent)")

    def choose(self, name, value):
        """Picks a radio button by what people click, its label."""
        self.run(
            "document.querySelector(`input[name='${arguments[0]}'][value='${arguments[1]}']`)"
            ".parentElement.click()", name, value)

    def select(self, name, value):
        self.run(
            "const list = document.getElementById(arguments[0]); list.value = arguments[1];"
            " list.dispatchEvent(new Event('change', { bubbles: true }))", name, value)

    def focused(self):
        return self.run("return document.activeElement.id || document.activeElement.textContent")

    def show(self, name):
        """Opens an asset's details."""
        self.run(
            "Array.from(document.querySelectorAll('.open'))"
            ".find((button) => button.textContent === arguments[0]).click()", name)

    def shot(self, name):
        if self.shots:
            self.driver.save_screenshot(str(self.shots / f"{name}.png"))

    def faults(self):
        """What the console has got since it was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def strangers(self):
        """Requests that went out, and not to files and data; those that the page's policy has stopped did not."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            details = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests[details["requestId"]] = details["request"]["url"]
            elif message["method"] == "Network.loadingFailed" and details.get("blockedReason") == "csp":
                self.requests.pop(details["requestId"], None)
        return [url for url in self.requests.values() if not url.startswith(("file:", "data:"))]

    def colours(self, selector, pseudo=None):
        """The colours of a text and of what is behind it, as lists of three numbers."""
        return self.run("""
            const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
            const holder = Array.from(document.querySelectorAll(arguments[0]))
                .find((found) => found.checkVisibility());
            if (!holder) return null;
            let behind = holder;
            while (behind && (numbers(getComputedStyle(behind).backgroundColor)[3] ?? 1) < 0.9)
                behind = behind.parentElement;
            return [getComputedStyle(holder, arguments[1]), getComputedStyle(behind)].map((style, index) =>
                numbers(index ? style.backgroundColor : style.color).slice(0, 3));""", selector, pseudo)

    def contrast(self, selector):
        """As WCAG 2 defines it, also for `x::part`; 0 where nothing is shown."""
        holder, _, part = selector.partition("::")
        colours = self.colours(holder, part and f"::{part}")
        if not colours:
            return 0
        dark, light = sorted(luminance(colour) for colour in colours)
        return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    linear = [
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in (number / 255 for number in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class Verdict:
    """Collects what was checked."""

    def __init__(self):
        self.bad = 0

    def expect(self, fact, holds, detail=""):
        if not holds:
            self.bad += 1
        print(f"{'ok' if holds else 'FAIL'}: {fact}" + (f": {detail}" if detail != "" else ""), flush=True)

    def equal(self, fact, found, wanted):
        self.expect(fact, found == wanted, "" if found == wanted else f"{found!r}, not {wanted!r}")
