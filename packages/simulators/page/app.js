import { ask } from "./ask.js";
import { quote, renderMessages } from "./chat.js";
import { attempt, byId, fill, h, post, toast } from "./dom.js";
import { icon } from "./icons.js";
import { avatar, chatOf, renderActivity, renderCustomers, renderPhones, renderSettings } from "./lists.js";
import { openMenu } from "./messageMenu.js";
import { clock, prettyNumber } from "./text.js";
import { chooseLanguage, currentLanguage, languages, t, writeFixedTexts } from "./words.js";

const TYPING_PAUSE_MS = 3000;
const CLOCK_MS = 1000;
const FILE_LIMIT_BYTES = 25 * 1024 * 1024;

let state = null;
let messages = [];
let shown = "";
let listed = "";
const ui = { user: "", number: "", chat: "", side: "customer", reply: null, typingTimer: 0 };

buildShell();
listen();

/** Builds the fixed parts of the page: icons, theme, tabs, the frame of the phone. */
function buildShell() {
  document.querySelector(".mark").append(icon("phone"));
  byId("add-customer").append(icon("addPerson"));
  byId("add-customer").addEventListener("click", askCustomer);
  byId("search").addEventListener("input", () => state && renderCustomers(state, ui, choose));
  byId("file").addEventListener("change", sendFile);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const followSystem = () => setTheme(localStorage.getItem("theme") ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", followSystem);
  followSystem();
  addLanguageChoice();
  byId("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark", true));
  for (const [name, picture] of [
    ["customers", "people"],
    ["chat", "chat"],
    ["phones", "phone"],
  ]) {
    const tab = document.querySelector(`[data-tab="${name}"]`);
    tab.prepend(icon(picture));
    tab.addEventListener("click", () => show(name));
  }
  show("customers");
  window.addEventListener("resize", () => renderMessageList(true));
  setInterval(showTime, CLOCK_MS);
}

/** The choice of the language; it changes the page at once. */
function addLanguageChoice() {
  const choice = byId("language");
  choice.append(...languages().map(([name, label]) => h("option", { value: name, lang: name }, label)));
  choice.value = currentLanguage();
  writeFixedTexts();
  choice.addEventListener("change", () => {
    chooseLanguage(choice.value);
    writeFixedTexts();
    if (state !== null) render();
  });
}

function setTheme(theme, keep = false) {
  document.documentElement.dataset.theme = theme;
  fill(byId("theme"), icon(theme === "dark" ? "sun" : "moon"));
  if (keep) localStorage.setItem("theme", theme);
}

function show(view) {
  document.body.dataset.view = view;
  for (const tab of document.querySelectorAll("[data-tab]")) tab.setAttribute("aria-current", String(tab.dataset.tab === view));
  if (view === "chat" && state !== null) {
    renderMessageList(true);
    void reloadChat();
  }
}

/** Listens to live updates; the browser reconnects by itself. */
function listen() {
  const events = new EventSource("/api/events");
  events.addEventListener("message", (event) => {
    state = JSON.parse(event.data);
    document.body.dataset.live = "on";
    byId("offline").hidden = true;
    settle();
    render();
    void reloadChat();
  });
  events.addEventListener("error", () => {
    document.body.dataset.live = "off";
    byId("offline").hidden = false;
  });
}

/** Selects the first linked user and customer when the chosen ones do not exist. */
function settle() {
  const linked = state.users.filter((user) => user.number !== "");
  const user = linked.find((known) => known.id === ui.user) ?? linked[0];
  ui.user = user?.id ?? "";
  ui.number = user?.number ?? "";
  if (ui.chat === "") ui.chat = state.customers[0]?.phone ?? "";
}

function render() {
  renderCustomers(state, ui, choose);
  renderSettings(state, ui);
  renderPhones(state, ui, { link, askCode });
  renderActivity(state);
  renderStageHead();
  renderPhone();
  renderShortcuts();
}

function choose(chat) {
  ui.chat = chat;
  ui.reply = null;
  render();
  show("chat");
}

function link(user) {
  void attempt(post("link", { user: user.id }));
}

async function reloadChat() {
  if (ui.number === "") return;
  const { number, chat } = ui;
  const response = await fetch(`/api/chat?number=${encodeURIComponent(number)}&chat=${encodeURIComponent(chat)}`).catch(() => null);
  if (response === null || number !== ui.number || chat !== ui.chat) return;
  messages = await response.json();
  renderMessageList();
  // Showing the chat marks it as read; for a customer without read receipts the server sends none.
  const visible = document.visibilityState === "visible" && (document.body.dataset.view === "chat" || window.innerWidth >= 800);
  if (visible && ui.side === "customer" && messages.some((message) => message.from === "owner" && message.ticks === "delivered"))
    void post("open", { user: ui.user, customer: chat }).catch(() => undefined);
}

function currentName() {
  return (
    state.customers.find((customer) => customer.phone === ui.chat)?.name ?? state.groups.find((group) => group.jid === ui.chat)?.name ?? ""
  );
}

