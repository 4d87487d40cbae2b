type Listener = (text: string) => void;
let listener: Listener | null = null;

/** Announces a text to screen readers, politely and once; nothing is visible. */
export function announce(text: string): void {
  listener?.(text);
}

/** Registers the component that announces texts; only Announcer does so. */
export function onAnnouncement(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}
