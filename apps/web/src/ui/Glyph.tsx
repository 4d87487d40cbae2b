import { GLYPHS, type GlyphName } from "./glyphs";

interface GlyphProps {
  readonly name: GlyphName;
  readonly size?: number;
  readonly className?: string;
}

/** A decorative icon in the colour of its text, cheap to render in virtual rows. */
export function Glyph({ name, size = 16, className }: GlyphProps) {
  return (
    <svg
      className={className ? `glyph ${className}` : "glyph"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={GLYPHS[name]} />
    </svg>
  );
}