function renderStageHead() {
  const linked = state.users.filter((user) => user.number !== "");
  const sides = [
    ["customer", t("chat.customerPhone")],
    ["owner", t("chat.shopPhone")],
  ];
  byId("stage-head").hidden = linked.length === 0;
  fill(
    byId("stage-head"),
    h(
      "div",
      { class: "segmented", role: "group", "aria-label": t("chat.side") },
      sides.map(([side, label]) =>
        h(
          "button",
          {
            type: "button",
            "data-testid": `side-${side}`,
            "data-focus": side,
            "aria-pressed": String(ui.side === side),
            onclick: () => {
              ui.side = side;
              ui.reply = null;
              render();
              void reloadChat();
            },
          },
          label,
        ),
      ),
    ),
    linked.length > 1 &&
      h(
        "select",
        {
          class: "number-choice",
          "aria-label": t("chat.connection"),
          "data-focus": "number",
          onchange: (event) => {
            ui.user = event.target.value;
            settle();
            render();
            void reloadChat();
          },
        },
        linked.map((user) => h("option", { value: user.id, ...(user.id === ui.user ? { selected: true } : {}) }, user.name)),
      ),
  );
}

/**
 * Renders the phone. The frame is built once per choice, so that a live update never disturbs
 * typing.
 */
function renderPhone() {
  const key = `${ui.user}|${ui.chat}|${ui.side}|${ui.reply?.id ?? ""}|${currentLanguage()}`;
  if (shown !== key) {
    const draft = byId("chat-input")?.value ?? "";
    const focused = document.activeElement?.id === "chat-input";
    const sameChat = shown.split("|")[1] === ui.chat;
    shown = key;
    fill(byId("phone"), h("span", { class: "island" }), h("div", { class: "screen" }, ui.user === "" ? emptyScreen() : chatScreen()));
    messages = sameChat ? messages : [];
    renderMessageList(true);
    const input = byId("chat-input");
    if (input !== null) {
      if (sameChat) input.value = draft;
      if (focused) input.focus();
    }
  }
  const user = state.users.find((known) => known.id === ui.user);
  if (user === undefined) return;
  const chat = chatOf(state, ui.number, ui.chat);
  const typing = { composing: t("chat.composing"), recording: t("chat.recording") }[chat.typing];
  const online = user.connected && user.loggedIn;
  byId("chat-title").textContent = ui.side === "customer" ? user.name : currentName();
  byId("chat-sub").textContent =
    ui.side === "customer" ? (typing ?? prettyNumber(user.number)) : online ? t("chat.asShop") : t("chat.disconnected");
  renderMessageList();
}

function emptyScreen() {
  return [
    statusBar(),
    h(
      "div",
      { class: "empty" },
      icon("qr"),
      h("b", {}, t("chat.noPhone")),
      h("span", {}, t("chat.noPhoneHelp")),
      h("button", { class: "button primary", type: "button", onclick: () => show("phones") }, t("chat.seePhones")),
    ),
  ];
}

function statusBar() {
  return h(
    "div",
    { class: "status", "aria-hidden": "true" },
    h("span", { id: "phone-clock" }, clock(Date.now())),
    h("span", {}, icon("signal"), icon("battery")),
  );
}

function showTime() {
  const place = byId("phone-clock");
  const now = clock(Date.now());
  if (place !== null && place.textContent !== now) place.textContent = now;
}

function chatScreen() {
  const face =
    ui.side === "customer" ? h("span", { class: "avatar brand", "aria-hidden": "true" }, icon("chat")) : avatar(currentName(), ui.chat);
  return [
    statusBar(),
    h(
      "div",
      { class: "chat-head" },
      face,
      h(
        "div",
        { class: "who" },
        h("div", { id: "chat-title", class: "title ellipsis" }),
        h("div", { id: "chat-sub", class: "sub ellipsis", "aria-live": "polite", "data-testid": "chat-status" }),
      ),
    ),
    h("div", { id: "messages", class: "messages", role: "log", "aria-label": t("chat.messages"), tabindex: "0" }),
    ui.reply !== null &&
      h(
        "div",
        { class: "replying" },
        quote(ui.reply, names()),
        h(
          "button",
          {
            class: "icon-button",
            type: "button",
            "aria-label": t("chat.cancelReply"),
            onclick: () => {
              ui.reply = null;
              renderPhone();
            },
          },
          icon("close"),
        ),
      ),
    h(
      "form",
      { class: "composer", onsubmit: sendText },
      h(
        "button",
        {
          class: "icon-button",
          type: "button",
          "data-testid": "attach-file",
          "aria-label": t("chat.chooseFile"),
          onclick: () => byId("file").click(),
        },
        icon("plus"),
      ),
      h("input", {
        id: "chat-input",
        "data-testid": "chat-input",
        type: "text",
        placeholder: t("chat.placeholder"),
        "aria-label": ui.side === "customer" ? t("chat.fromCustomer") : t("chat.fromShop"),
        autocomplete: "off",
        oninput: typed,
      }),
      h("button", { class: "go", type: "submit", "data-testid": "chat-send", "aria-label": t("chat.send") }, icon("up")),
    ),
    h("div", { class: "home", "aria-hidden": "true" }, h("i")),
  ];
}

