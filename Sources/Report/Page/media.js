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

// Says so in place of a picture that the browser cannot show.
function tellFaults(medium, words) {
    medium.addEventListener("error", () => {
        medium.replaceWith(element("p", { class: "absent" }, words));
    }, { once: true });
}

function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
}
