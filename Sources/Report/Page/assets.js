// The assets of the page, and which of them are shown in what order.

const list = document.getElementById("assets");

const assets = Array.from(list.children, (card, index) => ({
    card, index,
    button: card.querySelector(".open"),
    name: card.querySelector(".open").textContent,
    status: card.dataset.status,
    kind: card.dataset.kind ?? "none",
    rules: card.dataset.rules ? card.dataset.rules.split(" ") : [],
    in: Number(card.dataset.in),
    out: card.dataset.out === undefined ? -1 : Number(card.dataset.out),
    text: searchable(`${card.querySelector(".about").textContent} ${card.dataset.type ?? ""}`),
}));

let shown = assets;

// The same letters may come composed or decomposed.
function searchable(text) {
    return text.normalize("NFC").toLowerCase();
}

const worst = { failed: 0, rejected: 1, prepared: 2 };
const orders = {
    name: () => 0,
    status: (a, b) => worst[a.status] - worst[b.status],
    in: (a, b) => b.in - a.in,
    out: (a, b) => b.out - a.out,
    saved: (a, b) => saving(b) - saving(a),
};

function saving(asset) {
    return asset.out < 0 ? -Infinity : asset.in - asset.out;
}

function chosen(name) {
    return document.querySelector(`input[name="${name}"]:checked`).value;
}

function filter() {
    const words = searchable(document.getElementById("search").value).split(/\s+/).filter(Boolean);
    const [status, kind, rule] = [
        chosen("status"), document.getElementById("kind").value, document.getElementById("rule").value,
    ];
    for (const asset of assets) {
        const isShown = (!status || asset.status === status) && (!kind || asset.kind === kind)
            && (!rule || asset.rules.includes(rule)) && words.every((word) => asset.text.includes(word));
        if (asset.card.hidden === isShown) asset.card.hidden = !isShown;
    }
    shown = assets.filter((asset) => !asset.card.hidden);
    document.getElementById("nothing").hidden = shown.length > 0;
    document.getElementById("shown").textContent = `${count(shown.length)} of ${count(assets.length)} shown`;
}

// The file's order is the last word, so the same choice always gives the same page.
function sort() {
    const order = orders[document.getElementById("sort").value];
    assets.sort((a, b) => order(a, b) || a.index - b.index);
    const holder = document.activeElement;
    list.append(...assets.map((asset) => asset.card));
    if (list.contains(holder)) holder.focus();
    filter();
}

function count(number) {
    return number.toLocaleString("en");
}

// Every rule that some asset breaks, and every reason, with how many have it.
function offerRules() {
    const counts = new Map();
    for (const rule of assets.flatMap((asset) => asset.rules)) {
        counts.set(rule, (counts.get(rule) ?? 0) + 1);
    }
    for (const [rule, number] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
        document.getElementById("rule").append(new Option(`${rule.replace(":", ": ")} (${count(number)})`, rule));
    }
    for (const input of document.querySelectorAll('input[name="status"]')) {
        const number = assets.filter((asset) => !input.value || asset.status === input.value).length;
        input.nextElementSibling.append(` ${count(number)}`);
    }
}

// From card to card: sideways to the neighbour, up and down by a row.
function move(from, key) {
    const at = shown.findIndex((asset) => asset.button === from);
    if (at < 0) return false;
    const top = shown[0].card.offsetTop;
    const below = shown.findIndex((asset) => asset.card.offsetTop !== top);
    const columns = below < 0 ? shown.length : below;
    const target = {
        ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns, ArrowDown: at + columns,
        Home: 0, End: shown.length - 1,
    }[key];
    shown[target]?.button.focus();
    return target !== undefined;
}
