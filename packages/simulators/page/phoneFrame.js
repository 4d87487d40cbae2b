import { ask, offer } from "./ask.js";
import { quote, renderMessages } from "./chat.js";
import { attempt, byId, fill, h, post } from "./dom.js";
import { icon } from "./icons.js";
import { avatar, chatOf } from "./lists.js";
import { currentName, names, page, placeOfChat, ui } from "./pageState.js";
import { clock, prettyNumber } from "./text.js";
import { currentLanguage, t } from "./words.js";

const EMOJI = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** What the phone of `mine`'s owner can do with a message: react, and change or delete its own. */
function openMenu(message, mine, place) {
  const act = (name, more) => {
    byId("dialog").close();
    return attempt(post(name, { ...place, message: message.id, ...more }));
  };
  const faces = EMOJI.map((emoji) =>
    h(
      "button",
      {
        type: "button",
        class: "face",
        "data-testid": "react",
        "aria-label": t("message.react", { emoji }),
        "aria-pressed": String(message.reactions.includes(emoji)),
        onclick: () => act("react", { emoji: message.reactions.includes(emoji) ? "" : emoji }),
      },
      emoji,
    ),
  );
  const own = [
    message.kind === "text" &&
      h(
        "button",
        { type: "button", class: "button", "data-testid": "edit-message", onclick: () => askEdit(message, place) },
        t("message.edit"),
      ),
    h(
      "button",
      { type: "button", class: "button", "data-testid": "delete-message", onclick: () => act("delete", {}) },
      t("message.delete"),
    ),
  ];
  offer(t("message.title"), [h("div", { class: "faces" }, faces), mine && h("div", { class: "choices" }, own)]);
}

function askEdit(message, place) {
  byId("dialog").close();
  const field = ["text", t("message.text"), { "data-testid": "edit-text", autocomplete: "off", value: message.text }];
  ask({ title: t("message.editTitle"), lead: "", fields: [field], label: t("message.save") }, (values) =>
    post("edit", { ...place, message: message.id, text: values.text }),
  );
}

/** The phone with the chat on the screen; `on` has what happens in it: `sendText`, `typed` and `showPhones`. */
export function createPhone(on) {
  let shown = "";
  let listed = "";

  /**
   * Renders the phone. The frame is built once per choice, so that a live update never disturbs
   * typing.
   */
  function render() {
    const key = `${ui.user}|${ui.chat}|${ui.side}|${ui.reply?.id ?? ""}|${currentLanguage()}`;
    if (shown !== key) {
      const draft = byId("chat-input")?.value ?? "";
      const focused = document.activeElement?.id === "chat-input";
      const sameChat = shown.split("|")[1] === ui.chat;
      shown = key;
      fill(byId("phone"), h("span", { class: "island" }), h("div", { class: "screen" }, ui.user === "" ? emptyScreen() : chatScreen()));
      page.messages = sameChat ? page.messages : [];
      renderList(true);
      const input = byId("chat-input");
      if (input !== null) {
        if (sameChat) input.value = draft;
        if (focused) input.focus();
      }
    }
    const user = page.state.users.find((known) => known.id === ui.user);
    if (user === undefined) return;
    const chat = chatOf(page.state, ui.number, ui.chat);
    const typing = { composing: t("chat.composing"), recording: t("chat.recording") }[chat.typing];
    const online = user.connected && user.loggedIn;
    byId("chat-title").textContent = ui.side === "customer" ? user.name : currentName();
    byId("chat-sub").textContent =
      ui.side === "customer" ? (typing ?? prettyNumber(user.number)) : online ? t("chat.asShop") : t("chat.disconnected");
    renderList();
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
        h("button", { class: "button primary", type: "button", onclick: on.showPhones }, t("chat.seePhones")),
      ),
    ];
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
                render();
              },
            },
            icon("close"),
          ),
        ),
      h(
        "form",
        { class: "composer", onsubmit: on.sendText },
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
          oninput: on.typed,
        }),
        h("button", { class: "go", type: "submit", "data-testid": "chat-send", "aria-label": t("chat.send") }, icon("up")),
      ),
      h("div", { class: "home", "aria-hidden": "true" }, h("i")),
    ];
  }

  function renderList(force = false) {
    const place = byId("messages");
    if (place === null) return;
    const key = JSON.stringify([ui.chat, ui.side, currentLanguage(), page.messages]);
    if (key === listed && !force) return;
    listed = key;
    const atEnd = force || place.scrollHeight - place.scrollTop - place.clientHeight < 80;
    const start = (message) => {
      ui.reply = message;
      render();
      byId("chat-input").focus();
    };
    const menu = (message) => openMenu(message, message.from === ui.side, placeOfChat());
    const bubbles = renderMessages(page.messages, ui.side, names(), { reply: start, menu });
    fill(place, bubbles.length > 0 ? bubbles : h("span", { class: "day" }, t("chat.empty")));
    if (!atEnd) return;
    place.scrollTop = place.scrollHeight;
    for (const image of place.querySelectorAll("img"))
      image.addEventListener("load", () => (place.scrollTop = place.scrollHeight), { once: true });
  }

  return { render, renderList };
}

function statusBar() {
  return h(
    "div",
    { class: "status", "aria-hidden": "true" },
    h("span", { id: "phone-clock" }, clock(Date.now())),
    h("span", {}, icon("signal"), icon("battery")),
  );
}

/** Sets the clock of the phone. */
export function showTime() {
  const place = byId("phone-clock");
  const now = clock(Date.now());
  if (place !== null && place.textContent !== now) place.textContent = now;
}
