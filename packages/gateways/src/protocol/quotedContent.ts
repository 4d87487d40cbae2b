import type { QuotedContent } from "@balcao/domain/messages";
import { toPeer } from "../addresses/jid.js";
import { partOf, toContent } from "./messageTree.js";
import { objectAt, textAt, type PlainObject } from "./plainJson.js";

/** The copy of the quoted message that a reply brings along; nothing where it has none. Its file stays with the original. */
export function quotedField(context: PlainObject | null): { readonly quoted?: QuotedContent } {
  const part = partOf(objectAt(context, "quotedMessage"));
  if (part === null) return {};
  return { quoted: { content: toContent(part, { sourceOf: () => null }), author: toPeer(textAt(context, "participant")) } };
}
