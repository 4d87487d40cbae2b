import { UPLOAD_ERRORS } from "../errors/index.js";
import { route } from "../route/route.js";
import { exactText, flag, id, object, text } from "../route/wire.js";
import { templateChoice } from "../templates/templateChoice.js";
import { messagePaths } from "./messages.paths.js";
import type { SentToContactView } from "./messages.views.js";

const toContactBody = object({
  number: text(60),
  contactId: id(),
  name: text(255),
  whatsappId: id(),
  queueId: id(),
  userId: id(),
  body: exactText(65_536),
  mediaUrl: text(2_000).nullable(),
  voice: flag(),
  template: templateChoice(),
});

/** Added: sends into the live conversation of a number or contact, or into a new one (D-650). The header Idempotency-Key is required. */
export const sendToContact = route<SentToContactView>()(messagePaths.sendToContact, {
  policy: "signedIn",
  grows: true,
  body: toContactBody,
  files: { field: "medias", maxFiles: 10 },
  limitBytes: 256 * 1024,
  toInput: ({ body }) => ({
    number: body.number || null,
    contactId: body.contactId,
    name: body.name ?? "",
    connectionId: body.whatsappId,
    queueId: body.queueId,
    userId: body.userId,
    body: body.body ?? "",
    mediaUrl: body.mediaUrl || null,
    voice: body.voice ?? false,
    template: body.template ?? null,
  }),
  errors: [
    "ERR_NO_CONTACT_FOUND",
    "ERR_WAPP_INVALID_CONTACT",
    "ERR_NO_WAPP_FOUND",
    "ERR_NO_DEF_WAPP_FOUND",
    "ERR_WAPP_NOT_INITIALIZED",
    "ERR_QUEUE_REQUIRED",
    "ERR_WORKING_USER_REQUIRED",
    "ERR_NO_PERMISSION",
    "ERR_OTHER_OPEN_TICKET",
    "ERR_IDEMPOTENCY_CONFLICT",
    "ERR_SENDS_WAITING",
    ...UPLOAD_ERRORS,
    "ERR_FILE_NOT_CARRIED",
    "ERR_NO_TEMPLATES",
    "ERR_GATEWAY_TIMEOUT",
    "ERR_GATEWAY",
  ],
});
