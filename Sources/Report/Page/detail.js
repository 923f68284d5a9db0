// One asset in full: the notification folded and unfolded, before and after, and what was found.

const dialog = document.getElementById("detail");
let opened = null;

function open(asset) {
    opened = asset;
    document.getElementById("detail-name").textContent = asset.name;
    const badge = document.getElementById("detail-status");
    badge.textContent = asset.status;
    dialog.className = asset.status;
    const body = document.getElementById("detail-body");
    const parts = [notifications(asset), comparison(asset)];
    // Where only one of them is seen, what can be moved comes first.
    if (matchMedia("(max-width: 40rem)").matches) parts.reverse();
    body.replaceChildren(...parts.flat(), found(asset));
    body.querySelectorAll(".moving img").forEach((image) => {
        image.addEventListener("load", () => pause(image));
        pause(image);
    });
    const at = shown.indexOf(asset);
    document.getElementById("previous").disabled = at <= 0;
    document.getElementById("next").disabled = at < 0 || at === shown.length - 1;
    if (!dialog.open) dialog.showModal();
    keepFocus();
    dialog.querySelector(".frame").scrollTop = 0;
}

// A button that has the focus may be of no use now, or what had it may be gone.
function keepFocus() {
    const holder = document.activeElement;
    if (dialog.contains(holder) && !holder.disabled) return;
    const others = ["previous", "next", "close"].map((id) => document.getElementById(id));
    (holder.disabled ? others : others.slice(2)).find((button) => !button.disabled).focus();
}

function turn(step) {
    const next = shown[shown.indexOf(opened) + step];
    if (next) open(next);
}

function section(title, ...children) {
    return element("section", {}, element("h3", {}, title), ...children);
}

// Folded and unfolded, by day and by night.
function notifications(asset) {
    if (asset.out < 0) return [];
    const columns = ["light", "dark"].map((theme) => {
        const views = ["collapsed", "expanded"].map((view) => notification(asset, view));
        return element("figure", {}, element("div", { class: theme }, ...views), element("figcaption", {}, theme));
    });
    return [section("The notification, collapsed and expanded", element("div", { class: "views" }, ...columns))];
}

function notification(asset, view) {
    const screen = asset.card.querySelector(".screen").cloneNode(true);
    const medium = screen.querySelector("img, video, audio");
    screen.querySelectorAll("canvas, .absent").forEach((part) => part.remove());
    screen.querySelectorAll("[hidden]").forEach((part) => part.hidden = false);
    medium.loading = "eager";
    medium.controls = view === "expanded";
    medium.preload = "metadata";
    medium.src = linkOf(originalOf(asset));
    describe(medium, `The attachment of ${asset.name}, ${view}`);
    showIfPossible(medium, asset);
    return element("div", { class: asset.kind === "animation" ? `${view} moving` : view }, screen);
}

function showIfPossible(medium, asset) {
    if (isUnplayable(asset)) tellFault(medium, faultOf(asset));
    else tellFaults(medium, faultOf(asset));
}

function originalOf(asset) {
    return asset.card.querySelector(".screen img, .screen video, .screen audio");
}

function describe(medium, words) {
    if (medium.matches("img")) medium.alt = words;
    else medium.setAttribute("aria-label", words);
}

// A source that a browser shows, or why there is none.
function before(asset) {
    const { before, medium, beforeType, absent } = asset.card.dataset;
    if (!before) return element("p", { class: "absent" }, absent ?? "");
    const name = { picture: "img", video: "video", sound: "audio" }[medium];
    const shown = element(name, { src: before });
    if (name !== "img") Object.assign(shown, { controls: true, preload: "metadata" });
    describe(shown, `The source ${asset.name}`);
    tellFaults(shown, `This browser does not show the source (${beforeType}), or it is gone.`);
    return shown;
}

function comparison(asset) {
    if (asset.out < 0) return [];
    const original = originalOf(asset);
    const after = element(original.localName, { src: linkOf(original) });
    if (!after.matches("img")) Object.assign(after, { controls: true, preload: "metadata" });
    describe(after, `The attachment of ${asset.name}`);
    const first = before(asset);
    const isOverlay = first.matches("img") && after.matches("img");
    const box = element("div", { class: isOverlay ? "overlay moving" : "beside" },
        captioned("before", first, "source"), captioned("after", after, "attachment"));
    showIfPossible(after, asset);
    const { width, height } = original;
    if (isOverlay && width && height) box.style.aspectRatio = `${width} / ${height}`;
    const parts = [box];
    if (isOverlay) {
        const slider = element("input", {
            type: "range", min: 0, max: 100, value: 50, id: "slider",
            "aria-label": "How much of the source is seen, in percent",
        });
        const cut = () => box.style.setProperty("--cut", `${slider.value}%`);
        slider.addEventListener("input", cut);
        cut();
        dragOn(box, slider, cut);
        for (const picture of [first, after]) {
            picture.draggable = false;
            picture.addEventListener("error", () => {
                box.className = "beside moving";
                box.style.removeProperty("aspect-ratio");
                slider.remove();
            });
        }
        parts.push(slider);
    }
    const sizes = asset.card.querySelector(".sizes").cloneNode(true);
    return [section("Before and after", ...parts,
        element("p", { class: "ends" }, element("span", {}, "source"), element("span", {}, "attachment")), sizes)];
}

// Laid over each other, the pictures have their captions below both.
function captioned(name, medium, caption) {
    return element("figure", { class: name }, medium, element("figcaption", {}, caption));
}

// The edge goes where the pointer is.
function dragOn(box, slider, cut) {
    const follow = (event) => {
        const { left, width } = box.getBoundingClientRect();
        slider.value = (event.clientX - left) / width * 100;
        cut();
    };
    box.addEventListener("pointerdown", (event) => {
        if (event.button !== 0 || !slider.isConnected) return;
        box.setPointerCapture(event.pointerId);
        follow(event);
    });
    box.addEventListener("pointermove", (event) => {
        if (box.hasPointerCapture(event.pointerId)) follow(event);
    });
}

function found(asset) {
    const parts = [".result", ".remedy", ".findings"]
        .map((name) => asset.card.querySelector(`.about > ${name}`)?.cloneNode(true)).filter(Boolean);
    const original = originalOf(asset);
    if (original) {
        const link = linkOf(original);
        parts.splice(1, 0, element("p", { class: "fine" }, asset.card.dataset.type));
        // A browser opens no data in a window of its own.
        if (!link.startsWith("data:")) {
            const anchor = element("a", { href: link, target: "_blank", rel: "noopener" }, "Open the attachment");
            parts.splice(2, 0, element("p", {}, anchor));
        }
    }
    if (!asset.rules.length) parts.push(element("p", { class: "fine" }, "No findings."));
    return section("What was done", ...parts);
}
