type Listener = (text: string) => void;
let listener: Listener | null = null;

/** Says a text to people who listen to the screen, politely and once; nothing is shown. */
export function announce(text: string): void {
  listener?.(text);
}

/** The one place that speaks: Announcer. */
export function onAnnouncement(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}
