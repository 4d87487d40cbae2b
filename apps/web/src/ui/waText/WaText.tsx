import { splitMentions } from "@balcao/domain/texts";
import { memo, useState, type ReactNode } from "react";
import { useTexts } from "../../i18n/useTexts";
import { loneEmoji } from "./loneEmoji";
import { shortPart } from "./shortPart";
import { toWaBlocks, type WaBlock, type WaPiece } from "./waBlocks";

/** A colleague whom the text mentions by an `@` and the name. */
interface MentionedName {
  readonly name: string;
}

type Mentions = readonly MentionedName[];

const NOBODY: Mentions = [];

const drawMentions = (text: string, mentions: Mentions): ReactNode =>
  mentions.length === 0
    ? text
    : splitMentions(
        text,
        mentions.map(({ name }) => name),
      ).map((piece, at) =>
        piece.mention ? (
          <b key={at} className="waMention">
            {piece.text}
          </b>
        ) : (
          piece.text
        ),
      );

/** Code of several lines, which is a block of its own: a line break beside it is its end. */
const isFence = (piece: WaPiece | undefined): boolean => piece?.kind === "mono" && piece.text.trim().includes("\n");

function draw(pieces: readonly WaPiece[], mentions: Mentions): ReactNode {
  return pieces.map((piece, at) => {
    switch (piece.kind) {
      case "text":
        return drawMentions(isFence(pieces[at - 1]) ? piece.text.replace(/^\n/, "") : piece.text, mentions);
      case "mono":
        return isFence(piece) ? (
          <code key={at} className="waFence">
            {piece.text.replace(/^\n|\n$/g, "")}
          </code>
        ) : (
          <code key={at}>{piece.text}</code>
        );
      case "code":
        return (
          <code key={at} className="waCode">
            {piece.text}
          </code>
        );
      case "link":
        return (
          // By its own direction, the letters around it cannot turn it round [S-35].
          <a key={at} dir="ltr" href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        );
      case "bold":
        return <strong key={at}>{draw(piece.tokens, mentions)}</strong>;
      case "italic":
        return <em key={at}>{draw(piece.tokens, mentions)}</em>;
      case "strike":
        return <s key={at}>{draw(piece.tokens, mentions)}</s>;
    }
  });
}

function Block({ block, mentions }: { readonly block: WaBlock; readonly mentions: Mentions }) {
  if (block.kind !== "list") {
    const pieces = draw(block.pieces, mentions);
    return block.kind === "text" ? <span>{pieces}</span> : <blockquote>{pieces}</blockquote>;
  }
  const items = block.items.map((item, at) => <li key={at}>{draw(item, mentions)}</li>);
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

interface WaTextProps {
  readonly text: string;
  /** Whom the text mentions. */
  readonly mentions?: Mentions;
}

/** A message's text with WhatsApp's formatting, links and mentions; it never renders HTML. */
export const WaText = memo(function WaText({ text, mentions = NOBODY }: WaTextProps) {
  const emoji = loneEmoji(text);
  if (emoji > 0)
    return (
      <span className="waText" data-emoji={emoji}>
        {text.trim()}
      </span>
    );
  const blocks = toWaBlocks(text);
  const [first] = blocks;
  // Most texts are one paragraph.
  if (blocks.length === 1 && first?.kind === "text") return <span className="waText">{draw(first.pieces, mentions)}</span>;
  return (
    <span className="waText" data-blocks>
      {blocks.map((block, at) => (
        <Block key={at} block={block} mentions={mentions} />
      ))}
    </span>
  );
});

/** The very long texts that were opened, so that they stay open while their rows scroll out. */
const opened = new Set<string>();

/** A message's text; the rest of a very long one is behind "Ler mais". */
export function LongWaText({ id, text }: { readonly id: string; readonly text: string }) {
  const { t } = useTexts("common");
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
