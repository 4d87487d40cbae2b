import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { TemplateView } from "@balcao/contracts/templates";
import { findTemplateFaults, TEMPLATE_SENTENCES, type TemplateDraft } from "@balcao/domain/templates";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTemplateConnection } from "./accessTemplateConnection.js";
import { takeSample } from "./templateFiles.js";
import { templateView } from "./templateView.js";

interface CreateTemplateInput {
  readonly connectionId: number;
  readonly draft: TemplateDraft;
  readonly note: AuditNote | null;
}

/**
 * Submits a template for review [API-032]. A violated rule throws ERR_VALIDATION with the
 * sentence of the first and details of all.
 */
export async function createTemplate(
  services: Services,
  ctx: Ctx,
  { connectionId, draft, note }: CreateTemplateInput,
): Promise<TemplateView> {
  accessTemplateConnection(services, connectionId);
  const faults = findTemplateFaults(draft);
  const [first] = faults;
  if (first) throw new AppError("ERR_VALIDATION", { sentence: TEMPLATE_SENTENCES[first.rule], details: faults });
  const { template } = await askGateway(services, ctx, {
    connectionId,
    kind: "templateCreate",
    input: { draft, sample: await takeSample(services, ctx, draft) },
  });
  await command(services, ctx, async (unit) => {
    await unit.live("template", { action: "create", connectionId, template });
    return { audit: { action: "template.create", connectionId, description: template.name, note }, result: null };
  });
  return templateView(template);
}

/** Deletes a template at Meta, in all languages of its name [API-033, D-219]. */
export async function deleteTemplate(
  services: Services,
  ctx: Ctx,
  { connectionId, name }: { readonly connectionId: number; readonly name: string },
): Promise<{ message: string }> {
  accessTemplateConnection(services, connectionId);
  await askGateway(services, ctx, { connectionId, kind: "templateDelete", input: { name } });
  await command(services, ctx, async (unit) => {
    await unit.live("template", { action: "delete", connectionId, name });
    return { audit: { action: "template.delete", connectionId, description: name }, result: null };
  });
  return { message: "Template deleted" };
}