function names() {
  const user = state.users.find((known) => known.id === ui.user);
  return { customer: currentName(), owner: user?.name ?? t("chat.shop") };
}

function renderMessageList(force = false) {
  const place = byId("messages");
  if (place === null) return;
  const key = JSON.stringify([ui.chat, ui.side, currentLanguage(), messages]);
  if (key === listed && !force) return;
  listed = key;
  const atEnd = force || place.scrollHeight - place.scrollTop - place.clientHeight < 80;
  const start = (message) => {
    ui.reply = message;
    renderPhone();
    byId("chat-input").focus();
  };
  const menu = (message) => openMenu(message, message.from === ui.side, placeOfChat());
  const bubbles = renderMessages(messages, ui.side, names(), { reply: start, menu });
  fill(place, bubbles.length > 0 ? bubbles : h("span", { class: "day" }, t("chat.empty")));
  if (!atEnd) return;
  place.scrollTop = place.scrollHeight;
  for (const image of place.querySelectorAll("img"))
    image.addEventListener("load", () => (place.scrollTop = place.scrollHeight), { once: true });
}

function renderShortcuts() {
  const ready = [
    ["voice", "mic"],
    ["photo", "photo"],
    ["video", "film"],
    ["document", "document"],
    ["sticker", "sticker"],
    ["location", "pin"],
    ["contact", "person"],
  ];
  byId("shortcuts").hidden = ui.user === "";
  fill(
    byId("shortcuts"),
    ready.map(([sample, picture]) =>
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-testid": `send-${sample}`,
          "data-focus": sample,
          "aria-label": `${t("ready.send")} ${t(`ready.${sample}`)}`,
          onclick: () => send({ sample }),
        },
        icon(picture),
        h("span", {}, h("span", { class: "verb" }, `${t("ready.send")} `), t(`ready.${sample}`)),
      ),
    ),
  );
}

/** The chat on the screen, and whose phone it is. */
function placeOfChat() {
  const group = state.groups.find((known) => known.jid === ui.chat);
  const target = group === undefined ? { customer: ui.chat } : { customer: group.participants[0], group: group.jid };
  return { user: ui.user, ...target, fromMe: ui.side === "owner" };
}

function send(content) {
  const body = { ...placeOfChat(), ...(ui.reply === null ? {} : { quoted: ui.reply.id }), ...content };
  ui.reply = null;
  renderPhone();
  return attempt(post("send", body));
}

function sendText(event) {
  event.preventDefault();
  const input = byId("chat-input");
  const text = input.value.trim();
  if (text === "") return;
  input.value = "";
  stopTyping();
  void send({ text });
  byId("chat-input").focus();
}

function sendFile(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (file === undefined) return;
  if (file.size > FILE_LIMIT_BYTES) return toast(t("chat.fileTooLarge"));
  const reader = new FileReader();
  reader.addEventListener(
    "load",
    () =>
      void send({
        base64: reader.result.slice(reader.result.indexOf(",") + 1),
        mime: file.type || "application/octet-stream",
        fileName: file.name,
      }),
  );
  reader.addEventListener("error", () => toast(t("chat.fileUnreadable")));
  reader.readAsDataURL(file);
}

/** Sends "typing" to the product once, and "paused" after three seconds without a key. */
function typed() {
  if (ui.side !== "customer" || state.groups.some((group) => group.jid === ui.chat)) return;
  if (ui.typingTimer === 0) void post("typing", { user: ui.user, customer: ui.chat, typing: true }).catch(() => undefined);
  clearTimeout(ui.typingTimer);
  ui.typingTimer = setTimeout(stopTyping, TYPING_PAUSE_MS);
}

function stopTyping() {
  if (ui.typingTimer === 0) return;
  clearTimeout(ui.typingTimer);
  ui.typingTimer = 0;
  void post("typing", { user: ui.user, customer: ui.chat, typing: false }).catch(() => undefined);
}

function askCode(user) {
  const limits = { class: "code", maxlength: "9", autocomplete: "off", autocapitalize: "characters" };
  const fields = [["code", t("phones.code"), { ...limits, "data-testid": "pair-code-input" }]];
  const lead = t("phones.codeLead", { name: user.name });
  ask({ title: t("phones.typeCode"), lead, fields, label: t("phones.link") }, (values) =>
    post("code", { user: user.id, code: values.code }),
  );
}

function askCustomer() {
  const fields = [
    [
      "name",
      t("newCustomer.name"),
      { "data-testid": "customer-name", maxlength: "60", autocomplete: "off", placeholder: t("newCustomer.example") },
    ],
    [
      "phone",
      t("newCustomer.number"),
      { "data-testid": "customer-phone", inputmode: "tel", autocomplete: "off", placeholder: "55 11 90000-0004" },
    ],
  ];
  const lead = t("newCustomer.lead");
  ask({ title: t("customers.add"), lead, fields, label: t("newCustomer.add") }, async (values) => {
    await post("customer", values);
    ui.chat = values.phone.replace(/\D/g, "");
  });
}
