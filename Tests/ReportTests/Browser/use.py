"""Filters, order, keyboard, details: what people do with a report."""
import json

from browser import Keys


def check(browser, verdict):
    browser.open()
    manifest = json.loads((browser.page.parent / "manifest.json").read_text())
    assets = manifest["assets"]
    verdict.expect("the page is ready", browser.until("document.documentElement.dataset.ready !== undefined"))
    verdict.equal("every asset is listed in the manifest's order", len(browser.names()), len(assets))
    check_filters(browser, verdict, assets)
    check_order(browser, verdict, assets)
    check_keyboard(browser, verdict)
    check_details(browser, verdict, assets)
    check_motion(browser, verdict, assets)


def check_filters(browser, verdict, assets):
    def shown(fact, wanted):
        names = shown_names(wanted)
        verdict.equal(f"{fact} shows those alone", sorted(browser.names()), sorted(names))
        verdict.equal(
            f"{fact} tells their number", browser.find("#shown").text,
            f"{len(wanted)} of {len(assets)} shown")

    rejected = [asset for asset in assets if asset["status"] == "rejected"]
    browser.choose("status", "rejected")
    shown("a status", rejected)
    browser.choose("status", "")
    browser.select("kind", "animation")
    shown("a kind", [a for a in assets if (a["attachment"] or {}).get("kind") == "animation"])
    browser.select("kind", "none")
    shown("no kind", rejected)
    browser.select("kind", "")
    rule = "private-metadata"
    browser.select("rule", rule)
    found = [a for a in assets if rule in [finding["rule"] for finding in a["findings"]]]
    verdict.expect("some asset breaks the rule", found)
    shown("a rule", found)
    browser.select("rule", "reason:corrupt")
    shown("a reason", [a for a in assets if (a["reason"] or {}).get("code") == "corrupt"])
    browser.select("rule", "")
    browser.find("#search").send_keys("HERO")
    shown("a search", [a for a in assets if "hero" in a["source"]])
    browser.find("#search").send_keys(" nothing of the kind")
    shown("a search in vain", [])
    verdict.expect("a search in vain says so", browser.find("#nothing").is_displayed())
    browser.click("#reset")
    shown("showing all", assets)


def check_order(browser, verdict, assets):
    def sizes(field):
        return browser.run(
            "return Array.from(document.querySelectorAll('#assets > li'),"
            " (card) => Number(card.dataset[arguments[0]] ?? -1))", field)

    for order, field in (("in", "in"), ("out", "out")):
        browser.select("sort", order)
        verdict.equal(f"sorted by {order}, the largest come first", sizes(field), sorted(sizes(field), reverse=True))
    browser.select("sort", "saved")
    saved = [a - b for a, b in zip(sizes("in"), sizes("out")) if b >= 0]
    verdict.equal("those that saved most come first", saved, sorted(saved, reverse=True))
    browser.select("sort", "status")
    first = browser.run("return document.querySelector('#assets > li').dataset.status")
    verdict.equal("the worst come first", first, "rejected")
    browser.select("sort", "name")
    verdict.equal(
        "sorted by name, the order is the manifest's", len(browser.names()),
        len([1 for a, b in zip(browser.names(), shown_names(assets)) if a == b]))


def shown_names(assets):
    """As the page has them: what is invisible is written out."""
    return [
        "".join(f"\\u{{{ord(c):x}}}" if c in "\u2028\u2029\u202e" else c for c in asset["source"])
        for asset in assets]


