import { ask } from "./ask.js";
import { createComposer } from "./compose.js";
import { attempt, byId, fill, h, post } from "./dom.js";
import { icon } from "./icons.js";
import { renderActivity, renderCustomers, renderPhones, renderSettings } from "./lists.js";
import { page, ui } from "./pageState.js";
import { createPhone, showTime } from "./phoneFrame.js";
import { chooseLanguage, currentLanguage, languages, t, writeFixedTexts } from "./words.js";

const CLOCK_MS = 1000;

const composer = createComposer(() => phone.render());
const phone = createPhone({ ...composer, showPhones: () => show("phones") });

buildShell();
listen();

/** Asks for the code with which a phone is linked. */
function askCode(user) {
  const limits = { class: "code", maxlength: "9", autocomplete: "off", autocapitalize: "characters" };
  const fields = [["code", t("phones.code"), { ...limits, "data-testid": "pair-code-input" }]];
  const lead = t("phones.codeLead", { name: user.name });
  ask({ title: t("phones.typeCode"), lead, fields, label: t("phones.link") }, (values) =>
    post("code", { user: user.id, code: values.code }),
  );
}

/** Asks for a new customer; `added` is called with the phone. */
function askCustomer(added) {
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
    added(values.phone.replace(/\D/g, ""));
  });
}

/** Builds the fixed parts of the page: icons, theme, tabs, the frame of the phone. */
function buildShell() {
  document.querySelector(".mark").append(icon("phone"));
  byId("add-customer").append(icon("addPerson"));
  byId("add-customer").addEventListener("click", () => askCustomer(chooseNew));
  byId("search").addEventListener("input", () => page.state && renderCustomers(page.state, ui, choose));
  byId("file").addEventListener("change", composer.sendFile);
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
  window.addEventListener("resize", () => phone.renderList(true));
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
    if (page.state !== null) render();
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
  if (view === "chat" && page.state !== null) {
    phone.renderList(true);
    void reloadChat();
  }
}

/** Listens to live updates; the browser reconnects by itself. */
function listen() {
  const events = new EventSource("/api/events");
  events.addEventListener("message", (event) => {
    page.state = JSON.parse(event.data);
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
  const linked = page.state.users.filter((user) => user.number !== "");
  const user = linked.find((known) => known.id === ui.user) ?? linked[0];
  ui.user = user?.id ?? "";
  ui.number = user?.number ?? "";
  if (ui.chat === "") ui.chat = page.state.customers[0]?.phone ?? "";
}

function render() {
  renderCustomers(page.state, ui, choose);
  renderSettings(page.state, ui);
  renderPhones(page.state, ui, { link, askCode });
  renderActivity(page.state);
  renderStageHead();
  phone.render();
  renderShortcuts();
}

function choose(chat) {
  ui.chat = chat;
  ui.reply = null;
  render();
  show("chat");
}

function chooseNew(chat) {
  ui.chat = chat;
}

function link(user) {
  void attempt(post("link", { user: user.id }));
}

async function reloadChat() {
  if (ui.number === "") return;
  const { number, chat } = ui;
  const response = await fetch(`/api/chat?number=${encodeURIComponent(number)}&chat=${encodeURIComponent(chat)}`).catch(() => null);
  if (response === null || number !== ui.number || chat !== ui.chat) return;
  page.messages = await response.json();
  phone.renderList();
  // Showing the chat marks it as read; for a customer without read receipts the server sends none.
  const visible = document.visibilityState === "visible" && (document.body.dataset.view === "chat" || window.innerWidth >= 800);
  if (visible && ui.side === "customer" && page.messages.some((message) => message.from === "owner" && message.ticks === "delivered"))
    void post("open", { user: ui.user, customer: chat }).catch(() => undefined);
}

function renderStageHead() {
  const linked = page.state.users.filter((user) => user.number !== "");
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
          onclick: () => composer.send({ sample }),
        },
        icon(picture),
        h("span", {}, h("span", { class: "verb" }, `${t("ready.send")} `), t(`ready.${sample}`)),
      ),
    ),
  );
}
