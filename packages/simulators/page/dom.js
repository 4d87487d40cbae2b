/** Makes an element; `on…` functions become listeners, `null` and `false` leave an attribute or child out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "checked" || name === "value" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

/** The element with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Replaces the children of a place and gives the focus back to the element that had it, found by `data-focus`
 * or `data-testid`, so that a live update never takes the keyboard away.
 */
export function fill(place, ...children) {
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset?.focus;
  const top = place.scrollTop;
  place.replaceChildren(...children.flat().filter(Boolean));
  place.scrollTop = top;
  if (key !== undefined)
    [...place.querySelectorAll("[data-focus]")].find((element) => element.dataset.focus === key)?.focus({ preventScroll: true });
}

/** Posts an action; a refusal becomes an error with the server's sentence. */
export async function post(name, body) {
  const response = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const { error } = await response.json().catch(() => ({ error: "O simulador não respondeu." }));
  throw new Error(error);
}

let toastTimer = 0;

/** Shows a sentence for five seconds. */
export function toast(text) {
  const place = byId("toast");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (place.hidden = true), 5000);
}

/** Runs an action and shows what went wrong. */
export function attempt(action) {
  return action.catch((error) => toast(error.message));
}