def check_keyboard(browser, verdict):
    names = browser.names()
    browser.run("document.activeElement.blur()")
    browser.press("/")
    verdict.equal("a slash goes to the search", browser.focused(), "search")
    verdict.equal("the slash is not typed", browser.run("return document.activeElement.value"), "")
    browser.press(Keys.ARROW_DOWN)
    verdict.equal("down leaves the search for the first asset", browser.focused(), names[0])
    browser.press(Keys.ARROW_RIGHT)
    verdict.equal("right goes to the next asset", browser.focused(), names[1])
    columns = browser.run(
        "const cards = document.querySelectorAll('#assets > li');"
        " return Array.from(cards).filter((card) => card.offsetTop === cards[0].offsetTop).length")
    browser.press(Keys.ARROW_DOWN)
    verdict.equal("down goes to the asset below", browser.focused(), names[1 + columns])
    browser.press(Keys.ARROW_UP, Keys.ARROW_LEFT)
    verdict.equal("up and left go back", browser.focused(), names[0])
    browser.press(Keys.TAB)
    browser.until("document.activeElement.matches('.open')")
    verdict.equal("Tab goes on to an asset", browser.focused(), names[1])
    browser.press(Keys.ENTER)
    verdict.expect("Enter opens the details", browser.run("return document.getElementById('detail').open"))
    verdict.equal("of that asset", browser.find("#detail-name").text, names[1])
    browser.press(Keys.ARROW_RIGHT)
    verdict.equal("right turns to the next", browser.find("#detail-name").text, names[2])
    browser.press(Keys.ESCAPE)
    verdict.expect("Escape closes them", not browser.run("return document.getElementById('detail').open"))
    # First the browser gives it back to where it was.
    browser.until("document.activeElement.textContent === arguments[0]", names[2])
    verdict.equal("the focus goes where the details were", browser.focused(), names[2])


def check_details(browser, verdict, assets):
    browser.show("hero.jpg")
    loaded = "Array.from(document.querySelectorAll('.overlay img')).every((image) => image.naturalWidth > 0)"
    verdict.expect("source and attachment are laid over each other", browser.until(loaded))
    widths = browser.run("return Array.from(document.querySelectorAll('.overlay img'), (i) => i.naturalWidth)")
    verdict.equal("the source lies before the attachment", widths, [1600, 1024])
    clips = "return ['.before', '.after'].map((name) => getComputedStyle(document.querySelector('.overlay ' + name)).clipPath)"
    middle = browser.run(clips)
    browser.run("document.getElementById('slider').focus()")
    browser.press(Keys.ARROW_RIGHT)
    moved = browser.run(clips)
    verdict.expect("the slider moves both edges", middle[0] != moved[0] and middle[1] != moved[1], moved)
    browser.press(Keys.HOME)
    verdict.equal("at its start only the attachment is seen", browser.run(clips)[1], "inset(0px 0px 0px 0%)")
    verdict.equal("the slider's keys turn no page", browser.find("#detail-name").text, "hero.jpg")
    browser.run("const s = document.getElementById('slider'); s.value = 50; s.dispatchEvent(new Event('input'))")
    browser.shot("detail-light")
    browser.press(Keys.ESCAPE)

    browser.show("scan.tiff")
    verdict.expect(
        "a source that the browser does not show is told of",
        browser.until("document.querySelector('.before .absent')?.textContent.includes('TIFF')"))
    check_columns(browser, verdict)
    browser.shot("detail-beside")
    browser.press(Keys.ESCAPE)

    browser.show("broken.jpg")
    reason = next(a["reason"] for a in assets if a["source"] == "broken.jpg")
    text = browser.find("#detail-body").text
    verdict.expect("the details tell the reason", reason["message"] in text)
    verdict.expect("the details tell what to do", "Fetch or export the file again" in text)
    media = browser.run("return document.querySelectorAll('#detail-body img, #detail-body video').length")
    verdict.equal("what was refused is not loaded", media, 0)
    browser.press(Keys.ESCAPE)


def check_columns(browser, verdict):
    """Side by side, each medium has its caption below it, and nothing is blank."""
    browser.until("document.querySelector('.beside .after img').naturalWidth > 0")
    columns = browser.run("""
        return Array.from(document.querySelectorAll('.beside > figure'), (column) => {
            const part = Array.from(column.children).find((child) => child.checkVisibility());
            const [outer, medium, caption] = [column, part, column.querySelector('figcaption')]
                .map((element) => element.getBoundingClientRect());
            return { caption: column.querySelector('figcaption').innerText, medium: medium.height,
                     height: outer.height, isBelow: caption.top >= medium.bottom && caption.height > 0,
                     middles: [caption, medium].map((box) => Math.round(box.left + box.width / 2)) };
        });""")
    verdict.equal("side by side, source and attachment have captions",
                  [column["caption"] for column in columns], ["source", "attachment"])
    for column in columns:
        verdict.expect(f"the caption {column['caption']} is below its medium",
                       column["isBelow"] and column["middles"][0] == column["middles"][1], column)
    height = browser.run("return document.querySelector('.beside').getBoundingClientRect().height")
    tallest = max(column["medium"] for column in columns)
    verdict.expect("they leave nothing blank", tallest < height < tallest + 48, [height, tallest])
    ends = browser.run("return document.querySelector('.ends').checkVisibility()")
    verdict.equal("each is captioned once", ends, False)


