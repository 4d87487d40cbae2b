import { memo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { loneEmoji } from "./loneEmoji";
import { shortPart } from "./shortPart";
import { toWaBlocks, type WaBlock, type WaPiece } from "./waBlocks";
import "./waText.css";

function draw(pieces: readonly WaPiece[]): ReactNode {
  return pieces.map((piece, at) => {
    switch (piece.kind) {
      case "text":
        return piece.text;
      case "mono":
        return <code key={at}>{piece.text}</code>;
      case "code":
        return (
          <code key={at} className="waCode">
            {piece.text}
          </code>
        );
      case "link":
        return (
          <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        );
      case "bold":
        return <strong key={at}>{draw(piece.tokens)}</strong>;
      case "italic":
        return <em key={at}>{draw(piece.tokens)}</em>;
      case "strike":
        return <s key={at}>{draw(piece.tokens)}</s>;
    }
  });
}

function Block({ block }: { readonly block: WaBlock }) {
  if (block.kind !== "list") {
    const pieces = draw(block.pieces);
    return block.kind === "text" ? <span>{pieces}</span> : <blockquote>{pieces}</blockquote>;
  }
  const items = block.items.map((item, at) => <li key={at}>{draw(item)}</li>);
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

/** A message's text with WhatsApp's formatting and links; it never renders HTML. */
export const WaText = memo(function WaText({ text }: { readonly text: string }) {
  const blocks = toWaBlocks(text);
  const emoji = loneEmoji(text);
  if (emoji > 0)
    return (
      <span className="waText" data-emoji={emoji}>
        {text.trim()}
      </span>
    );
  return (
    <span className="waText" data-blocks={blocks.length > 1 || blocks[0]?.kind !== "text" || undefined}>
      {blocks.map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </span>
  );
});

/** The very long texts that were opened, so that they stay open while their rows scroll out. */
const opened = new Set<string>();

/** A message's text; the rest of a very long one is behind "Ler mais". */
export function LongWaText({ id, text }: { readonly id: string; readonly text: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(() => opened.has(id));
  const short = open ? null : shortPart(text);
  if (short === null) return <WaText text={text} />;
  return (
    <>
      <WaText text={`${short}…`} />{" "}
      <button
        type="button"
        className="waMore"
        onClick={() => {
          opened.add(id);
          setOpen(true);
        }}
      >
        {t("action.readMore")}
      </button>
    </>
  );
}
