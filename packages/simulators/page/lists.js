import { attempt, byId, fill, h, post } from "./dom.js";
import { plain } from "./format.js";
import { icon } from "./icons.js";
import { activityText, exactClock, initials, kindName, listTime, prettyNumber, tint } from "./text.js";
import { t } from "./words.js";

/** The chat of a customer on a number, or an empty one. */
export function chatOf(state, number, chat) {
  return state.chats.find((known) => known.number === number && known.chat === chat) ?? { number, chat, typing: "", unread: 0, last: null };
}

/** An avatar with initials; a grey dot marks an offline customer. */
export function avatar(name, key, offline = false) {
  return h("span", { class: `avatar t${tint(key)}`, "aria-hidden": "true" }, initials(name), offline && h("i"));
}

/** The list of customers and groups that match the search. */
export function renderCustomers(state, ui, choose) {
  const wanted = byId("search").value.trim().toLowerCase();
  const people = [
    ...state.customers.map((customer) => ({
      key: customer.phone,
      name: customer.name,
      number: prettyNumber(customer.phone),
      offline: !customer.online,
    })),
    ...state.groups.map((group) => ({
      key: group.jid,
      name: group.name,
      number: t(group.participants.length === 1 ? "customers.participant" : "customers.participants", { count: group.participants.length }),
      offline: false,
    })),
  ].filter((person) => wanted === "" || `${person.name} ${person.number} ${person.key}`.toLowerCase().includes(wanted));
  const rows = people.map((person) =>
    h("li", {}, customerRow(person, chatOf(state, ui.number, person.key), ui.chat === person.key, choose)),
  );
  fill(byId("customer-list"), rows.length > 0 ? rows : h("li", { class: "hint" }, t("customers.none")));
}

function customerRow(person, chat, current, choose) {
  const { last } = chat;
  const preview =
    chat.typing === "composing"
      ? t("chat.composing")
      : chat.typing === "recording"
        ? t("chat.recording")
        : last === null
          ? person.number
          : last.revoked
            ? t("message.deleted")
            : plain(last.text) || kindName(last.kind, last.seconds);
  return h(
    "button",
    {
      class: "customer",
      type: "button",
      "data-testid": "customer-item",
      "data-phone": person.key,
      "data-focus": person.key,
      "aria-current": current ? "true" : null,
      onclick: () => choose(person.key),
    },
    avatar(person.name, person.key, person.offline),
    h("span", { class: "name ellipsis" }, person.name),
    h("time", {}, last === null ? "" : listTime(last.at)),
    h("span", { class: `preview ellipsis${chat.typing === "" ? "" : " live"}` }, preview),
    chat.unread > 0
      ? h("span", { class: "badge" }, String(chat.unread), h("span", { class: "sr-only" }, ` ${t("customers.unread")}`))
      : h("span"),
  );
}

/** The switches of the chosen customer. */
export function renderSettings(state, ui) {
  const customer = state.customers.find((known) => known.phone === ui.chat);
  const place = byId("customer-settings");
  place.hidden = customer === undefined;
  if (customer === undefined) return;
  const user = state.users.find((known) => known.id === ui.user);
  const set = (change) => attempt(post("customer", { phone: customer.phone, ...change }));
  fill(
    place,
    h("h3", { class: "ellipsis" }, customer.name),
    toggle(t("settings.readReceipts"), "read-receipts", customer.readReceipts, (readReceipts) => set({ readReceipts })),
    toggle(t("settings.online"), "customer-online", customer.online, (online) => set({ online })),
    h(
      "button",
      {
        class: "button",
        type: "button",
        "data-testid": "mark-read",
        "data-focus": "mark-read",
        disabled: user === undefined,
        onclick: () => attempt(post("open", { user: user.id, customer: customer.phone, force: true })),
      },
      t("settings.markRead"),
    ),
    user !== undefined && renderScenes(user, customer),
  );
}

const SCENES = ["question", "order", "mistake", "hurry"];

/** Ready-made conversations of the chosen customer. */
function renderScenes(user, customer) {
  const buttons = SCENES.map((name) =>
    h(
      "button",
      {
        class: "button",
        type: "button",
        "data-testid": `scene-${name}`,
        "data-focus": `scene ${name}`,
        onclick: () => attempt(post("scene", { user: user.id, customer: customer.phone, name })),
      },
      t(`scenes.${name}`),
    ),
  );
  return h("div", { class: "scenes", role: "group", "aria-label": t("scenes.title") }, h("h3", {}, t("scenes.title")), buttons);
}

