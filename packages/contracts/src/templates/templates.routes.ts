import { TEMPLATE_CATEGORIES, TEMPLATE_HEADER_KINDS, TEMPLATE_LANGUAGES, type TemplateButton } from "@balcao/domain/templates";
import { mixed } from "yup";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import type { MessageView } from "../messages/messages.views.js";
import { UPLOAD_ERRORS } from "../errors/index.js";
import { route } from "../route/route.js";
import { id, list, object, text } from "../route/wire.js";
import { templatePaths } from "./templates.paths.js";
import type { TemplateFileView, TemplateListView, TemplateView } from "./templates.views.js";

const FORMATS = ["TEXT", ...TEMPLATE_HEADER_KINDS.map((kind) => kind.toUpperCase())];
const BUTTON_TYPES = ["QUICK_REPLY", "URL", "PHONE_NUMBER"] as const;

// A `type` and not an interface: the types of the routes expand it wherever it is used.
type TemplateName = { readonly name: string; readonly language?: string; readonly version?: string };

/** The name and language of a template, given as a name or as the whole template of a list. */
function toTemplateName(value: unknown): TemplateName | null {
  if (typeof value === "string") return value === "" ? null : { name: value };
  if (typeof value !== "object" || value === null || !("name" in value) || typeof value.name !== "string" || value.name === "") return null;
  return {
    name: value.name,
    ...("language" in value && typeof value.language === "string" && { language: value.language }),
    ...("version" in value && typeof value.version === "string" && { version: value.version }),
  };
}

const sendBody = object({
  template: mixed<TemplateName>()
    .transform((_value: unknown, original: unknown) => toTemplateName(original) ?? undefined)
    .required("required"),
  values: list(text(4_000).defined().nonNullable(), 100),
  ticketId: id().required("required"),
});

const createBody = object({
  name: text(1_000).required("required"),
  language: text(20)
    .oneOf([...TEMPLATE_LANGUAGES], "oneOf")
    .default("pt_BR"),
  category: text(20)
    .oneOf([...TEMPLATE_CATEGORIES], "oneOf")
    .default("UTILITY"),
  components: list(
    object({
      type: text(20).required("required"),
      format: text(20)
        .nullable()
        .oneOf([null, ...FORMATS], "oneOf"),
      text: text(8_000).nullable(),
      /** Added: the sample of a header that is a file, by its id or one of our own addresses. */
      file: text(2_000).nullable(),
    }),
    10,
  ),
  buttons: list(
    object({
      type: text(20)
        .oneOf([...BUTTON_TYPES], "oneOf")
        .required("required"),
      text: text(1_000).nullable(),
      url: text(4_000).nullable(),
      phone_number: text(100).nullable(),
    }),
    50,
  ),
  log: auditNote(),
});

interface ButtonWire {
  readonly type: (typeof BUTTON_TYPES)[number];
  readonly text?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly phone_number?: string | null | undefined;
}

function toButton({ type, text: label, url, phone_number }: ButtonWire): TemplateButton {
  const words = label ?? "";
  if (type === "URL") return { type, text: words, url: (url ?? "").trim() };
  return type === "PHONE_NUMBER"
    ? { type, text: words, phone_number: (phone_number ?? "").replace(/[\s().-]/g, "") }
    : { type, text: words };
}

interface ComponentWire {
  readonly type: string;
  readonly format?: string | null | undefined;
  readonly file?: string | null | undefined;
  readonly text?: string | null | undefined;
}

const partOf = (components: readonly ComponentWire[] | undefined, type: string): string =>
  components?.find((component) => component.type.toUpperCase() === type)?.text ?? "";

/** What a header is besides words, and its sample. */
function toHeader(components: readonly ComponentWire[] | undefined) {
  const { format, file } = components?.find(({ type }) => type.toUpperCase() === "HEADER") ?? {};
  const headerKind = TEMPLATE_HEADER_KINDS.find((kind) => kind.toUpperCase() === format);
  return headerKind === undefined ? {} : { headerKind, headerFile: file ?? "" };
}

/** Message templates of cloud connections (API-029…API-033, D-215…D-220). */
export const templateRoutes = {
  listForConnection: route<TemplateListView>()(templatePaths.listForConnection, {
    policy: "signedIn",
    toInput: ({ params }) => ({ connectionId: params.whatsappId }),
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NO_TEMPLATES", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  listForTicket: route<TemplateListView>()(templatePaths.listForTicket, {
    policy: "ticket",
    toInput: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_NO_TEMPLATES", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  upload: route<TemplateFileView>()(templatePaths.upload, {
    policy: "signedIn",
    grows: true,
    body: object({}),
    files: { field: "medias", maxFiles: 1 },
    toInput: () => null,
    errors: UPLOAD_ERRORS,
  }),
  send: route<MessageView>()(templatePaths.send, {
    policy: "ticket",
    grows: true,
    body: sendBody,
    toInput: ({ body }) => ({ ticketId: body.ticketId, template: body.template, values: body.values ?? [] }),
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_TICKET_NOT_OPEN",
      "ERR_NO_TEMPLATES",
      "ERR_VALIDATION",
      "ERR_GATEWAY_TIMEOUT",
      "ERR_GATEWAY",
    ],
  }),
  create: route<TemplateView>()(templatePaths.create, {
    policy: "admin",
    body: createBody,
    toInput: ({ params, body }) => ({
      connectionId: params.whatsappId,
      draft: {
        name: body.name,
        language: body.language,
        category: body.category,
        header: partOf(body.components, "HEADER"),
        ...toHeader(body.components),
        body: partOf(body.components, "BODY"),
        footer: partOf(body.components, "FOOTER"),
        buttons: (body.buttons ?? []).map(toButton),
      },
      note: toAuditNote(body.log),
    }),
    errors: ["ERR_NO_PERMISSION", "ERR_NO_WAPP_FOUND", "ERR_NO_TEMPLATES", "ERR_VALIDATION", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  delete: route<{ readonly message: string }>()(templatePaths.delete, {
    policy: "admin",
    toInput: ({ params }) => ({ connectionId: params.whatsappId, name: params.name }),
    errors: ["ERR_NO_PERMISSION", "ERR_NO_WAPP_FOUND", "ERR_NO_TEMPLATES", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
} as const;
