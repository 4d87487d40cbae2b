import { templateText, toSentTemplate, versionOf, type TemplateWithValues } from "@balcao/domain/templates";
import type { AuthorView, ChosenTemplateView, MassSendView, SendStopView } from "@balcao/contracts/massSends";
import type { RunRow } from "@balcao/database/sendRuns";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { isHeld } from "../sendRuns/index.js";

/** Why the connection of a run has stopped, for the wire. */
export function toStopView({ connectionId, stop }: Pick<RunRow, "connectionId" | "stop">): SendStopView | null {
  if (stop === null || connectionId === null) return null;
  return { ...stop, connectionId, at: new Date(stop.at).toISOString() };
}

/** The template of a run, for the wire. */
export function toChosenTemplateView(chosen: TemplateWithValues | null): ChosenTemplateView | null {
  if (chosen === null) return null;
  const { template, values, files = [] } = chosen;
  const { name, language } = template;
  return {
    name,
    language,
    body: templateText(template, "BODY"),
    text: toSentTemplate(template, values).body,
    values,
    files,
    version: versionOf(template),
  };
}

/** Who began a mass send or a schedule, for the wire; also user 1 is named among colleagues. */
export function toAuthorView(userId: number | null, { users }: Pick<DirectorySnapshot, "users">): AuthorView | null {
  const user = userId === null ? undefined : users.get(userId);
  return user ? { id: user.id, name: user.name, active: user.active && !user.deleted } : null;
}

/** A mass send for the wire. */
export function toMassSendView(run: RunRow, directory: Pick<DirectorySnapshot, "connections" | "users" | "settings">): MassSendView {
  const connection = run.connectionId === null ? undefined : directory.connections.get(run.connectionId);
  return {
    id: run.id,
    mensagem: run.message,
    allContacts: run.allContacts,
    contactsIds: run.contactIds.join(","),
    tagsIds: run.tagIds.join(","),
    enviados: run.handled,
    total: run.total,
    status: run.state,
    waiting: run.state === "running" && connection?.status !== "CONNECTED",
    leftOut: run.leftOut,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
    user: toAuthorView(run.userId, directory),
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    stop: toStopView(run),
    held: isHeld(directory, run),
    template: toChosenTemplateView(run.template),
  };
}
