/** Put in by the build: the words in each language. */
declare const OFFLINE_WORDS: Readonly<Record<string, { readonly title: string; readonly text: string; readonly retry: string }>>;

/** The same choice as in the app; it cannot be shared, because this page has no bundle. */
function readLanguage(): string {
  try {
    return localStorage.getItem("balcao-language") ?? navigator.language;
  } catch {
    return navigator.language;
  }
}

const language = readLanguage().slice(0, 2);
const words = OFFLINE_WORDS[language] ?? OFFLINE_WORDS["en"];
const put = (id: string, text: string): void => document.getElementById(id)?.replaceChildren(text);
const load = (): void => location.reload();

if (words) {
  document.documentElement.lang = language in OFFLINE_WORDS ? language : "en";
  put("title", words.title);
  put("text", words.text);
  put("retry", words.retry);
}
document.getElementById("retry")?.addEventListener("click", load);
window.addEventListener("online", load);

/** The browser says when its network is back, and nothing of a server that was away: it is asked every so many milliseconds. */
const ASK_MS = 5_000;
async function ask(): Promise<void> {
  const answers = await fetch("/api/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers) load();
  else setTimeout(() => void ask(), ASK_MS);
}
setTimeout(() => void ask(), ASK_MS);

export {};
