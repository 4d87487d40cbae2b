import type { AdSource, MessageContent } from "@balcao/domain/messages";
import { flagAt, textAt, type PlainObject } from "./plainJson.js";
import { joinLines, labelled } from "./words.js";

/** The text of an advertisement or a preview that a message came from. */
export function referralText(headline: string, body: string, url: string, isAd: boolean): string {
  const text = joinLines(headline, body, url);
  return text !== "" && isAd ? joinLines(labelled("Anúncio", headline), body, url) : text;
}

/** Whether an `externalAdReply` is an advertisement; bots use the same field for previews. */
export function isAdvertisement(reply: PlainObject | null): boolean {
  return textAt(reply, "sourceType") === "ad" || textAt(reply, "ctwaClid") !== "" || flagAt(reply, "showAdAttribution");
}

const MAX_HEADLINE = 500;
const MAX_ID = 200;
const MAX_URL = 2_000;

/** The field of a message that came from an advertisement; without a field where nothing of it is known. */
export function adField({ headline, id, url, clickId = "" }: AdSource): { readonly ad?: AdSource } {
  if ([headline, id, url, clickId].every((each) => each === "")) return {};
  const click = clickId === "" ? {} : { clickId: clickId.slice(0, MAX_ID) };
  return { ad: { headline: headline.slice(0, MAX_HEADLINE), id: id.slice(0, MAX_ID), url: url.slice(0, MAX_URL), ...click } };
}

type TextType = Extract<MessageContent, { kind: "text" }>["type"];

/**
 * A content with more text below its own; unchanged for locations and contact cards, which have no
 * text.
 */
export function withWords(content: MessageContent, words: string, type: TextType): MessageContent {
  if (words === "") return content;
  switch (content.kind) {
    case "text":
      return { ...content, body: `${content.body}\n\n${words}` };
    case "media":
      return { ...content, caption: [content.caption, words].filter(Boolean).join("\n\n") };
    case "unsupported":
      return { kind: "text", type, body: words };
    default:
      return content;
  }
}
