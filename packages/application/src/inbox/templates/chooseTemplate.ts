import {
  fieldsOf,
  findValueFaults,
  obstacleToSend,
  toSentTemplate,
  versionOf,
  type TemplateFacts,
  type TemplateWithValues,
} from "@balcao/domain/templates";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import type { OutgoingContent } from "../outgoing/index.js";
import { takeTemplateFiles } from "./templateFiles.js";

/**
 * How old a list may be for a sender who names no version of the template: as old as the one that the
 * sender chose from.
 */
const LIST_AGE_MS = 5 * 60_000;

export interface TemplateName {
  readonly name: string;
  readonly language?: string;
  /** That of the template which the sender previewed; a template that is another one now is refused (D-321). */
  readonly version?: string;
}

/**
 * Returns the account's template of this name that can be sent from here; without a language, any
 * language that can.
 */
export async function chooseTemplate(
  services: Services,
  ctx: Ctx,
  connectionId: number,
  { name, language, version }: TemplateName,
): Promise<TemplateFacts> {
  const ask = async (maxAgeMs: number): Promise<readonly TemplateFacts[]> => {
    const { templates } = await askGateway(services, ctx, { connectionId, kind: "templateList", input: { maxAgeMs } });
    return templates.filter((each) => each.name === name && (language === undefined || each.language === language));
  };
  const canBeSent = (each: TemplateFacts): boolean => obstacleToSend(each) === null;
  // Where Meta's limit of questions is used up, a young list decides, and the hand-off judges again.
  let candidates = await (version === undefined ? ask(LIST_AGE_MS) : ask(0).catch(() => ask(LIST_AGE_MS)));
  // Each worker has its own list, which may be older than the one that the sender chose from.
  if (version === undefined && !candidates.some(canBeSent)) candidates = await ask(0);
  const chosen = candidates.find(canBeSent);
  if (chosen && version !== undefined && versionOf(chosen) !== version)
    throw invalidField("template", "changed", "Este template mudou na Meta. Confira a prévia de novo antes de enviar.");
  if (chosen) return chosen;
  throw toRefusal(candidates[0]);
}

/** Why a template that was found, or none, is not sent. */
function toRefusal(known: TemplateFacts | undefined): AppError {
  if (!known) return invalidField("template", "unknown", "Este template não existe mais.");
  const obstacle = obstacleToSend(known);
  return obstacle?.what === "status"
    ? invalidField("template", "status", "Somente templates aprovados podem ser enviados.")
    : invalidField("template", "unsupported", `Este template tem algo que ainda não pode ser enviado por aqui: ${obstacle?.name ?? ""}.`);
}

/**
 * A template with its values as they are stored: one per field, none of them empty or of a form that Meta
 * refuses, files by their ids. Throws ERR_VALIDATION.
 */
export async function readTemplateValues(
  services: Services,
  ctx: Ctx,
  chosen: TemplateWithValues,
  ownFiles: readonly string[] = [],
): Promise<TemplateWithValues> {
  const { template, values } = chosen;
  const fields = fieldsOf(template);
  if (values.length !== fields.length) throw invalidField("values", "count", INCOMPLETE);
  const details = findValueFaults(fields, values).flatMap((rule, index) => (rule === null ? [] : [{ field: `values[${index}]`, rule }]));
  const [first] = details;
  if (first)
    throw new AppError("ERR_VALIDATION", {
      sentence: SENTENCES[details.some(({ rule }) => rule === "required") ? "required" : first.rule],
      details,
    });
  return takeTemplateFiles(services, ctx, chosen, ownFiles);
}

const INCOMPLETE = "Preencha tudo o que o template pede.";
const SENTENCES = {
  required: INCOMPLETE,
  tooLong: "Um dos valores é longo demais.",
  oneLine: "Cada valor deve ter uma única linha, sem espaços seguidos.",
  spaces: "O final do link e o código não podem ter espaços.",
  point: "Informe o ponto no mapa como latitude e longitude, por exemplo -23.5505, -46.6333.",
} as const;

/** A template with its values as the content of an outgoing message. */
export function toTemplateContent(template: TemplateFacts, values: readonly string[]): OutgoingContent & { readonly type: "template" } {
  const { body, sent } = toSentTemplate(template, values);
  return { type: "template", body, quotedId: null, fileId: sent.media?.file ?? null, media: null, details: { ...sent } };
}
