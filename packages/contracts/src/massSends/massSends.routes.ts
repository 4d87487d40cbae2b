import { LIMITS } from "@balcao/domain/limits";
import { RECIPIENT_STATES } from "@balcao/domain/sends";
import { string } from "yup";
import type { FileAnswer } from "../route/fileAnswer.js";
import { route } from "../route/route.js";
import { exactText, flag, id, idList, idOrNone, integer, object, text } from "../route/wire.js";
import { templateChoice, type TemplateChoice } from "../templates/templateChoice.js";
import { massSendPaths, type AudienceView, type MassSendView, type RecipientListView, type SendProofView } from "./index.js";

const limits = LIMITS.massSend;

/** Who receives it; the first of everybody, contacts and tags that is given counts. */
export const audienceFields = {
  allContacts: flag(),
  contactsIds: idList(limits.contacts),
  tagsIds: idList(limits.contacts),
};

interface AudienceWire {
  readonly allContacts?: boolean | undefined;
  readonly contactsIds?: readonly number[] | undefined;
  readonly tagsIds?: readonly number[] | undefined;
}

export const toAudience = ({ allContacts, contactsIds, tagsIds }: AudienceWire) => ({
  allContacts: allContacts ?? false,
  contactIds: contactsIds ?? [],
  tagIds: tagsIds ?? [],
});

/** Who sends, as a client says it (LOG-008), as its JSON in a form. The server takes the person from the session. */
export const senderNote = () =>
  object({ userId: id(), userName: text(255) })
    .json()
    .default(undefined)
    .optional();

const message = () =>
  exactText(limits.message.max)
    .required("required")
    .test("required", "required", (value) => value.trim() !== "");

const body = object({
  mensagem: message(),
  ...audienceFields,
  /** Added: what goes to recipients outside of the 24-hour window. */
  template: templateChoice(),
  log: senderNote(),
});

type MassSendWire = AudienceWire & { readonly mensagem: string; readonly template?: TemplateChoice | null | undefined };
const toInput = ({ mensagem, template, ...audience }: MassSendWire) => ({
  message: mensagem,
  template,
  audience: toAudience(audience),
});

const ofOne = { policy: "signedIn", errors: ["ERR_NOT_FOUND"] } as const;
const action = { ...ofOne, errors: ["ERR_NOT_FOUND", "ERR_SEND_STATE", "ERR_NO_PERMISSION"] } as const;

/** What may happen when a chosen template is read from its account. */
export const TEMPLATE_ERRORS = ["ERR_NO_TEMPLATES", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"] as const;

/** Mass sends: everybody who is signed in sees them, and may stop her own (API-116…API-119, D-269). */
export const massSendRoutes = {
  list: route<readonly MassSendView[]>()(massSendPaths.list, { policy: "signedIn", toInput: () => null }),
  get: route<MassSendView>()(massSendPaths.get, { ...ofOne, toInput: ({ params }) => params }),
  create: route<MassSendView>()(massSendPaths.create, {
    policy: "sendToMany",
    grows: true,
    body,
    limitBytes: limits.bodyBytes,
    toInput: ({ body: fields }) => toInput(fields),
    errors: ["ERR_NO_DEF_WAPP_FOUND", "ERR_WAPP_NOT_INITIALIZED", ...TEMPLATE_ERRORS],
  }),
  change: route<MassSendView>()(massSendPaths.change, {
    policy: "sendToMany",
    body,
    limitBytes: limits.bodyBytes,
    toInput: ({ params, body: fields }) => ({ ...params, ...toInput(fields) }),
    errors: ["ERR_NOT_FOUND", "ERR_SEND_STARTED", ...TEMPLATE_ERRORS],
  }),
  count: route<AudienceView>()(massSendPaths.count, {
    policy: "signedIn",
    body: object({ ...audienceFields, whatsappId: idOrNone() }),
    limitBytes: limits.bodyBytes,
    toInput: ({ body: { whatsappId, ...fields } }) => ({ audience: toAudience(fields), connectionId: whatsappId ?? null }),
    errors: ["ERR_NO_DEF_WAPP_FOUND", "ERR_NO_WAPP_FOUND"],
  }),
  /** Sends the text at once to the number of the person who tries it. */
  test: route<{ readonly message: string }>()(massSendPaths.test, {
    policy: "sendToMany",
    grows: true,
    body: object({ mensagem: message(), template: templateChoice(), number: text(60).required("required") }),
    toInput: ({ body: { mensagem, template, number } }) => ({ message: mensagem, template: template ?? null, number }),
    errors: ["ERR_NO_DEF_WAPP_FOUND", "ERR_WAPP_NOT_INITIALIZED", "ERR_WAPP_INVALID_CONTACT", "ERR_NO_PERMISSION", ...TEMPLATE_ERRORS],
  }),
  recipients: route<RecipientListView>()(massSendPaths.recipients, {
    ...ofOne,
    query: object({ pageNumber: integer(1, 100_000), state: string().oneOf([...RECIPIENT_STATES], "oneOf") }),
    toInput: ({ params, query }) => ({ ...params, pageNumber: query.pageNumber ?? 1, state: query.state ?? null }),
  }),
  proof: route<SendProofView>()(massSendPaths.proof, { ...ofOne, toInput: ({ params }) => params }),
  /** Every recipient with its outcome, as CSV. */
  export: route<FileAnswer>()(massSendPaths.export, { ...ofOne, body: object({}), toInput: ({ params }) => params }),
  pause: route<MassSendView>()(massSendPaths.pause, { ...action, toInput: ({ params }) => params }),
  resume: route<MassSendView>()(massSendPaths.resume, { ...action, policy: "sendToMany", toInput: ({ params }) => params }),
  cancel: route<MassSendView>()(massSendPaths.cancel, { ...action, toInput: ({ params }) => params }),
  /** Lets a connection that stopped by itself go on, for administrators (D-269); ERR_SEND_STATE when it has not stopped. */
  lift: route<{ readonly message: string }>()(massSendPaths.lift, {
    policy: "admin",
    toInput: ({ params }) => ({ connectionId: params.whatsappId }),
    errors: ["ERR_SEND_STATE"],
  }),
} as const;
