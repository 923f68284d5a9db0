"""Pointer, keys and search where they meet: what people do without thinking of it."""
from browser import Keys

OPEN = "return document.getElementById('detail').open"


def check(browser, verdict):
    check_selection(browser, verdict)
    check_search(browser, verdict)
    check_last(browser, verdict)
    check_drag(browser, verdict)
    check_beside(browser, verdict)
    check_sight(browser, verdict)


def drag(browser, start, end):
    """With the pressed pointer from one place to another."""
    for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
        browser.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                        buttons=0 if kind == "mouseReleased" else 1, clickCount=1)


def check_selection(browser, verdict):
    browser.run("scrollTo(0, 0); const range = document.createRange();"
                "range.selectNodeContents(document.querySelector('.totals'));"
                "getSelection().removeAllRanges(); getSelection().addRange(range);"
                "document.querySelector('.open').focus()")
    browser.press(Keys.ENTER)
    verdict.expect("Enter opens the details while text is selected elsewhere", browser.run(OPEN))
    browser.run("document.getElementById('detail').close(); getSelection().removeAllRanges()")
    x, y, width = browser.run(
        "const card = document.querySelector('.card'); card.scrollIntoView({ block: 'center' });"
        "const range = document.createRange(); range.selectNodeContents(card.querySelector('.sizes'));"
        "const box = range.getBoundingClientRect(); return [box.x, box.y + box.height / 2, box.width]")
    drag(browser, (x + 1, y), (x + width - 1, y))
    verdict.expect("text of a card can be selected", browser.run("return getSelection().toString().length > 3"))
    verdict.expect("which opens nothing", not browser.run(OPEN))
    browser.run("getSelection().removeAllRanges()")


def check_search(browser, verdict):
    browser.run("scrollTo(0, 0)")
    browser.find("input[name='status'][value='prepared'] + span").click()
    browser.press("/")
    verdict.equal("a slash goes to the search from a radio button, too", browser.focused(), "search")
    for words, name in (("\u00e9t\u00e9", "e\u0301te\u0301.jpg"), ("E\u0301TE\u0301", "e\u0301te\u0301.jpg"),
                        ("video/mp4", "clip.mov")):
        browser.run("const search = document.getElementById('search'); search.value = arguments[0];"
                    "search.dispatchEvent(new Event('input'))", words)
        verdict.equal(f"{words!r} finds its asset", browser.names(), [name])
    browser.run("reset()")
    verdict.expect("joined signs stay joined", "\U0001F469\u200D\U0001F467.jpg" in browser.names(), browser.names())


def check_last(browser, verdict):
    names = browser.names()
    browser.show(names[-2])
    browser.run("document.getElementById('next').focus()")
    browser.press(Keys.ENTER)
    verdict.equal("the button turns to the last asset", browser.find("#detail-name").text, names[-1])
    browser.run("return new Promise(requestAnimationFrame)")
    verdict.equal("there the focus stays in the details", browser.focused(), "previous")
    browser.press(Keys.ESCAPE)


def check_drag(browser, verdict):
    browser.show("hero.jpg")
    browser.until("document.querySelector('.overlay img').naturalWidth > 0")
    x, y, width, height = browser.run(
        "const picture = document.querySelector('.overlay'); picture.scrollIntoView({ block: 'center' });"
        "const box = picture.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]")
    drag(browser, (x + width / 2, y + height / 2), (x + width / 4, y + height / 2))
    value = float(browser.run("return document.getElementById('slider').value"))
    verdict.expect("the picture can be dragged", abs(value - 25) < 2, value)
    cut = browser.run("return document.querySelector('.overlay').style.getPropertyValue('--cut')")
    verdict.equal("its edge goes along", cut, f"{value:g}%")


def check_beside(browser, verdict):
    x, y = browser.run(
        "const box = document.getElementById('detail-name').getBoundingClientRect();"
        " return [box.x + 5, box.y + box.height / 2]")
    drag(browser, (x, y), (4, y))
    verdict.expect("letting go beside the details leaves them open", browser.run(OPEN))
    drag(browser, (4, 4), (4, 4))
    verdict.expect("a click beside the details closes them", browser.until("!document.getElementById('detail').open"))


def check_sight(browser, verdict):
    """What the keys go to is seen, whatever the window."""
    for width, height, place in ((1280, 900, "sticky"), (1000, 1000, "sticky"), (800, 660, "static")):
        browser.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        fact = f"at {width} × {height} the controls are {place}"
        verdict.equal(fact, browser.run("return getComputedStyle(document.querySelector('.controls')).position"), place)
        for view in ("collapsed", "expanded"):
            browser.choose("view", view)
            browser.run("scrollTo(0, 0); document.querySelector('.open').focus()")
            keys = [Keys.ARROW_DOWN] * 3 + [Keys.END] + [Keys.ARROW_UP] * 3 + [Keys.HOME]
            hidden = [at for at, key in enumerate(keys) if not is_seen_after(browser, key)]
            verdict.equal(f"at {width} × {height}, {view}, the whole card with the focus is seen", hidden, [])
    browser.choose("view", "collapsed")
    browser.command("Emulation.clearDeviceMetricsOverride")


def is_seen_after(browser, key):
    """All of the card, or of its name where the card is higher than there is room."""
    browser.press(key)
    return browser.until("""(() => {
        const bar = document.querySelector('.controls');
        const edge = getComputedStyle(bar).position === 'sticky' ? bar.getBoundingClientRect().bottom : 0;
        const [card, name] = [document.activeElement.closest('.card'), document.activeElement]
            .map((part) => part.getBoundingClientRect());
        const margins = 32;
        const box = card.height > innerHeight - edge - margins ? name : card;
        return box.top >= edge && box.bottom <= innerHeight;
    })()""", patience=2)
