import type { ReactNode } from "react";

interface NoteCardProps {
  /** The name of the card for screen readers. */
  readonly label: string;
  /** An alert is read out at once, and has the colour of errors. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

/** A card above a list or inside of a form: a sentence, and the button that answers it. */
export function NoteCard({ label, isAlert = false, children }: NoteCardProps) {
  return (
    <section className="noteCard" aria-label={label} role={isAlert ? "alert" : undefined}>
      {children}
    </section>
  );
}
