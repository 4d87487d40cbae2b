import type { MessageContent } from "@balcao/domain/messaging";
import { flagAt, textAt } from "./plainJson.js";
import type { PlainObject } from "./plainJson.js";
import { joinLines, labelled } from "./words.js";

/** The words of an advertisement or a preview that a message came from. */
export function referralText(headline: string, body: string, url: string, isAd: boolean): string {
  const text = joinLines(headline, body, url);
  return text !== "" && isAd ? joinLines(labelled("Anúncio", headline), body, url) : text;
}

/** Whether an `externalAdReply` is an advertisement: bots use the same field for previews. */
export function isAdvertisement(reply: PlainObject | null): boolean {
  return textAt(reply, "sourceType") === "ad" || textAt(reply, "ctwaClid") !== "" || flagAt(reply, "showAdAttribution");
}

type TextType = Extract<MessageContent, { kind: "text" }>["type"];

/** A content with more words below its own; places and cards have no room for any. */
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
