/** Asks this browser once about each type. */
const answers = new Map<string, boolean>();
const askBrowser = (mime: string): boolean =>
  document.createElement("video").canPlayType(mime.startsWith("audio/ogg") ? 'audio/ogg; codecs="opus"' : mime) !== "";

/**
 * Whether this browser may play a video or a sound of this type. What every browser knows, and what is not known yet, is tried;
 * films of iPhones and older phones are asked about, and voice notes, which Safari before 18.4 does not play.
 */
export function isPlayable(mime: string | null, canPlay: (mime: string) => boolean = askBrowser): boolean {
  if (mime === null || mime === "video/mp4" || mime === "video/webm") return true;
  const answer = answers.get(mime) ?? canPlay(mime);
  answers.set(mime, answer);
  return answer;
}
