import { currentLanguage, t } from "./words.js";

/**
 * Makes an element; `on…` functions become listeners, and attributes or children that are `null` or
 * `false` are left out.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false || value === undefined) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
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

/** The listeners of each element by event; an update replaces them together with the content. */
const listeners = new WeakMap();

function listen(element, type, listener) {
  const own = listeners.get(element) ?? {};
  listeners.set(element, { ...own, [type]: listener });
  if (!(type in own)) element.addEventListener(type, (event) => listeners.get(element)[type]?.(event));
}

/**
 * Makes the children of `place` equal to `children`. Elements that stay are changed and not
 * replaced: a browser drops a click whose button is replaced while the finger is down.
 */
export function fill(place, ...children) {
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset?.focus;
  const top = place.scrollTop;
  updateChildren(place, children.flat().filter(Boolean));
  place.scrollTop = top;
  if (key !== undefined)
    [...place.querySelectorAll("[data-focus]")].find((element) => element.dataset.focus === key)?.focus({ preventScroll: true });
}

function updateChildren(place, children) {
  const present = [...place.childNodes];
  children.forEach((child, at) => {
    const next = child instanceof Node ? child : document.createTextNode(child);
    const old = present[at];
    if (old === undefined) place.append(next);
    else if (isSameElement(old, next)) updateNode(old, next);
    else old.replaceWith(next);
  });
  for (const old of present.slice(children.length)) old.remove();
}

function isSameElement(old, next) {
  return old.nodeName === next.nodeName && old.dataset?.focus === next.dataset?.focus && old.dataset?.testid === next.dataset?.testid;
}

function updateNode(old, next) {
  if (!(next instanceof Element)) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const wanted = listeners.get(next) ?? {};
  for (const type of Object.keys({ ...listeners.get(old), ...wanted })) listen(old, type, wanted[type]);
  updateChildren(old, [...next.childNodes]);
  for (const name of ["checked", "disabled", "value"]) if (name in next && old[name] !== next[name]) old[name] = next[name];
}

/** Posts an action; a refusal throws an error with the server's sentence. */
export async function post(name, body) {
  const response = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": currentLanguage() },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const { error } = await response.json().catch(() => ({ error: t("noAnswer") }));
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

/** Runs an action and shows its error. */
export function attempt(action) {
  return action.catch((error) => toast(error.message));
}
