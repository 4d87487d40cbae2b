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
    create: async (draft) => {
      const { name, category, language } = draft;
      const components = toComponents(draft);
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
  };
}

/** The body of an authentication template, whose text is fixed by Meta; free text is refused. */
const CODE_COMPONENTS: readonly PlainObject[] = [
  { type: "BODY", add_security_recommendation: true },
  { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
];

function toComponents(draft: TemplateDraft): readonly PlainObject[] {
  if (draft.category === "AUTHENTICATION") return CODE_COMPONENTS;
  const { header, body, footer, buttons } = draft;
  const headerValues = examplesFor(header);
  const bodyValues = examplesFor(body);
  return [
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
