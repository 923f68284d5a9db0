// Media that moves: videos are loaded near the screen only, and animations can stand still.

const links = new WeakMap();
const near = new Set();
let isPaused = false;

// A browser keeps few players, and controls cost as much as the whole card: those far from the screen go.
const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        const medium = target.querySelector("video, audio");
        if (isIntersecting) near.add(medium);
        else if (medium.paused) near.delete(medium);
        medium.controls = near.has(medium) && list.classList.contains("expanded");
        if (medium.matches("video")) load(medium, near.has(medium));
    }
}, { rootMargin: "400px" });

function load(video, isWanted) {
    if (isWanted === video.hasAttribute("src")) return;
    if (isWanted) {
        video.preload = "metadata";
        video.src = links.get(video);
    } else {
        video.removeAttribute("src");
        video.load();
    }
}

function watchMedia() {
    for (const medium of list.querySelectorAll("video, audio")) {
        if (medium.matches("video")) {
            links.set(medium, medium.getAttribute("src"));
            medium.removeAttribute("src");
            medium.muted = true;
        }
        // Not itself: sound has no place on the screen until it has controls.
        watch.observe(medium.closest(".screen"));
    }
}

function showControls() {
    for (const medium of near) medium.controls = list.classList.contains("expanded");
}

// The link of a card's medium, wherever the card is.
function linkOf(medium) {
    return links.get(medium) ?? medium.getAttribute("src");
}

// A canvas takes the first picture of an animation.
function still(image) {
    const canvas = element("canvas", { class: "still", width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    image.after(canvas);
}

function pause(image) {
    if (!isPaused) {
        if (image.nextElementSibling?.matches("canvas.still")) image.nextElementSibling.remove();
    } else if (image.complete && image.naturalWidth > 0 && !image.nextElementSibling) {
        still(image);
    }
}

function animations() {
    return document.querySelectorAll('[data-kind="animation"] .thumb img, .moving img');
}

function pauseAnimations(isOn) {
    isPaused = isOn;
    document.documentElement.classList.toggle("paused", isOn);
    document.getElementById("pause").setAttribute("aria-pressed", String(isOn));
    animations().forEach(pause);
}

// Why a medium is not shown: a browser tells a file that is gone from one that it cannot decode in no way
// that can be relied on.
function faultOf(asset) {
    if (isUnplayable(asset)) return `This browser does not play ${asset.card.dataset.format}; iOS does.`;
    const isHere = linkOf(originalOf(asset)).startsWith("data:");
    return `The attachment cannot be shown here: ${isHere ? "" : "it is gone, or "}this browser does not decode it.`;
}

function isUnplayable(asset) {
    const player = { video: "video", audio: "audio" }[asset.kind];
    return player !== undefined && !document.createElement(player).canPlayType(asset.card.dataset.mime);
}

// Says so in place of a medium that the browser cannot show.
function tellFault(medium, words) {
    const part = medium.closest(".thumb") ?? medium;
    if (part.hidden) return;
    part.hidden = true;
    part.after(element("p", { class: "absent" }, words));
}

function tellFaults(medium, words) {
    medium.addEventListener("error", () => tellFault(medium, words), { once: true });
}

function watchFaults() {
    const told = (medium) => {
        const asset = assets.find((asset) => asset.card.contains(medium));
        if (asset) tellFault(medium, faultOf(asset));
    };
    list.addEventListener("error", (event) => told(event.target), true);
    for (const asset of assets) {
        if (isUnplayable(asset)) tellFault(originalOf(asset), faultOf(asset));
    }
    // Some may have failed before anybody listened.
    for (const image of list.querySelectorAll("img")) {
        if (image.complete && image.naturalWidth === 0) told(image);
    }
}

function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
}
