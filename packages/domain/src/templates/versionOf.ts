import type { TemplateComponent, TemplateFacts } from "./template.js";

/**
 * A short text that is another one whenever the parts of a template are others, so that what leaves is what
 * was previewed (D-321). It protects against changes, not against attackers.
 */
export function versionOf({ components }: Pick<TemplateFacts, "components">): string {
  const text = JSON.stringify(components.map(toPlain));
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

function toPlain({ type, format, text, buttons, cards = [] }: TemplateComponent): readonly unknown[] {
  const plainButtons = buttons.map(({ type: kind, text: label, url, phoneNumber }) => [kind, label, url ?? "", phoneNumber ?? ""]);
  return [type, format ?? "", text ?? "", plainButtons, cards.map((card) => card.map(toPlain))];
}
