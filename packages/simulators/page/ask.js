import { byId, fill, h } from "./dom.js";
import { t } from "./words.js";

/** A small form in a dialog; when the action is refused it stays open and shows the sentence. */
export function ask({ title, lead, fields, label }, action) {
  const dialog = byId("dialog");
  const wrong = h("p", { class: "wrong", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    try {
      await action(values);
      dialog.close();
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  fill(
    dialog,
    h(
      "form",
      { onsubmit: submit },
      h("h2", { id: "dialog-title" }, title),
      lead !== "" && h("p", { class: "lead" }, lead),
      fields.map(([name, text, attributes]) => h("label", { class: "field" }, text, h("input", { name, required: true, ...attributes }))),
      wrong,
      footer(dialog, h("button", { class: "button primary", type: "submit", "data-testid": "dialog-confirm" }, label)),
    ),
  );
  dialog.showModal();
}

/** A dialog with buttons, each of which closes it. */
export function offer(title, content) {
  const dialog = byId("dialog");
  fill(dialog, h("div", { class: "offer" }, h("h2", { id: "dialog-title" }, title), content, footer(dialog)));
  dialog.showModal();
}

function footer(dialog, ...more) {
  return h("footer", {}, h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("cancel")), more);
}
