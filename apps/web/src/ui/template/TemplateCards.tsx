import type { TemplateButtonView } from "@balcao/contracts/templates";
import type { ReactNode } from "react";
import { TemplateParts } from "../TemplateParts";
import { WaText } from "../waText";

interface ShownCard {
  readonly header: string | null;
  readonly top: ReactNode;
  readonly body: string;
  readonly buttons: readonly TemplateButtonView[];
}

/** The cards of a carousel in a row that is moved sideways. */
export function TemplateCards({ label, cards }: { readonly label: string; readonly cards: readonly ShownCard[] }) {
  return (
    <ul className="templateCards" aria-label={label} tabIndex={0}>
      {cards.map(({ header, top, body, buttons }, at) => (
        // Cards have no name, so their position is the key.
        <li key={at}>
          <TemplateParts header={header} footer={null} buttons={buttons} top={top}>
            {body !== "" && <WaText text={body} />}
          </TemplateParts>
        </li>
      ))}
    </ul>
  );
}
