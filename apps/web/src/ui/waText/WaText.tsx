import { memo, type ReactNode } from "react";
import { toWaTokens, type WaToken } from "./waTokens";

function draw(tokens: readonly WaToken[]): ReactNode {
  return tokens.map((token, at) => {
    switch (token.kind) {
      case "text":
        return token.text;
      case "mono":
        return <code key={at}>{token.text}</code>;
      case "link":
        return (
          <a key={at} href={token.href} target="_blank" rel="noopener noreferrer nofollow">
            {token.text}
          </a>
        );
      case "bold":
        return <strong key={at}>{draw(token.tokens)}</strong>;
      case "italic":
        return <em key={at}>{draw(token.tokens)}</em>;
      case "strike":
        return <s key={at}>{draw(token.tokens)}</s>;
    }
  });
}

/** A message's text with WhatsApp's marks and its links; never HTML. */
export const WaText = memo(function WaText({ text }: { readonly text: string }) {
  return <span className="waText">{draw(toWaTokens(text))}</span>;
});
