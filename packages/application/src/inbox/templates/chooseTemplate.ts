import {
  countVariables,
  findValueFaults,
  obstacleToSend,
  templateText,
  toSentTemplate,
  type TemplateFacts,
} from "@balcao/domain/templates";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import type { OutgoingContent } from "../outgoing/index.js";

/**
 * The cached list is as old as the one the sender chose from; Meta refuses what changed since, and
 * the message shows it.
 */
const LIST_AGE_MS = 5 * 60_000;

export interface TemplateName {
  readonly name: string;
  readonly language?: string;
}

/**
 * Returns the account's template of this name that can be sent from here; without a language, any
 * language that can.
 */
export async function chooseTemplate(
  services: Services,
  ctx: Ctx,
  connectionId: number,
  { name, language }: TemplateName,
): Promise<TemplateFacts> {
  const ask = async (maxAgeMs: number): Promise<readonly TemplateFacts[]> => {
    const { templates } = await askGateway(services, ctx, { connectionId, kind: "templateList", input: { maxAgeMs } });
    return templates.filter((each) => each.name === name && (language === undefined || each.language === language));
  };
  const canBeSent = (each: TemplateFacts): boolean => obstacleToSend(each) === null;
  let candidates = await ask(LIST_AGE_MS);
  // Each worker has its own list, which may be older than the one that the sender chose from.
  if (!candidates.some(canBeSent)) candidates = await ask(0);
  const chosen = candidates.find(canBeSent);
  if (chosen) return chosen;
  const [known] = candidates;
  if (!known) throw invalidField("template", "unknown", "Este template não existe mais.");
  throw obstacleToSend(known) === "status"
    ? invalidField("template", "status", "Somente templates aprovados podem ser enviados.")
    : invalidField("template", "unsupported", "Este template precisa de dados que não podem ser enviados por aqui.");
}

/**
 * Throws unless there is one value per variable, none of them empty or with line breaks, which Meta
 * refuses.
 */
export function checkTemplateValues(template: TemplateFacts, values: readonly string[]): void {
  if (values.length !== countVariables(templateText(template, "BODY")))
    throw invalidField("values", "count", "Preencha todas as variáveis do template.");
  const details = findValueFaults(values).flatMap((rule, index) => (rule === null ? [] : [{ field: `values[${index}]`, rule }]));
  if (details.length === 0) return;
  const isIncomplete = details.some(({ rule }) => rule === "required");
  const sentence = isIncomplete
    ? "Preencha todas as variáveis do template."
    : "Cada valor deve ter uma única linha de até 1024 caracteres.";
  throw new AppError("ERR_VALIDATION", { sentence, details });
}

/** A template with its values as the content of an outgoing message. */
export function toTemplateContent(template: TemplateFacts, values: readonly string[]): OutgoingContent & { readonly type: "template" } {
  const { body, sent } = toSentTemplate(template, values);
  return { type: "template", body, quotedId: null, fileId: null, media: null, details: { ...sent } };
}