function toggle(label, testId, checked, change) {
  return h(
    "label",
    { class: "switch" },
    label,
    h("input", {
      type: "checkbox",
      role: "switch",
      "data-testid": testId,
      "data-focus": testId,
      checked,
      onchange: (event) => change(event.target.checked),
    }),
  );
}

/** The list of phones: waiting to be linked, linked, and free. */
export function renderPhones(state, ui, actions) {
  const waiting = state.users.filter((user) => user.number === "" && (user.hasQr || user.pairingPhone !== ""));
  const linked = state.users.filter((user) => user.number !== "");
  const free = state.phones.filter((phone) => phone.linkedTo === "");
  const nobody = h("div", { class: "connection" }, h("p", { class: "nothing" }, t("phones.nobody")));
  fill(
    byId("phone-list"),
    h("h3", {}, t("phones.waiting")),
    waiting.length === 0 ? nobody : waiting.map((user) => waitingRow(user, actions)),
    linked.length > 0 && h("h3", {}, t("phones.linked")),
    linked.map((user) => linkedRow(state, user)),
    free.length > 0 && h("h3", {}, t("phones.free")),
    free.map((phone) =>
      h(
        "div",
        { class: "connection", "data-testid": "phone-item", "data-number": phone.number, "data-state": "free" },
        h("span", { class: "name" }, h("i"), h("span", { class: "ellipsis" }, phoneName(state, phone))),
        h("span", { class: "caption" }, prettyNumber(phone.number)),
      ),
    ),
  );
}

/** Phones are numbered in the order in which the simulator knows them. */
const phoneName = (state, phone) => t("phones.name", { index: state.phones.indexOf(phone) + 1 });

function waitingRow(user, actions) {
  const caption = user.pairingPhone === "" ? t("phones.qrShown") : t("phones.codeAsked", { number: prettyNumber(user.pairingPhone) });
  return h(
    "div",
    { class: "connection waiting", "data-testid": "waiting-item", "data-name": user.name },
    h("span", { class: "name" }, h("i", { class: "wait" }), h("span", { class: "ellipsis" }, user.name)),
    h("span", { class: "caption" }, caption),
    h(
      "span",
      { class: "actions" },
      user.hasQr &&
        h(
          "button",
          {
            class: "button primary",
            type: "button",
            "data-testid": "link-number",
            "data-name": user.name,
            "data-focus": `link ${user.id}`,
            onclick: () => actions.link(user),
          },
          icon("qr"),
          t("phones.scan", { name: user.name }),
        ),
      user.pairingPhone !== "" &&
        h(
          "button",
          {
            class: "button",
            type: "button",
            "data-testid": "type-code",
            "data-focus": `code ${user.id}`,
            onclick: () => actions.askCode(user),
          },
          icon("keypad"),
          t("phones.typeCode"),
        ),
    ),
  );
}

function linkedRow(state, user) {
  const online = user.connected && user.loggedIn;
  const phone = state.phones.find(({ number }) => number === user.number);
  const name = phone === undefined ? "" : `${phoneName(state, phone)} · `;
  return h(
    "div",
    { class: "connection", "data-testid": "phone-item", "data-number": user.number, "data-state": online ? "online" : "offline" },
    h("span", { class: "name" }, h("i", { class: online ? "on" : "" }), h("span", { class: "ellipsis" }, user.name)),
    h("span", { class: "caption" }, `${name}${prettyNumber(user.number)}${online ? "" : ` · ${t("phones.disconnected")}`}`),
    h(
      "span",
      { class: "actions" },
      online &&
        h(
          "button",
          {
            class: "button",
            type: "button",
            "data-testid": "drop-number",
            "data-focus": `drop ${user.id}`,
            "aria-label": t("phones.dropName", { name: user.name }),
            onclick: () => attempt(post("drop", { user: user.id })),
          },
          t("phones.drop"),
        ),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-testid": "logout-number",
          "data-focus": `out ${user.id}`,
          "aria-label": t("phones.logoutName", { name: user.name }),
          onclick: () => attempt(post("logout", { user: user.id })),
        },
        t("phones.logout"),
      ),
    ),
  );
}

/** The latest activities, newest first. */
export function renderActivity(state) {
  const nameOf = (phone) => state.customers.find((customer) => customer.phone === phone)?.name ?? prettyNumber(phone);
  const lines = state.activity.map((entry) =>
    h("li", {}, h("time", {}, exactClock(entry.at)), h("span", { class: "ellipsis" }, activityText(entry, nameOf))),
  );
  fill(byId("activity"), lines.length > 0 ? lines : h("li", {}, h("time", {}, "–"), h("span", {}, t("activity.none"))));
}
