import { CLIENT_EVENTS, EVENT_AUDIENCES } from "@balcao/contracts/live";

/** The declaration of a type in the contract's source, from its name to the end of its last line. */
function declarationOf(source: string, name: string): string {
  const found =
    new RegExp(`^(?:export )?interface ${name}\\b[\\s\\S]*?^\\}$`, "m").exec(source) ??
    new RegExp(`^(?:export )?type ${name}\\b[\\s\\S]*?;\\n(?!  )`, "m").exec(source);
  if (!found) throw new Error(`${name} is not declared in the contract's events`);
  return found[0].replace(/^export /, "").trimEnd();
}

/** The type of a server event's first argument: a named type's declaration, or the type itself; null for none. */
function payloadOf(source: string, event: string): string | null {
  const ofRow = new RegExp(`^  ${event}: (\\w+Event);`, "m").exec(source);
  const member = ofRow ?? new RegExp(`^  ${event}: \\((?:event: ([^)]*?))?(?:, cursor\\?: string)?\\) => void;`, "m").exec(source);
  if (!member) throw new Error(`${event} is no event of the contract`);
  const type = member[1]?.trim();
  if (type === undefined) return null;
  return /^\w+$/.test(type) ? declarationOf(source, type) : type;
}

/** Every socket event with its receivers and its payload, from the source of the contract's `events.ts`. */
export function printEvents(source: string): string {
  const server = Object.entries(EVENT_AUDIENCES).map(([name, who]) => {
    const payload = payloadOf(source, name);
    return [`### \`${name}\``, "", `Received by ${who}.`, ...(payload === null ? [] : ["", "```ts", payload, "```"])].join("\n");
  });
  return [
    "# Socket events",
    "",
    "Printed from the contract by `apps/api/src/wire/wire.test.ts`; do not edit. The second argument of an event, where there is one, is a",
    "cursor that covers everything sent so far; a client gives its last one back in `resume` after a reconnect.",
    "",
    "## What the server says",
    "",
    server.join("\n\n"),
    "",
    "## What a client may say",
    "",
    ...CLIENT_EVENTS.map((name) => `- \`${name}\``),
    "",
    declarationBlock(source),
    "",
  ].join("\n");
}

const declarationBlock = (source: string): string => ["```ts", declarationOf(source, "ClientToServer"), "```"].join("\n");
