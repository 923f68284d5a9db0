"""Two thousand assets: how long people wait."""
import time

from browser import Keys
from hands import is_seen_after

# Milliseconds from the start of the navigation until everything does what it is told.
READY = 2000
# From a key to what it changes on the screen.
ANSWER = 500
# From light to dark, unfolded.
CHANGE = 600
# Seconds for a busy machine to have a quiet moment.
PATIENCE = 60


def check(browser, verdict):
    browser.open()
    times = attempts(READY, lambda: ready(browser))
    verdict.equal("there are two thousand", len(browser.names()), 2000)
    verdict.expect(f"the page is ready within {READY} ms", min(times) < READY, [round(one) for one in times])
    answers = attempts(ANSWER, lambda: max(
        answer(browser, text) for text in ("a", "as", "asset-1", "asset-19", "")))
    verdict.equal("an empty search shows all", len(browser.names()), 2000)
    verdict.expect(f"a filter answers within {ANSWER} ms", min(answers) < ANSWER, [round(one) for one in answers])
    verdict.equal("some have failed", statuses(browser), ["failed", "prepared", "rejected"])
    browser.choose("view", "expanded")
    changes = attempts(CHANGE, lambda: theme(browser))
    verdict.expect(f"the appearance changes within {CHANGE} ms", min(changes) < CHANGE,
                   [round(one) for one in changes])
    browser.choose("theme", "light")
    verdict.equal("and moves nothing by the way", browser.run("return document.getAnimations().length"), 0)
    browser.choose("theme", "")
    browser.choose("view", "collapsed")
    browser.run("document.querySelector('.open').focus()")
    far = [key for key in (Keys.END, Keys.ARROW_UP, Keys.HOME) if not is_seen_after(browser, key)]
    verdict.equal("the card with the focus is seen, however far away it was", far, [])
    players = scroll(browser)
    verdict.expect("few videos are loaded at a time", 0 < players < 60, players)
    first = "document.querySelector('#assets video')"
    verdict.expect("those far from the screen are given back", not browser.run(f"return {first}.readyState"))
    browser.run("scrollTo(0, 0)")
    verdict.expect("whoever returns finds them again", browser.until(f"{first}.readyState > 0"))
    verdict.equal("the console has no errors", browser.faults(), [])
    verdict.equal("no request leaves the file", browser.strangers(), [])
    loaded = {url for url in browser.requests.values() if "/media/" in url}
    verdict.expect("most media were not loaded", 0 < len(loaded) < 1500, len(loaded))


def attempts(limit, measure):
    """Times until one is within the limit: what else the machine does only ever adds to them."""
    times = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not any(one < limit for one in times):
        times.append(measure())
    return times


def ready(browser):
    browser.driver.refresh()
    browser.until("performance.getEntriesByName('interactive').length")
    return browser.run("return performance.getEntriesByName('interactive')[0].startTime")


def answer(browser, text):
    """How long it takes until a changed search is painted."""
    return browser.driver.execute_async_script("""
        const done = arguments[1], search = document.getElementById("search"), start = performance.now();
        search.value = arguments[0];
        search.dispatchEvent(new Event("input"));
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));""", text)


def theme(browser):
    """How long the page takes to become dark; it is light before."""
    return browser.driver.execute_async_script("""
        const done = arguments[0];
        const pick = (theme) => document.querySelector(`input[name=theme][value=${theme}]`).click();
        const painted = (next) => requestAnimationFrame(() => setTimeout(next));
        pick("light");
        painted(() => setTimeout(() => {
            const start = performance.now();
            pick("dark");
            painted(() => done(performance.now() - start));
        }, 500));""")


def statuses(browser):
    return browser.run(
        "return Array.from(new Set(Array.from(document.querySelectorAll('#assets > li'),"
        " (card) => card.dataset.status))).sort()")


def scroll(browser):
    """Looks at half of the page; the most videos that were loaded at once."""
    return browser.driver.execute_async_script("""
        const done = arguments[0];
        let most = 0, place = 0;
        function step() {
            most = Math.max(most, document.querySelectorAll("#assets video[src]").length);
            place += 1500;
            scrollTo(0, place);
            if (place < document.documentElement.scrollHeight / 2) setTimeout(step, 15);
            else done(most);
        }
        step();""")
