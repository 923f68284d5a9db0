"""How a report looks: folded and unfolded, light and dark, narrow, without its script, and to a screen reader."""
import json

from browser import luminance

TEXTS = ["#search::placeholder", "kbd", ".body", ".title", ".fine", ".totals span", ".totals .prepared b", ".totals .rejected b", ".totals .failed b",
         ".pick span", ".keys", "#shown", ".open", ".prepared .badge", ".rejected .badge", ".sizes",
         ".prepared .saving", ".rejected .result b", ".remedy", ".findings .warning b", "body > footer p"]


def check(browser, verdict):
    manifest = json.loads((browser.page.parent / "manifest.json").read_text())
    check_notification(browser, verdict, manifest["assets"])
    check_themes(browser, verdict)
    check_narrow(browser, verdict)
    check_names(browser, verdict)
    check_calm(browser, verdict)
    check_high_contrast(browser, verdict)
    check_without_script(browser, verdict, manifest["assets"])


def box(browser, name, part):
    return browser.run("""
        const card = Array.from(document.querySelectorAll('#assets > li'))
            .find((card) => card.querySelector('.open').textContent === arguments[0]);
        card.scrollIntoView({ block: 'center' });
        const box = card.querySelector(arguments[1]).getBoundingClientRect();
        return [box.x, box.y, box.width, box.height];""", name, part)


def check_notification(browser, verdict, assets):
    browser.choose("view", "collapsed")
    rectangle = next(a["attachment"]["thumbnailClippingRect"] for a in assets if a["source"] == "hero.jpg")
    thumb, image = box(browser, "hero.jpg", ".thumb"), box(browser, "hero.jpg", ".thumb img")
    verdict.equal("collapsed, the thumbnail is a square", thumb[2:], [44, 44])
    seen = [(thumb[0] - image[0]) / image[2], (thumb[1] - image[1]) / image[3],
            thumb[2] / image[2], thumb[3] / image[3]]
    wanted = [rectangle[name] for name in ("X", "Y", "Width", "Height")]
    verdict.expect("it shows the clipping rectangle", all(abs(a - b) < 0.01 for a, b in zip(seen, wanted)),
                   [round(value, 3) for value in seen])
    browser.choose("view", "expanded")
    note, image = box(browser, "hero.jpg", ".note"), box(browser, "hero.jpg", ".thumb img")
    verdict.equal("expanded, the attachment is as wide as the notification", round(image[2]), round(note[2]))
    verdict.expect("it keeps its shape", abs(image[2] / image[3] - 16 / 9) < 0.02, image[2:])
    browser.run("document.querySelector('#assets video').scrollIntoView()")
    verdict.expect("a video has controls", browser.until("document.querySelector('#assets video').controls"))
    browser.run("document.querySelector('#assets [data-kind=\"audio\"]').scrollIntoView()")
    verdict.expect("sound can be heard", browser.until("document.querySelector('#assets audio').checkVisibility()"))
    browser.run("scrollTo(0, 0)")
    browser.shot("expanded-light")
    browser.choose("view", "collapsed")


def check_themes(browser, verdict):
    def ground():
        return luminance(browser.colours("body")[1])

    def system(scheme):
        browser.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])

    browser.run("scrollTo(0, 0)")
    for scheme in ("light", "dark"):
        system(scheme)
        browser.choose("theme", "")
        verdict.equal(f"the page is as {scheme} as the system", ground() > 0.5, scheme == "light")
        other = "dark" if scheme == "light" else "light"
        browser.choose("theme", other)
        verdict.equal(f"the switch makes it {other}", ground() > 0.5, other == "light")
        for text in TEXTS:
            ratio = browser.contrast(text)
            verdict.expect(f"{text} can be read where it is {other}", ratio >= 4.5, round(ratio, 2))
        browser.shot(other)
    browser.choose("theme", "dark")
    browser.show("hero.jpg")
    browser.until("Array.from(document.querySelectorAll('.overlay img')).every((image) => image.naturalWidth > 0)")
    browser.shot("detail-dark")
    browser.click("#close")
    system("light")
    browser.choose("theme", "")


