import type { TemplateWithValues } from "@balcao/domain/templates";
import type { TemplateChoice } from "@balcao/contracts/templates";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTemplateConnection, chooseTemplate, readTemplateValues } from "../../inbox/templates/index.js";

interface ChosenFor {
  readonly connectionId: number | null;
  readonly choice: TemplateChoice | null;
  /** The files that the send has already. */
  readonly ownFiles?: readonly string[];
}

/**
 * Reads the template that a run sends to recipients outside of the 24-hour window from the account of
 * its connection, and checks its texts; null for none. It is kept as it is now, so that the
 * run needs no further question to the network.
 */
export async function readTemplate(
  services: Services,
  ctx: Ctx,
  { connectionId, choice, ownFiles = [] }: ChosenFor,
): Promise<TemplateWithValues | null> {
  if (choice === null) return null;
  const { name, language, version, values } = choice;
  const { id } = accessTemplateConnection(services, connectionId);
  const template = await chooseTemplate(services, ctx, id, {
    name,
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
  });
  return readTemplateValues(services, ctx, { template, values }, ownFiles);
}

/** The ids of the files of a run's template. */
export const filesOf = (chosen: TemplateWithValues | null | undefined): readonly string[] => (chosen?.files ?? []).map(({ id }) => id);
