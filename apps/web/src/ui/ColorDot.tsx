import type { CSSProperties } from "react";

interface ColorDotProps {
  readonly color: string;
  /** With its hex number beside it. */
  readonly named?: boolean;
}

/** A colour that a person chose. */
export function ColorDot({ color, named = false }: ColorDotProps) {
  const dot = <span className="colorDot" style={{ "--chosen": color } as CSSProperties} aria-hidden="true" />;
  return named ? (
    <span className="colorNamed">
      {dot}
      {color}
    </span>
  ) : (
    dot
  );
}
