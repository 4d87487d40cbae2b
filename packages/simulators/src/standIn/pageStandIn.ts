import { startWwebPage } from "../wwebPage/index.js";
import { after, tellNew, toDigits, type Command, type Say, type StandIn } from "./standIn.js";

/** WhatsApp's own page, for API 1, and the phone behind it. */
export async function startPageStandIn(say: Say): Promise<StandIn> {
  const page = await startWwebPage();
  const { network } = page;
  const stop = tellNew(
    () => network.shown(),
    ({ chat, type, fields }) => say(`to ${chat.replace("@c.us", "")}: ${type} ${typeof fields["body"] === "string" ? fields["body"] : ""}`),
  );
  const commands: Command[] = [
    { usage: "scan", does: "the owner scans the code that is shown", run: () => after(() => network.link(), "scanned") },
    {
      usage: "code CODE",
      does: "the owner types a pairing code on the phone",
      run: ([code = ""]) => after(() => network.typeCode(code.replace("-", "")), "typed"),
    },
    {
      usage: "say NUMBER TEXT",
      does: "a customer writes",
      run: ([number, ...words]) => {
        const chat = `${toDigits(number)}@c.us`;
        network.accounts.add(chat);
        return after(() => network.inbound({ type: "chat", fields: { body: words.join(" ") }, chat }), "sent");
      },
    },
    { usage: "unlink", does: "the owner removes the device on the phone", run: () => after(() => network.unlink(), "removed") },
  ];
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
