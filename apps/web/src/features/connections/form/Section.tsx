import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, type ReactNode } from "react";

interface SectionProps {
  readonly number: number;
  readonly title: string;
  /** What a closed section contains, or what is wrong in it. */
  readonly fact?: ReactNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** One section of a long form: a closed one still says its content or its problem. */
export function Section({ number, title, fact, open, onToggle, children }: SectionProps) {
  const id = useId();
  return (
    <section className="formSection" aria-labelledby={`${id}-title`}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls={`${id}-body`} onClick={onToggle}>
          <span className="formSectionNumber" data-open={open || undefined} aria-hidden="true">
            {number}
          </span>
          <span id={`${id}-title`}>{title}</span>
          <span className="formSectionFact">{fact}</span>
          <ExpandMore aria-hidden />
        </button>
      </h3>
      <div id={`${id}-body`} className="formSectionBody" hidden={!open}>
        {children}
      </div>
    </section>
  );
}