def check_motion(browser, verdict, assets):
    time = next(a["attachment"]["thumbnailTime"] for a in assets if a["source"] == "clip.mov")
    video = "document.querySelector('#assets video')"
    browser.run(f"{video}.scrollIntoView()")
    verdict.expect("a video near the screen is loaded", browser.until(f"{video}.readyState >= 2"))
    verdict.expect(
        "its thumbnail is the moment of the manifest",
        browser.until(f"Math.abs({video}.currentTime - arguments[0]) < 0.05 && {video}.paused", time), time)
    browser.show("clip.mov")
    playing = "document.querySelector('.views .expanded video')"
    browser.run(f"{playing}.muted = true; {playing}.play()")
    verdict.expect("a video plays", browser.until(f"{playing}.currentTime > arguments[0] + 0.2", time))
    verdict.expect("the source plays beside", browser.until("document.querySelector('.beside .before video').readyState >= 1"))
    browser.press(Keys.ESCAPE)

    browser.show("song.ogg")
    verdict.equal("sound is heard, whatever it lies in", browser.run(
        "return Array.from(document.querySelectorAll('.beside figure > :first-child'), (part) => part.localName)"),
        ["audio", "audio"])
    verdict.expect("the source's, too", browser.until("document.querySelector('.beside .before audio').duration > 0.9"))
    browser.shot("detail-sound")
    browser.press(Keys.ESCAPE)

    gif = browser.find("#assets [data-kind='animation'] .thumb")
    browser.run("arguments[0].scrollIntoView({ block: 'center' })", gif)
    image = "document.querySelector('#assets [data-kind=\"animation\"] img')"
    browser.until(f"{image}.complete && {image}.naturalWidth > 0")
    verdict.expect("an animation plays", len(pictures(gif, 40)) > 1)
    browser.click("#pause")
    browser.until("document.querySelector('.thumb canvas')")
    verdict.equal("a paused animation stands still", len(pictures(gif, 10)), 1)
    browser.click("#pause")
    verdict.expect("it goes on when it is told to", len(pictures(gif, 40)) > 1)


def pictures(element, most):
    """The different pictures that an element shows; two are enough."""
    seen = set()
    for _ in range(most):
        seen.add(element.screenshot_as_png)
        if len(seen) > 1:
            break
    return seen


def check_end(browser, verdict):
    """What is said at last, and what only then may be tried: it makes the browser complain."""
    faults = browser.faults()
    verdict.equal("the console has no errors", faults, [])
    browser.run("window.hacked = false; window.refused = [];"
                "document.addEventListener('securitypolicyviolation', (e) => refused.push(e.violatedDirective));"
                "document.querySelector('footer').innerHTML ="
                " '<img src=\"http://example.invalid/x.png\" onerror=\"hacked = true\"><p style=\"color:red\">';"
                "const script = document.createElement('script'); script.textContent = 'hacked = true';"
                "document.body.append(script); fetch('https://example.invalid/').catch(() => 0)")
    refused = "['script-src-attr', 'script-src-elem', 'style-src-attr', 'connect-src', 'img-src']" \
        ".every((name) => refused.includes(name))"
    verdict.expect("the policy refuses scripts, styles and requests of others", browser.until(refused),
                   browser.run("return refused"))
    verdict.equal("no other script has run", browser.run("return hacked"), False)
    verdict.equal("no request leaves the file", browser.strangers(), [])
    verdict.expect("requests were seen at all", any(url.endswith("hero.jpg") for url in browser.requests.values()))
    gone = browser.page.parent.parent / "in" / "plain.jpg"
    gone.unlink()
    browser.show("plain.jpg")
    verdict.expect(
        "a source that is gone is told of",
        browser.until("document.querySelector('.before .absent')?.textContent.includes('gone')"))
