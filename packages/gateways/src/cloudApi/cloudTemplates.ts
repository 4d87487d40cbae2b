import { createReadStream } from "node:fs";
import type { OutboundFile } from "@balcao/domain/messages";
import type { GatewayErrorCode } from "@balcao/domain/connections";
import type { TemplateButton, TemplateComponent, TemplateDraft, TemplateFacts } from "@balcao/domain/templates";
import { GatewayError, type TemplateCatalog } from "../port/index.js";
import { required, type CloudAccount } from "./cloudAccount.js";
import type { GraphClient } from "./graphClient.js";
import { objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";

const FIELDS = "id,name,status,category,language,components,rejected_reason,quality_score";
const PAGE_SIZE = "100";
const MOST_PAGES = 100;

/** The templates of the connection's business account. */
export function createTemplateCatalog(client: GraphClient, account: CloudAccount): TemplateCatalog {
  return {
    list: async () => {
      const found: TemplateFacts[] = [];
      let after = "";
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const answer = await client.ask({
          method: "GET",
          path: pathOf(account),
          query: { fields: FIELDS, limit: PAGE_SIZE, ...(after === "" ? {} : { after }) },
          token: account.token,
        });
        found.push(...objectsAt(answer, "data").map(toFacts));
        const paging = objectAt(answer, "paging");
        const next = textAt(objectAt(paging, "cursors"), "after");
        if (textAt(paging, "next") === "" || next === "" || next === after) break;
        after = next;
      }
      return found;
    },
    create: async (draft, sample = null) => {
      const { name, category, language } = draft;
      const handle = sample && (await uploadSample(client, account, sample));
      const components = toComponents(draft, handle);
      const json = { name, category, language, components };
      const answer = await client.ask({ method: "POST", path: pathOf(account), token: account.token, json }).catch((error: unknown) => {
        throw toRefusal(error);
      });
      return {
        id: textAt(answer, "id"),
        name,
        language,
        category: textAt(answer, "category") || category,
        status: textAt(answer, "status") || "PENDING",
        reason: null,
        components: components.map(toComponent),
      };
    },
    remove: async (name) => {
      await client.ask({ method: "DELETE", path: pathOf(account), query: { name }, token: account.token });
    },
  };
}

/**
 * Uploads the sample of a header, and returns its handle: Meta opens a session for the app that the token
 * belongs to, and takes the bytes with the token in another form.
 */
async function uploadSample(client: GraphClient, { token }: CloudAccount, { path, mime, fileName, size }: OutboundFile): Promise<string> {
  const query = { file_name: fileName, file_length: String(size), file_type: mime };
  const { id } = await client.ask({ method: "POST", path: "app/uploads", query, token });
  const form = { type: mime, body: { length: size, chunks: () => createReadStream(path) as AsyncIterable<Uint8Array> } };
  const headers = { authorization: `OAuth ${token}`, file_offset: "0" };
  const answer = await client.ask({ method: "POST", path: String(id), token, form, headers });
  const handle = textAt(answer, "h");
  if (handle === "") throw new GatewayError("media", "Meta gave no handle for the sample");
  return handle;
}

/** Meta's reasons to refuse a template, by subcode. */
const REFUSALS: Readonly<Record<number, GatewayErrorCode>> = {
  2388019: "ERR_TEMPLATE_LIMIT",
  2388023: "ERR_TEMPLATE_BEING_DELETED",
  2388024: "ERR_TEMPLATE_EXISTS",
  2388040: "ERR_TEMPLATE_TOO_LONG",
  2388047: "ERR_TEMPLATE_HEADER",
  2388072: "ERR_TEMPLATE_BODY",
  2388073: "ERR_TEMPLATE_FOOTER",
  2388293: "ERR_TEMPLATE_TOO_MANY_VARIABLES",
  2388299: "ERR_TEMPLATE_EDGE_VARIABLE",
};

/** A refusal with the error code that has a sentence for people. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof GatewayError) || typeof error.providerCode !== "number") return error;
  const code = REFUSALS[error.providerCode];
  return code === undefined
    ? error
    : new GatewayError(error.kind, error.message, { providerCode: error.providerCode, retryAfterMs: error.retryAfterMs, code });
}

function pathOf(account: CloudAccount): string {
  return `${required(account, "wabaId")}/message_templates`;
}

function toFacts(template: PlainObject): TemplateFacts {
  const reason = textAt(template, "rejected_reason");
  return {
    id: textAt(template, "id"),
    name: textAt(template, "name"),
    category: textAt(template, "category"),
    language: textAt(template, "language"),
    status: textAt(template, "status"),
    reason: reason === "" || reason === "NONE" ? null : reason,
    components: objectsAt(template, "components").map(toComponent),
  };
}

function toComponent(component: PlainObject): TemplateComponent {
  const cards = objectsAt(component, "cards").map((card) => objectsAt(card, "components").map(toComponent));
  return {
    type: textAt(component, "type"),
    format: textAt(component, "format") || null,
    text: textAt(component, "text") || null,
    buttons: objectsAt(component, "buttons").map((button) => ({
      type: textAt(button, "type"),
      text: textAt(button, "text"),
      url: textAt(button, "url") || null,
      phoneNumber: textAt(button, "phone_number") || null,
    })),
    ...(cards.length > 0 && { cards }),
  };
}

/** The body of an authentication template, whose text is fixed by Meta; free text is refused. */
const CODE_COMPONENTS: readonly PlainObject[] = [
  { type: "BODY", add_security_recommendation: true },
  { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
];

function toComponents(draft: TemplateDraft, handle: string | null): readonly PlainObject[] {
  if (draft.category === "AUTHENTICATION") return CODE_COMPONENTS;
  const { header, body, footer, buttons } = draft;
  const headerValues = examplesFor(header);
  const bodyValues = examplesFor(body);
  return [
    ...(draft.headerKind === undefined
      ? []
      : [{ type: "HEADER", format: draft.headerKind.toUpperCase(), ...(handle !== null && { example: { header_handle: [handle] } }) }]),
    ...(header === ""
      ? []
      : [
          {
            type: "HEADER",
            format: "TEXT",
            text: header,
            ...(headerValues.length === 0 ? {} : { example: { header_text: headerValues } }),
          },
        ]),
    { type: "BODY", text: body, ...(bodyValues.length === 0 ? {} : { example: { body_text: [bodyValues] } }) },
    ...(footer === "" ? [] : [{ type: "FOOTER", text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons: buttons.map(toButton) }]),
  ];
}

function toButton(button: TemplateButton): PlainObject {
  if (button.type !== "URL" || !button.url.includes("{{1}}")) return { ...button };
  return { ...button, example: [button.url.replace("{{1}}", "exemplo")] };
}

/** Meta requires an example for each variable. */
function examplesFor(text: string): string[] {
  const highest = Math.max(0, ...[...text.matchAll(/\{\{(\d+)\}\}/g)].map(([, digits]) => Number(digits)));
  return Array.from({ length: highest }, (_, place) => `Exemplo ${place + 1}`);
}
