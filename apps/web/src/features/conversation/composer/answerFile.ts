import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";

/** Reads the file of a quick answer; null when it has none. Rejects when it cannot be read. */
export async function readAnswerFile({ mediaUrl, mediaName, shortcut }: QuickAnswerView): Promise<File | null> {
  if (mediaUrl === null) return null;
  const { pathname, search } = new URL(mediaUrl, window.location.origin);
  const response = await fetch(`${pathname}${search}`);
  if (!response.ok) throw new Error(`The file of a quick answer cannot be read: ${response.status}`);
  const content = await response.blob();
  return new File([content], mediaName ?? shortcut, { type: content.type });
}
