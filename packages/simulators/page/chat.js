import { h } from "./dom.js";
import { icon } from "./icons.js";
import { clock, dayName, fileSize, kindName, sameDay } from "./text.js";

const TICKS = { sent: ["one", "enviada", ""], delivered: ["two", "entregue", ""], read: ["two", "lida", "read"] };

/** The bubbles of a chat as seen from the phone of `side` ("customer" or "owner"). */
export function renderMessages(messages, side, names, reply) {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const newDay = before === undefined || !sameDay(before.at, message.at);
    const shape = { first: !newDay && before.from !== message.from, last: after === undefined || after.from !== message.from };
    return [newDay && h("span", { class: "day" }, dayName(message.at)), bubble(message, message.from === side, shape, names, reply)];
  });
}

function bubble(message, mine, shape, names, reply) {
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
    message.revoked ? h("span", { class: "gone" }, "Mensagem apagada") : content(message),
    meta(message, mine),
    message.reactions.length > 0 && h("span", { class: "reactions" }, message.reactions.join(" ")),
    !message.revoked &&
      h(
        "button",
        {
          class: "icon-button bubble-reply",
          type: "button",
          "data-testid": "reply",
          "data-focus": `reply ${message.id}`,
          "aria-label": "Responder a esta mensagem",
          onclick: () => reply(message),
        },
        icon("reply"),
      ),
  );
}

/** The quoted message above a reply. */
export function quote(quoted, names) {
  return h("span", { class: "quote" }, h("b", {}, names[quoted.from]), quoted.text || kindName(quoted.kind));
}

function meta(message, mine) {
  const [name, words, className] = TICKS[message.ticks];
  return h(
    "span",
    { class: "meta" },
    message.edited && !message.revoked && "editada",
    h("time", {}, clock(message.at)),
    mine && icon(name, className),
    mine && h("span", { class: "sr-only" }, words),
  );
}

function content(message) {
  const { file } = message;
  const address = file === null ? "" : `/api/files/${file.key}`;
  const caption = message.text === "" ? null : h("span", { class: "body" }, message.text);
  if (file !== null && message.kind === "image")
    return [
      h(
        "a",
        { href: address, target: "_blank", rel: "noopener", "data-focus": message.id },
        h("img", { src: address, alt: message.text || "Foto" }),
      ),
      caption,
    ];
  if (file !== null && message.kind === "sticker") return h("img", { class: "sticker", src: address, alt: "Figurinha" });
  if (file !== null && message.kind === "video")
    return [h("video", { src: address, controls: true, preload: "metadata", "aria-label": "Vídeo" }), caption];
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
    return h(
      "span",
      { class: "body" },
      `${message.location.name || "Localização"}\n${message.location.latitude}, ${message.location.longitude}`,
    );
  if (message.kind === "contact") return h("span", { class: "body" }, `Contato: ${message.contact}`);
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
