import { attempt, byId, post, toast } from "./dom.js";
import { page, placeOfChat, ui } from "./pageState.js";
import { t } from "./words.js";

const TYPING_PAUSE_MS = 3000;
const FILE_LIMIT_BYTES = 25 * 1024 * 1024;

/** Writes in the chat on the screen; `redraw` is called when a reply has ended. */
export function createComposer(redraw) {
  let typingTimer = 0;

  function send(content) {
    const body = { ...placeOfChat(), ...(ui.reply === null ? {} : { quoted: ui.reply.id }), ...content };
    ui.reply = null;
    redraw();
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
    if (ui.side !== "customer" || page.state.groups.some((group) => group.jid === ui.chat)) return;
    if (typingTimer === 0) void post("typing", { user: ui.user, customer: ui.chat, typing: true }).catch(() => undefined);
    clearTimeout(typingTimer);
    typingTimer = setTimeout(stopTyping, TYPING_PAUSE_MS);
  }

  function stopTyping() {
    if (typingTimer === 0) return;
    clearTimeout(typingTimer);
    typingTimer = 0;
    void post("typing", { user: ui.user, customer: ui.chat, typing: false }).catch(() => undefined);
  }

  return { send, sendText, sendFile, typed };
}
