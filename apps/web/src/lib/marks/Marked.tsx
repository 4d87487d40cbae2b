import { useMemo } from "react";
import { toMarkedParts } from "./marks";

/** A text in which the searched words are marked. */
export function Marked({ text, sought }: { readonly text: string; readonly sought: string }) {
  const parts = useMemo(() => toMarkedParts(text, sought), [text, sought]);
  return parts.map((part, at) => (part.marked ? <mark key={at}>{part.text}</mark> : part.text));
}
