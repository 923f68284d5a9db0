"""A report on small screens: nothing reaches out of them, and no two things lie on each other."""
# An old telephone, and one of today.
WIDTHS = (320, 390)


def check(browser, verdict):
    check_page(browser, verdict)
    browser.command("Emulation.setDeviceMetricsOverride", width=320, height=700, deviceScaleFactor=2, mobile=True)
    browser.show("hero.jpg")
    browser.until("document.querySelector('.overlay img').naturalWidth > 0")
    seen = browser.run(
        "const box = document.getElementById('slider').getBoundingClientRect();"
        " return box.top > 0 && box.bottom < innerHeight && document.querySelector('.frame').scrollTop === 0")
    verdict.expect("at 320 px the slider is seen without scrolling", seen)
    browser.shot("detail-320")
    check_head(browser, verdict)
    check_preview(browser, verdict)
    browser.click("#close")
    browser.command("Emulation.clearDeviceMetricsOverride")


def check_head(browser, verdict):
    """Of the details' head little stays in sight, however long the name is."""
    name = browser.run("const name = document.getElementById('detail-name'), text = name.textContent;"
                       "name.textContent = 'long-name-'.repeat(12); return text")
    inner, outer = browser.run(
        "const frame = document.querySelector('.frame'); return [frame.scrollWidth, frame.clientWidth]")
    verdict.expect("a long name fits into 320 px", inner <= outer, [inner, outer])
    height = browser.run("""
        const frame = document.querySelector('.frame');
        frame.scrollTop = 400;
        return Math.max(...Array.from(frame.querySelectorAll('header > *'), (part) =>
            part.getBoundingClientRect().bottom)) - frame.getBoundingClientRect().top;""")
    verdict.expect("at 320 px no more than a row of buttons stays over the details", 36 < height < 64, height)
    verdict.expect("they can still be closed", browser.run("""
        const box = document.getElementById('close').getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return top.id === 'close';"""))
    browser.run("document.getElementById('detail-name').textContent = arguments[0]", name)


def check_preview(browser, verdict):
    """A folded notification tells what it is."""
    cut, lines = browser.run("""
        const words = document.querySelector('.views .collapsed .words');
        const [title, body] = words.children;
        title.textContent = 'long-name-'.repeat(12);
        return [body.scrollWidth > body.clientWidth || body.scrollHeight > body.clientHeight,
                title.clientHeight / parseFloat(getComputedStyle(title).lineHeight)];""")
    verdict.expect("at 320 px kind and size are told in full", not cut)
    verdict.equal("a long name gets two lines", round(lines), 2)


def check_page(browser, verdict):
    # As wide as sums become.
    sums = tell_sums(browser, ["888.8 MB"] * 3)
    for width in WIDTHS:
        browser.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=780, deviceScaleFactor=2, mobile=True)
        browser.run("scrollTo(0, 0)")
        found = browser.run("return document.documentElement.scrollWidth")
        verdict.expect(f"{width} px need no scrolling sideways", found <= width, found)
        verdict.equal(f"at {width} px no label lies on another", overlaps(browser), [])
        browser.shot(f"narrow-{width}")
    browser.command("Emulation.clearDeviceMetricsOverride")
    tell_sums(browser, sums)


def tell_sums(browser, texts):
    """Writes others into the totals; what was there."""
    return browser.run(
        "return Array.from(document.querySelectorAll('.totals li:nth-child(n+4) b'), (sum, index) => {"
        " const text = sum.textContent; sum.textContent = arguments[0][index]; return text; })", texts)


def overlaps(browser):
    """Labels whose words, not only their boxes, reach into another's, or out of their own."""
    return browser.run("""
        const words = Array.from(document.querySelectorAll('.choice span, .totals b, .totals span'), (part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return [part, range.getBoundingClientRect()];
        });
        const bad = words.filter(([part, box]) => {
            const own = part.getBoundingClientRect();
            return box.left < own.left - 1 || box.right > own.right + 1 || box.right > innerWidth;
        });
        for (const [at, [part, box]] of words.entries()) {
            for (const [other, its] of words.slice(at + 1)) {
                if (box.left < its.right && its.left < box.right && box.top < its.bottom - 1 && its.top < box.bottom - 1)
                    bad.push([part], [other]);
            }
        }
        return bad.map(([part]) => part.textContent);""")
