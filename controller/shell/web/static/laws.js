// The page of a rulebook: its articles are filtered by words, and the one of the address is brought into sight.

const PAUSE_MS = 80; // a word that is being typed is not looked for letter by letter

const find = document.getElementById("find");
const articles = [...document.querySelectorAll(".article")].map((element) => ({ element, words: plain(element.textContent) }));
let timer = 0;

function plain(words) {
  return words.normalize("NFKC").toLowerCase();
}

/** Shows the articles that have all the words that are typed. */
function filter() {
  const wanted = plain(find.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { element, words } of articles) {
    element.hidden = !wanted.every((word) => words.includes(word));
    shown += !element.hidden;
  }
  document.getElementById("none").hidden = shown > 0;
}

/** An article that an address names is shown, whatever is looked for. */
function show() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.classList.contains("article")) return;
  if (target.hidden) {
    find.value = "";
    filter();
  }
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

function readsChinese() {
  try {
    return (localStorage.getItem("language") ?? navigator.language).startsWith("zh");
  } catch {
    return navigator.language.startsWith("zh");
  }
}

if (readsChinese()) document.documentElement.dataset.first = "zh";
if (find) {
  find.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(filter, PAUSE_MS);
  });
  addEventListener("hashchange", show);
  if (find.value) filter(); // the browser has kept it
  show();
}
