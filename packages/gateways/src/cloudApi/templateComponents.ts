import type { OutboundContent } from "@balcao/domain/messages";
import { TEMPLATE_MEDIA } from "@balcao/domain/templates";
import { objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";

type Template = Extract<OutboundContent, { kind: "template" }>;

/** The ids of files at Meta: those of a template by their ids here, the one of another message by its path. */
export type UploadedFiles = ReadonlyMap<string, string>;

/**
 * The components of a template for Graph: its files by their ids at Meta, documents with their names, and a
 * token for each form, with which Meta tells its answers apart.
 */
export function toTemplateComponents({ parts, files }: Template, uploaded: UploadedFiles, outboxId: string): readonly PlainObject[] {
  const ofFile = (kind: string, id: string): PlainObject => {
    const fileName = files.find((file) => file.id === id)?.fileName;
    return { id: uploaded.get(id) ?? "", ...(kind === "document" && fileName && { filename: fileName }) };
  };
  const toParameter = (parameter: PlainObject): PlainObject => {
    const type = textAt(parameter, "type");
    if (type === "action") return { type, action: { flow_token: outboxId } };
    return TEMPLATE_MEDIA.some((kind) => kind === type)
      ? { type, [type]: ofFile(type, textAt(objectAt(parameter, type), "id")) }
      : parameter;
  };
  const toComponent = (part: PlainObject): PlainObject =>
    part["type"] === "carousel"
      ? {
          ...part,
          cards: objectsAt(part, "cards").map((card) => ({ ...card, components: objectsAt(card, "components").map(toComponent) })),
        }
      : { ...part, parameters: objectsAt(part, "parameters").map(toParameter) };
  return parts.map(toComponent);
}