def check_narrow(browser, verdict):
    # Not by the window's width, which grows with what does not fit.
    browser.command("Emulation.setDeviceMetricsOverride", width=360, height=780, deviceScaleFactor=2, mobile=True)
    browser.run("scrollTo(0, 0)")
    width = browser.run("return document.documentElement.scrollWidth")
    verdict.expect("a telephone needs no scrolling sideways", width <= 360, width)
    browser.shot("narrow")
    browser.show("hero.jpg")
    browser.until("document.querySelector('.overlay img').naturalWidth > 0")
    inner, outer = browser.run(
        "const frame = document.querySelector('.frame'); return [frame.scrollWidth, frame.clientWidth]")
    verdict.expect("nor do the details", inner <= outer, [inner, outer])
    browser.shot("narrow-detail")
    browser.click("#close")
    browser.command("Emulation.clearDeviceMetricsOverride")


def check_names(browser, verdict):
    browser.show("hero.jpg")
    roles = unnamed(browser, verdict)
    verdict.expect("the details are a dialog", "dialog" in roles and "slider" in roles)
    browser.click("#close")
    browser.choose("view", "expanded")
    for kind in ("video", "audio"):
        # Sound without controls has no place of its own.
        browser.run("document.querySelector(arguments[0]).closest('.card').scrollIntoView()", f"#assets {kind}")
        browser.until(f"document.querySelector('#assets {kind}').controls")
        verdict.expect(f"the list has a player of {kind}", kind.title() in unnamed(browser, verdict))
    browser.choose("view", "collapsed")
    roles = unnamed(browser, verdict)
    for role in ("banner", "search", "main", "contentinfo", "list", "listitem", "status"):
        verdict.expect(f"a screen reader finds the {role}", role in roles)


def unnamed(browser, verdict):
    """The roles in what screen readers get; everything that can be used must have a name."""
    usable = {"button", "searchbox", "textbox", "combobox", "radio", "slider", "dialog", "link", "group", "Video", "Audio"}
    nodes = [node for node in browser.command("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    roles = {node.get("role", {}).get("value") for node in nodes}
    bare = [node["role"]["value"] for node in nodes
            if node.get("role", {}).get("value") in usable and not node.get("name", {}).get("value")]
    verdict.equal("whatever can be used has a name", bare, [])
    return roles


def check_calm(browser, verdict):
    browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.driver.refresh()
    verdict.expect("who wants less motion gets none",
                   browser.until("document.querySelector('[data-kind=\"animation\"] canvas')"))
    browser.command("Emulation.setEmulatedMedia", features=[])


def ground(browser, selector):
    """Of the element itself, whatever is behind it; where nobody chose one, it is the page's, and clear."""
    return browser.run(
        "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor.match(/[0-9]+/g).slice(0, 3)",
        selector)


def check_high_contrast(browser, verdict):
    browser.command("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    # Animations go on again when nobody asks for calm any more, and not before the page hears of it.
    browser.until("!document.documentElement.classList.contains('paused')")
    browser.run("scrollTo(0, 0)")
    browser.click("#pause")
    for chosen, other in ((".choice :checked + span", ".choice :not(:checked) + span"),
                          ("#pause span", ".choice :not(:checked) + span")):
        verdict.expect(f"forced colours tell {chosen} from the rest",
                       ground(browser, chosen) != ground(browser, other))
    browser.shot("forced-colours")
    browser.click("#pause")
    browser.command("Emulation.setEmulatedMedia", features=[])


def check_without_script(browser, verdict, assets):
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    browser.driver.refresh()
    cards = browser.run("return document.querySelectorAll('#assets > li').length")
    verdict.equal("without its script, every asset is there", cards, len(assets))
    verdict.expect("its reasons, too", "Fetch or export the file again" in browser.find("#assets").text)
    verdict.expect("what would do nothing is not shown", not browser.find(".controls").is_displayed())
    space = browser.run("return document.querySelector('#assets').getBoundingClientRect().top"
                        " - document.querySelector('body > header').getBoundingClientRect().bottom")
    verdict.expect("the cards keep away from what is above", space >= 16, space)
    browser.run("document.querySelector('#assets > .rejected').scrollIntoView()")
    # Not before it is drawn.
    is_close = browser.until("""
        document.querySelector('#assets > .rejected').getBoundingClientRect().bottom
            - document.querySelector('#assets > .rejected .about').getBoundingClientRect().bottom <= 2""", patience=5)
    verdict.expect("what was refused is no higher than its words", is_close)
    browser.shot("no-script")
    verdict.expect("a video can be opened", browser.find("[data-kind='video'] .way a").is_displayed())
    browser.command("Emulation.setScriptExecutionDisabled", value=False)
    browser.driver.refresh()
    browser.until("document.documentElement.dataset.ready !== undefined")
