import { startWwebPage } from "../wwebPage/index.js";
import { customerCommands } from "./customerCommands.js";
import { after, watchNew, type Command, type Print, type StandIn } from "./standIn.js";

/** WhatsApp's own page, for API 1, and its phone. */
export async function startPageStandIn(print: Print): Promise<StandIn> {
  const page = await startWwebPage();
  const { network } = page;
  const stop = watchNew(
    () => network.shown(),
    ({ chat, type, fields }) =>
      print(`to ${chat.replace("@c.us", "")}: ${type} ${typeof fields["body"] === "string" ? fields["body"] : ""}`),
  );
  const commands: Command[] = [
    { usage: "scan", does: "the owner scans the code that is shown", run: () => after(() => network.link(), "scanned") },
    {
      usage: "code CODE",
      does: "the owner types a pairing code on the phone",
      run: ([code = ""]) => after(() => network.typeCode(code.replace("-", "")), "typed"),
    },
    ...customerCommands({
      text: async (phone, body) => network.inbound({ type: "chat", fields: { body }, chat: chatOf(phone) }).key.id,
      picture: async (phone, bytes, caption) =>
        network.inbound({ type: "image", fields: { mimetype: "image/png", caption }, bytes, chat: chatOf(phone) }).key.id,
      edit: async (_phone, id, text) => network.edit(network.serializedId(id), text, false),
      remove: async (_phone, id) => network.revoke(network.serializedId(id), false),
      newestFor: (phone) => network.shown().findLast(({ chat }) => chat === chatOf(phone))?.id ?? null,
      react: async (phone, id, emoji) => network.react(id, emoji, chatOf(phone)),
    }),
    { usage: "unlink", does: "the owner removes the device on the phone", run: () => after(() => network.unlink(), "removed") },
  ];
  function chatOf(phone: string): string {
    const chat = `${phone}@c.us`;
    network.accounts.add(chat);
    return chat;
  }
  return {
    variables: { WWEBJS_PAGE_DIR: page.folder, WWEBJS_PAGE_VERSION: page.version, CHROMIUM_ARGS: page.browserArgs.join(" ") },
    facts: [`The phone to link is ${network.me.phone}. Where Chromium finds no sandbox, add --no-sandbox to CHROMIUM_ARGS.`],
    commands,
    close: async () => {
      stop();
      await page.close();
    },
  };
}
