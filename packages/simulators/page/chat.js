import { h } from "./dom.js";
import { formatted, plain } from "./format.js";
import { icon } from "./icons.js";
import { clock, dayName, fileSize, kindName, sameDay } from "./text.js";
import { t } from "./words.js";

const TICKS = { sent: ["one", ""], delivered: ["two", ""], read: ["two", "read"] };

/** The bubbles of a chat as seen from the phone of `side` ("customer" or "owner"). */
export function renderMessages(messages, side, names, does) {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const newDay = before === undefined || !sameDay(before.at, message.at);
    const shape = { first: !newDay && before.from !== message.from, last: after === undefined || after.from !== message.from };
    return [newDay && h("span", { class: "day" }, dayName(message.at)), bubble(message, message.from === side, shape, names, does)];
  });
}

function bubble(message, mine, shape, names, does) {
  const classes = ["bubble", mine && "mine", shape.first && "first", shape.last && "last", message.reactions.length > 0 && "reacted"]
    .filter(Boolean)
    .join(" ");
  return h(
    "div",
    {
      class: classes,
      role: "article",
      "aria-label": `${names[message.from]}, ${clock(message.at)}`,
      "data-testid": "message",
      "data-from": message.from,
      "data-kind": message.kind,
      "data-ticks": message.ticks,
      "data-id": message.id,
    },
    message.quoted !== null && !message.revoked && quote(message.quoted, names),
    message.revoked ? h("span", { class: "gone" }, t("message.deleted")) : content(message),
    meta(message, mine),
    message.reactions.length > 0 && h("span", { class: "reactions" }, message.reactions.join(" ")),
    !message.revoked &&
      h(
        "span",
        { class: "bubble-tools" },
        tool("reply", message, t("message.reply"), () => does.reply(message)),
        tool("more", message, t("message.more"), () => does.menu(message)),
      ),
  );
}

function tool(name, message, label, onclick) {
  return h(
    "button",
    { class: "icon-button", type: "button", "data-testid": name, "data-focus": `${name} ${message.id}`, "aria-label": label, onclick },
    icon(name),
  );
}

/** The quoted message above a reply. */
export function quote(quoted, names) {
  return h("span", { class: "quote" }, h("b", {}, names[quoted.from]), plain(quoted.text) || kindName(quoted.kind));
}

function meta(message, mine) {
  const [name, className] = TICKS[message.ticks];
  return h(
    "span",
    { class: "meta" },
    message.edited && !message.revoked && t("message.edited"),
    h("time", {}, clock(message.at)),
    mine && icon(name, className),
    mine && h("span", { class: "sr-only" }, t(`ticks.${message.ticks}`)),
  );
}

function content(message) {
  const { file } = message;
  const address = file === null ? "" : `/api/files/${file.key}`;
  const caption = message.text === "" ? null : h("span", { class: "body" }, formatted(message.text));
  if (file !== null && message.kind === "image")
    return [
      h(
        "a",
        { href: address, target: "_blank", rel: "noopener", "data-focus": message.id },
        h("img", { src: address, alt: message.text || kindName("image") }),
      ),
      caption,
    ];
  if (file !== null && message.kind === "sticker") return h("img", { class: "sticker", src: address, alt: kindName("sticker") });
  if (file !== null && message.kind === "video")
    return [h("video", { src: address, controls: true, preload: "metadata", "aria-label": kindName("video") }), caption];
  if (file !== null && message.kind === "audio")
    return h("audio", { src: address, controls: true, preload: "metadata", "aria-label": kindName("audio", message.seconds) });
  if (file !== null) {
    const card = h(
      "a",
      { class: "document", href: address, download: file.name, "data-focus": message.id },
      icon("document"),
      h("span", { class: "ellipsis" }, file.name, h("small", {}, fileSize(file.size))),
    );
    return [card, caption];
  }
  if (message.kind === "location" && message.location !== null)
    return card("pin", message.location.name || kindName("location"), `${message.location.latitude}, ${message.location.longitude}`);
  if (message.kind === "contact") return card("person", message.contact, kindName("contact"));
  return [
    caption,
    message.options.length > 0 &&
      h(
        "ul",
        { class: "options" },
        message.options.map((option) => h("li", {}, option)),
      ),
  ].filter(Boolean);
}

function card(picture, title, below) {
  return h("span", { class: "document" }, icon(picture), h("span", { class: "ellipsis" }, title, h("small", {}, below)));
}
