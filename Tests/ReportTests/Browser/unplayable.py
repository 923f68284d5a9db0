"""What this browser cannot show although it is there, and what is gone."""


def check(browser, verdict):
    words = "This browser does not play AIFF; iOS does."
    card = card_of(browser, "zither.aiff")
    verdict.expect("the card says which browser's fault it is", words in told(browser, card))
    verdict.expect("and fits", fits(browser, card))
    browser.choose("view", "expanded")
    verdict.expect("unfolded, too", words in told(browser, card) and fits(browser, card))
    browser.run("arguments[0].scrollIntoView({ block: 'center' })", card)
    browser.shot("unplayable")
    browser.choose("view", "collapsed")
    browser.show("zither.aiff")
    detail = browser.find("#detail-body")
    boxes = told(browser, detail)
    verdict.equal("the details say it folded, unfolded and after", boxes.count(words), 5)
    verdict.expect("nothing is called gone that is there",
                   not any("gone" in text for text in boxes if "source" not in text), boxes)
    verdict.expect("all of it fits", fits(browser, detail))
    browser.shot("unplayable-detail")
    browser.click("#close")


def check_gone(browser, verdict):
    """At last, since it takes a file away, of which the browser complains."""
    (browser.page.parent / "hero.jpg").unlink()
    browser.driver.refresh()
    browser.until("document.documentElement.dataset.ready !== undefined")
    card = card_of(browser, "hero.jpg")
    browser.run("arguments[0].scrollIntoView()", card)
    verdict.expect("a card tells that its picture is not to be had",
                   browser.until("arguments[0].querySelector('.absent')?.textContent.includes('gone')", card))
    verdict.expect("its box fits", fits(browser, card))
    browser.show("hero.jpg")
    verdict.expect("so do the details",
                   browser.until("document.querySelectorAll('#detail-body .absent').length >= 5"))
    verdict.expect("nothing is laid over what is not there", browser.run("return !document.querySelector('.overlay')"))


def card_of(browser, name):
    return browser.run(
        "return Array.from(document.querySelectorAll('.open'))"
        ".find((button) => button.textContent === arguments[0]).closest('li')", name)


def told(browser, part):
    return browser.run(
        "return Array.from(arguments[0].querySelectorAll('.absent'))"
        ".filter((box) => box.checkVisibility()).map((box) => box.textContent)", part)


def fits(browser, part):
    """Whether each box holds its words, and lies in what holds it."""
    return browser.run("""
        return Array.from(arguments[0].querySelectorAll('.absent')).every((box) => {
            const outer = box.parentElement.getBoundingClientRect(), inner = box.getBoundingClientRect();
            return inner.width > 100 && box.scrollHeight <= box.clientHeight + 1
                && inner.left >= outer.left && inner.right <= outer.right
                && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
        });""", part)
