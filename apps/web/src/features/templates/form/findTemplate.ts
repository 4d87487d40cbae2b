import type { TemplateView } from "@balcao/contracts/templates";
import type { TemplateDraft } from "@balcao/domain/templates";
import { call } from "../../../lib/api";

/** The template that Meta has of a draft now, by name, language and text; Meta writes the text of a template for codes itself. */
export async function findTemplate(
  connectionId: number,
  { name, language, category, body }: Pick<TemplateDraft, "name" | "language" | "category" | "body">,
): Promise<TemplateView | null> {
  const { data } = await call("templates", "listForConnection", { params: { whatsappId: connectionId } });
  const isSame = ({ components }: TemplateView): boolean =>
    category === "AUTHENTICATION" || components.some(({ type, text }) => type === "BODY" && text === body);
  return data.find((each) => each.name === name && each.language === language && isSame(each)) ?? null;
}
