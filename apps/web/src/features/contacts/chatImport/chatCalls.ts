import type { ChatCheckView, ImportedChatView } from "@balcao/contracts/chatImports";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api";
import { jobsQuery } from "../../../lib/data/jobs";
import { queryClient } from "../../../lib/queryClient";

/** How often an import that the command runs is asked how far it is. */
const LOOK_MS = 4_000;

/** The imports of chats that can be undone, and those of other systems. */
export const chatImportsQuery = queryOptions({
  queryKey: ["chatImports"],
  queryFn: ({ signal }) => call("chatImports", "list", {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(({ now }) => now !== null) === true ? LOOK_MS : false),
});

/** Reads the imports and the jobs again. */
export const readImportsAgain = () =>
  Promise.all([chatImportsQuery, jobsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));

/** What the person says of a chat, as the fields of its card. */
export interface SaidOfChat {
  readonly us: string | null;
  readonly name: string;
  readonly number: string;
}

/** A file of which nothing has been said. */
export const NOTHING_SAID: SaidOfChat = { us: null, name: "", number: "" };

/** A chosen file with what is in it. */
export interface ChosenChat {
  readonly file: File;
  readonly said: SaidOfChat;
  readonly view: ChatCheckView;
}

/** The fields of a chat that was read for the first time: what it says by itself. */
const toSaid = ({ us, name, number }: ChatCheckView): SaidOfChat => ({ us, name, number: number === null ? "" : `+${number}` });

/** Whether a chat lacks nothing. */
export const isWhole = ({ view }: ChosenChat): boolean => view.problem === null && view.us !== null && view.number !== null;

/** A large archive over a slow line, and its messages, may take this long, in milliseconds. */
const PATIENCE_MS = 30 * 60_000;

type Given = Pick<ChosenChat, "file" | "said">;

function formOf(chats: readonly Given[], fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("chats", JSON.stringify(chats.map(({ said }) => said)));
  for (const { file } of chats) form.append("medias", file);
  return form;
}

/** Has chats looked through, for a connection if there is one. */
export async function lookThrough(chats: readonly Given[], whatsappId: number | undefined): Promise<readonly ChosenChat[]> {
  const form = formOf(chats, whatsappId === undefined ? {} : { whatsappId: String(whatsappId) });
  const views = await call("chatImports", "check", { body: {} }, { form, timeoutMs: PATIENCE_MS });
  return chats.flatMap(({ file, said }, at) => {
    const view = views[at];
    return view ? [{ file, view, said: said === NOTHING_SAID ? toSaid(view) : said }] : [];
  });
}

/** Writes chats as they were looked through. */
export async function writeChats(chats: readonly Given[], whatsappId: number): Promise<readonly ImportedChatView[]> {
  const log = JSON.stringify({ descricao: "Importou conversas exportadas do WhatsApp", origem: "Contatos", whatsappId });
  const form = formOf(chats, { whatsappId: String(whatsappId), log });
  try {
    return await call("chatImports", "import", { body: { whatsappId } }, { form, timeoutMs: PATIENCE_MS });
  } finally {
    void readImportsAgain();
  }
}
