"""A report that holds its media, alone in a folder."""


def check(browser, verdict):
    browser.open()
    browser.until("document.documentElement.dataset.ready !== undefined")
    verdict.equal("nothing lies beside the page", [p.name for p in browser.page.parent.iterdir()], [browser.page.name])
    browser.choose("view", "expanded")
    pictures = "Array.from(document.querySelectorAll('#assets img'))"
    verdict.expect(
        "its pictures are shown", browser.until(f"{pictures}.length > 2 && {pictures}.every((i) => i.naturalWidth > 0)"))
    video = "document.querySelector('#assets video')"
    browser.run(f"{video}.scrollIntoView()")
    verdict.expect("its videos play", browser.until(f"{video}.readyState >= 2 && {video}.currentTime > 1"))
    browser.show("hero.jpg")
    loaded = "document.querySelector('.overlay .before img')?.naturalWidth === 1600"
    verdict.expect("sources are in it", browser.until(loaded))
    browser.click("#close")
    browser.show("scan.tiff")
    verdict.expect("it tells which are not", "not embedded" in browser.find("#detail-body").text)
    words = browser.run("return faultOf(assets.find((asset) => asset.name === 'hero.jpg'))")
    verdict.expect("what it holds is never called gone", "gone" not in words, words)
    verdict.equal("the console has no errors", browser.faults(), [])
    verdict.equal("no request leaves the file", browser.strangers(), [])
    files = {url for url in browser.requests.values() if url.startswith("file:")}
    verdict.equal("the page is the only file that is read", files, {browser.page.as_uri()})
