/** The contact's name in the name of an export: of the text of Android, or of the archive of an iPhone. */
const NAMED =
  /(?:WhatsApp Chat with|Conversa do WhatsApp com|Chat de WhatsApp con|WhatsApp Chat -|Conversa do WhatsApp -|Chat de WhatsApp -)\s*([^/]+?)(?: \(\d+\))?\.(?:txt|zip)$/i;

/** The text of an export within its archive. */
export const CHAT_TEXT = /(?:^|\/)(?:_chat|[^/]*WhatsApp[^/]*)\.txt$/i;

/** The customer's name in the name of an archive or of its text; null where none has one. */
export const customerInNames = (files: readonly string[]): string | null =>
  files.map((file) => NAMED.exec(file)?.[1]?.trim()).find((name) => name !== undefined) ?? null;

/** What an exported chat says of its two people by itself. */
interface ChatClues {
  /** Who wrote in it, at most two. */
  readonly senders: readonly string[];
  /** The names of the archive and of its text. */
  readonly files: readonly string[];
  readonly isNumber: (written: string) => boolean;
}

interface ChatPeople {
  /** Which of the senders is the company; empty where only the customer wrote, and null where nothing says it. */
  readonly us: string | null;
  /** The customer as the chat names it: a sender, or the name of the file; null where nothing does. */
  readonly customer: string | null;
}

/** Who is the company and who the customer: what a person said of it, or the name of the file, or the one sender that is a number. */
export function findChatPeople({ senders, files, isNumber }: ChatClues, said: string | null): ChatPeople {
  const named = customerInNames(files);
  const isSaid = said !== null && (senders.includes(said) || (said === "" && senders.length === 1));
  const us = isSaid ? said : findUs(senders, named, isNumber);
  if (us === null) return { us, customer: named };
  return { us, customer: senders.find((sender) => sender !== us) ?? named };
}

function findUs(senders: readonly string[], named: string | null, isNumber: ChatClues["isNumber"]): string | null {
  const numbers = senders.filter(isNumber);
  const customer = senders.find((sender) => sender === named) ?? (numbers.length === 1 ? numbers[0] : undefined);
  if (customer !== undefined) return senders.find((sender) => sender !== customer) ?? "";
  // Both names come from the same address book: a single sender that the file does not name is the company.
  return senders.length === 1 && named !== null ? (senders[0] ?? null) : null;
}
