// Wires what people touch; from the mark on, the page does what it is told.

const controls = document.querySelector(".controls");

function onChoice(name, act) {
    for (const input of document.querySelectorAll(`input[name="${name}"]`)) {
        input.addEventListener("change", () => act(input.value));
    }
}

function setView(view) {
    list.className = view;
    showControls();
}

function setTheme(theme) {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
}

// What is left begins where people look.
function refilter() {
    filter();
    const edge = Math.max(0, controls.getBoundingClientRect().bottom);
    if (list.getBoundingClientRect().top < edge) list.scrollIntoView();
}

// What scrolls into view must not lie below the controls, which take more rows where it is narrow.
new ResizeObserver(() => {
    document.documentElement.style.setProperty("--controls", `${controls.offsetHeight}px`);
}).observe(controls);

// Not for the pointer: what it presses must not go away below it.
function showCard() {
    const button = document.activeElement;
    if (!button.matches(".open:focus-visible")) return;
    // Of a card that is higher than the window, the name.
    for (const part of [button.closest(".card"), button]) part.scrollIntoView({ block: "nearest" });
}

// Cards that were far away get their real height only when they are drawn, and then the others move.
let settled = 0;
new ResizeObserver(() => performance.now() < settled && showCard()).observe(list);

function followFocus() {
    settled = performance.now() + 1000;
    showCard();
    requestAnimationFrame(() => requestAnimationFrame(showCard));
}

function reset() {
    document.getElementById("search").value = "";
    document.querySelector('input[name="status"]').checked = true;
    document.getElementById("kind").value = "";
    document.getElementById("rule").value = "";
    filter();
    document.getElementById("search").focus();
}

function isTyping(target) {
    return target.matches("input:not([type='radio'], [type='range']), textarea");
}

function usesArrows(target) {
    return target.matches("input, select, video, audio");
}

function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialog.open) {
        if (usesArrows(event.target)) return;
        if (event.key === "ArrowLeft") turn(-1);
        if (event.key === "ArrowRight") turn(1);
        return;
    }
    if (event.key === "/" && !isTyping(event.target)) {
        event.preventDefault();
        document.getElementById("search").select();
    } else if (event.key === "ArrowDown" && event.target.id === "search") {
        event.preventDefault();
        shown[0]?.button.focus();
    } else if (move(event.target, event.key)) {
        event.preventDefault();
    }
}

document.getElementById("search").addEventListener("input", refilter);
document.getElementById("kind").addEventListener("change", refilter);
document.getElementById("rule").addEventListener("change", refilter);
document.getElementById("sort").addEventListener("change", sort);
document.getElementById("reset").addEventListener("click", reset);
document.getElementById("pause").addEventListener("click", () => pauseAnimations(!isPaused));
document.getElementById("previous").addEventListener("click", () => turn(-1));
document.getElementById("next").addEventListener("click", () => turn(1));
document.getElementById("close").addEventListener("click", () => dialog.close());
document.addEventListener("keydown", press);
onChoice("status", refilter);
onChoice("view", setView);
onChoice("theme", setTheme);

list.addEventListener("focusin", followFocus);
list.addEventListener("click", (event) => {
    if (event.target.closest("video, audio, a")) return;
    const asset = assets.find((asset) => asset.card.contains(event.target));
    if (asset && !isSelecting(event, asset.card)) open(asset);
});

// Who drags over a text to copy it opens nothing; Enter is a click, too, but has no detail.
function isSelecting(event, card) {
    const selection = getSelection();
    return event.detail > 0 && !selection.isCollapsed && card.contains(selection.anchorNode);
}

// A click beside the details closes them; whoever only lets go there was selecting.
let isPressedBeside = false;
dialog.addEventListener("pointerdown", (event) => isPressedBeside = event.target === dialog);
dialog.addEventListener("click", (event) => {
    if (isPressedBeside && event.target === dialog) dialog.close();
});

// Where the dialog was left, the list goes on; it may be open again by now.
dialog.addEventListener("close", () => {
    if (dialog.open) return;
    document.getElementById("detail-body").replaceChildren();
    opened?.button.focus();
});

list.addEventListener("load", (event) => {
    if (isPaused && event.target.matches('[data-kind="animation"] .thumb img')) pause(event.target);
}, true);

const calm = matchMedia("(prefers-reduced-motion: reduce)");
calm.addEventListener("change", () => pauseAnimations(calm.matches));

offerRules();
watchMedia();
watchFaults();
filter();
setView(chosen("view"));
setTheme(chosen("theme"));
pauseAnimations(calm.matches);
document.documentElement.dataset.ready = "";
performance.mark("interactive");
