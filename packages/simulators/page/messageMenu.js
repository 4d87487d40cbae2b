import { ask, offer } from "./ask.js";
import { attempt, byId, h, post } from "./dom.js";
import { t } from "./words.js";

const EMOJI = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** What the phone of `mine`'s owner can do with a message: react, and change or delete its own. */
export function openMenu(message, mine, place) {
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
