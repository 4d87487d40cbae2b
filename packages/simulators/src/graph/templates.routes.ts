import { json, type Answer, type Call } from "../wuzapi/http.js";
import { failure, GraphFailure } from "./failure.js";
import { listOf, needed, objectOf, textOf, toJson } from "./fields.js";

import { checkSample } from "./sampleUploads.js";
import { pageOf } from "./paging.js";
import { bodyOf, variablesOf } from "./templateRules.js";
import type { GraphTemplate, Json, Waba } from "./types.js";
import type { GraphWebhooks } from "./webhooks.js";
import { takeDrop, type GraphWorld } from "./world.js";

const CALLS_PER_HOUR = 200;
const MOST_BUTTONS = 10;
const CATEGORIES = ["UTILITY", "MARKETING", "AUTHENTICATION"];

/** Counts a management call of an account; throws 80007 when its limit is used up. */
export function countManagementCall(world: GraphWorld, wabaId: string): void {
  if (!takeDrop(world, `management ${wabaId}`, CALLS_PER_HOUR / 3600, CALLS_PER_HOUR))
    throw failure(80007, "There have been too many calls to this account", world.switches.throttleStatus ?? 429);
}

/** `GET /{waba}/message_templates`, page by page. */
export function listTemplates(world: GraphWorld, waba: Waba, call: Call): Answer {
  const { page, paging } = pageOf(waba.templates, call, `${world.origin}/v26.0/${waba.id}/message_templates`);
  return json(200, {
    data: page.map(({ id, name, language, category, components, status, reason }) => ({
      id,
      name,
      language,
      category,
      status,
      components,
      ...(reason === "" ? {} : { rejected_reason: reason }),
    })),
    paging,
  });
}

/** `POST /{waba}/message_templates`: checks the template, then puts it under review. */
export function createTemplate(world: GraphWorld, webhooks: GraphWebhooks, waba: Waba, call: Call): Answer {
  const draft = toJson(JSON.parse(call.body.toString("utf8")));
  const name = needed(draft, "name", 512);
  const language = needed(draft, "language");
  const category = needed(draft, "category");
  const components = listOf(draft, "components");
  if (!/^[a-z0-9_]+$/.test(name)) throw failure(100, "name may have lower-case letters, digits and underscores");
  if (!/^[a-z]{2,3}(_[A-Z]{2,3})?$/.test(language)) throw failure(100, "unknown language");
  if (!CATEGORIES.includes(category)) throw failure(100, "unknown category");
  if (waba.templates.some((known) => known.name === name && known.language === language))
    throw new GraphFailure(400, 100, "Content in this language already exists", "", 2388024);
  checkComponents(world, category, components);
  const template: GraphTemplate = { id: world.nextId(), name, language, category, components, status: "PENDING", reason: "" };
  waba.templates.push(template);
  const { reviewAfterMs } = world.switches;
  if (reviewAfterMs !== undefined) world.later(reviewAfterMs, () => void judge(webhooks, waba, template, "APPROVED", ""));
  return json(200, { id: template.id, status: template.status, category });
}

/** `DELETE /{waba}/message_templates?name=`: all languages of the name, or one by its id. */
export function deleteTemplates(waba: Waba, call: Call): Answer {
  const name = call.query.get("name") ?? "";
  const id = call.query.get("hsm_id");
  const gone = waba.templates.filter((template) => template.name === name && (id === null || template.id === id));
  if (gone.length === 0) throw new GraphFailure(400, 100, "Message template not found", "", 2593002);
  waba.templates = waba.templates.filter((template) => !gone.includes(template));
  return json(200, { success: true });
}

