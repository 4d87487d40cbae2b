import type { DeliveryState } from "@balcao/domain/messages";
import { useTexts } from "../i18n/useTexts";
import { Glyph, type GlyphName } from "./Glyph";

const GLYPH: Readonly<Record<DeliveryState, GlyphName>> = {
  waiting: "clock",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  played: "delivered",
  failed: "failed",
  unknown: "warning",
  discarded: "blocked",
};

/** The delivery state of an own message: an icon with its word. */
export function Ticks({ state }: { readonly state: DeliveryState }) {
  const { t } = useTexts("common");
  const word = t(`delivery.${state}`);
  return (
    <span className="ticks" data-state={state} role="img" aria-label={word} title={word}>
      <Glyph name={GLYPH[state]} size={state === "delivered" || state === "read" || state === "played" ? 15 : 13} />
    </span>
  );
}