/** Ends the review of a template and sends the account's webhook. */
export function judge(webhooks: GraphWebhooks, waba: Waba, template: GraphTemplate, status: string, reason: string): Promise<boolean> {
  template.status = status;
  template.reason = reason;
  return webhooks.deliver({
    wabaId: waba.id,
    field: "message_template_status_update",
    value: {
      event: status,
      message_template_id: Number(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      reason: reason === "" ? "NONE" : reason,
    },
  });
}

/** Changes the category of a template and sends the account's webhook. */
export function recategorise(webhooks: GraphWebhooks, waba: Waba, template: GraphTemplate, category: string): Promise<boolean> {
  const previous = template.category;
  template.category = category;
  return webhooks.deliver({
    wabaId: waba.id,
    field: "template_category_update",
    value: {
      message_template_id: Number(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      previous_category: previous,
      new_category: category,
    },
  });
}

/** Meta's limits of templates, with their subcodes. */
function checkComponents(world: GraphWorld, category: string, components: readonly Json[]): void {
  const part = (type: string): Json | undefined => components.find((one) => textOf(one, "type") === type);
  const body = part("BODY");
  if (body === undefined) throw failure(100, "components must have a BODY");
  if (category === "AUTHENTICATION") {
    checkCodeTemplate(components);
    return;
  }
  checkVariables(bodyOf({ components }), toLists(objectOf(body, "example")["body_text"])[0] ?? []);
  if (textOf(body, "text") === "" || textOf(body, "text").length > 1024) throw refusal(2388072, "The body has 1 to 1024 characters");
  const header = part("HEADER");
  if (header !== undefined && textOf(header, "format") === "TEXT") {
    const text = textOf(header, "text");
    if (text.length > 60 || /[\r\n]/.test(text) || variablesOf(text).length > 1)
      throw refusal(2388047, "A header has at most 60 characters and one variable");
    checkExamples(text, toTexts(objectOf(header, "example")["header_text"]));
  }
  const format = textOf(header ?? {}, "format");
  if (["IMAGE", "VIDEO", "DOCUMENT"].includes(format))
    checkSample(world, format, toTexts(objectOf(header ?? {}, "example")["header_handle"]));
  const footer = textOf(part("FOOTER") ?? {}, "text");
  if (footer.length > 60 || /[\r\n]/.test(footer) || variablesOf(footer).length > 0)
    throw refusal(2388073, "A footer has at most 60 characters and no variable");
  const buttons = listOf(part("BUTTONS") ?? {}, "buttons");
  if (buttons.length > MOST_BUTTONS) throw refusal(2388040, `At most ${MOST_BUTTONS} buttons`);
  for (const button of buttons) checkButton(button);
}

/**
 * An authentication template has Meta's own text, and a button that copies or fills in the code.
 */
function checkCodeTemplate(components: readonly Json[]): void {
  if (components.some((one) => textOf(one, "text") !== "" || textOf(one, "type") === "HEADER"))
    throw failure(100, "authentication templates have no free text");
  const [button, ...others] = components.flatMap((one) => listOf(one, "buttons"));
  if (button === undefined || others.length > 0 || textOf(button, "type") !== "OTP") throw failure(100, "an OTP button is needed");
}

function checkButton(button: Json): void {
  if (/\{\{/.test(needed(button, "text", 25))) throw failure(100, "A button's text has no variable");
  switch (textOf(button, "type")) {
    case "QUICK_REPLY":
      return;
    case "PHONE_NUMBER":
      if (!/^\+?[\d ()-]{7,20}$/.test(needed(button, "phone_number", 20))) throw failure(100, "phone_number is no phone number");
      return;
    case "URL": {
      const url = needed(button, "url", 2000);
      if (!/^https?:\/\/[^\s/]+\.[^\s]+$/.test(url)) throw failure(100, "url is no address");
      if (/\{\{/.test(url) && (!url.endsWith("{{1}}") || toTexts(button["example"]).length === 0))
        throw failure(100, "A variable stands at the end of the address and has an example");
      return;
    }
    default:
      throw failure(100, "unknown kind of button");
  }
}

function checkVariables(text: string, examples: readonly string[]): void {
  if (/^\s*\{\{|\}\}\s*$/.test(text)) throw refusal(2388299, "Variables can't be at the start or end of the template.");
  const names = variablesOf(text);
  if (names.some((_name, place) => !names.includes(String(place + 1)))) throw failure(100, "Variables are {{1}}, {{2}} … without a gap");
  if (/\{\{(?!\d+\}\})/.test(text)) throw failure(100, "Variables are numbers in double braces");
  const count = [...text.matchAll(/\{\{\d+\}\}/g)].length;
  if (count > 0 && text.trim().split(/\s+/).length < 3 * count + 1)
    throw refusal(2388293, "This template has too many variables for its length.");
  checkExamples(text, examples);
}

function checkExamples(text: string, examples: readonly string[]): void {
  const count = variablesOf(text).length;
  if (examples.length !== count || examples.some((example) => example === "")) throw failure(100, `${count} examples are needed`);
}

function refusal(subcode: number, message: string): GraphFailure {
  return new GraphFailure(400, 100, message, "", subcode);
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function toLists(value: unknown): string[][] {
  return Array.isArray(value) ? value.map(toTexts) : [];
}
