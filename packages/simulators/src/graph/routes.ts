import { json, type Answer, type Call } from "../wuzapi/http.js";
import { failure, GraphFailure } from "./failure.js";
import { describeMedia, uploadMedia } from "./media.routes.js";
import { sendMessage } from "./messages.routes.js";
import { textOf, toJson } from "./fields.js";
import { pageOf } from "./paging.js";
import type { PhoneNumber, Waba } from "./types.js";
import { answerSampleUpload } from "./sampleUploads.js";
import { takeDrop, type GraphWorld } from "./world.js";
import { countManagementCall, createTemplate, deleteTemplates, listTemplates } from "./templates.routes.js";
import type { GraphWebhooks } from "./webhooks.js";

/** `GET /{phone_number_id}?fields=`: only the requested fields and the id. */
function describeNumber(number: PhoneNumber, call: Call): Answer {
  const facts: Readonly<Record<string, unknown>> = {
    verified_name: number.name,
    display_phone_number: number.display,
    quality_rating: number.quality,
    throughput: { level: "STANDARD" },
    status: number.registered ? number.status : "PENDING",
    name_status: "APPROVED",
    code_verification_status: "VERIFIED",
    platform_type: "CLOUD_API",
  };
  const wanted = (call.query.get("fields") ?? "verified_name,display_phone_number,quality_rating").split(",");
  return json(200, { ...Object.fromEntries(Object.entries(facts).filter(([name]) => wanted.includes(name))), id: number.id });
}

/** `GET /{waba}/phone_numbers`, page by page. */
function listNumbers(world: GraphWorld, waba: Waba, call: Call): Answer {
  const own = [...world.numbers.values()].filter(({ wabaId }) => wabaId === waba.id);
  const { page, paging } = pageOf(own, call, `${world.origin}/v26.0/${waba.id}/phone_numbers`);
  return json(200, {
    data: page.map(({ id, display, name, quality }) => ({
      id,
      display_phone_number: display,
      verified_name: name,
      quality_rating: quality,
    })),
    paging,
  });
}

/** `POST /{phone_number_id}/register` with the number's own PIN; ten tries in three days. */
function register(world: GraphWorld, number: PhoneNumber, call: Call): Answer {
  const body = toJson(JSON.parse(call.body.toString("utf8")));
  const pin = textOf(body, "pin");
  if (textOf(body, "messaging_product") !== "whatsapp" || !/^\d{6}$/.test(pin)) throw failure(100, "pin must have 6 digits");
  if (!takeDrop(world, `register ${number.id}`, 10 / (72 * 3600), 10)) throw failure(133016, "Too many registration attempts");
  if (pin !== number.pin) throw failure(133005, "Two step verification PIN Mismatch");
  number.registered = true;
  return json(200, { success: true });
}

function deregister(number: PhoneNumber): Answer {
  number.registered = false;
  return json(200, { success: true });
}

/** `/{waba}/subscribed_apps`: without a subscription no webhook is sent. */
function subscribedApps(waba: Waba, method: string): Answer {
  if (method === "GET")
    return json(200, { data: waba.subscribed ? [{ whatsapp_business_api_data: { id: "1", name: "Simulated app" } }] : [] });
  waba.subscribed = method === "POST";
  return json(200, { success: true });
}

/** The id of the app that the stand-in's tokens belong to. */
const APP_ID = "990011223344";

/** `GET /app`: the app of the token (Graph's reference of the node Application). */
const describeApp = (): Answer => json(200, { id: APP_ID, name: "Simulated app" });

/**
 * `GET /{app}/subscriptions`: only with the token of the app itself, its id and secret (Graph's reference of the edge
 * /{application-id}/subscriptions).
 */
export function listSubscriptions(world: GraphWorld, token: string): Answer {
  if (token !== `${APP_ID}|${world.appSecret}`)
    throw new GraphFailure(400, 15, "(#15) This method must be called with an app access_token.");
  const fields = [...world.fields].map((name) => ({ name, version: "v26.0" }));
  return json(200, { data: [{ object: "whatsapp_business_account", callback_url: world.webhookUrl, active: true, fields }] });
}

/** The token of an app is no user's: it reaches what is the app's own alone. */
export const isSubscriptionCall = (path: string): boolean => path === `${APP_ID}/subscriptions`;

/**
 * Answers a call whose path is `{id}` or `{id}/{edge}`; the object behind the id decides which
 * edges exist.
 */
export function answerGraph(world: GraphWorld, webhooks: GraphWebhooks, call: Call): Answer {
  const sample = answerSampleUpload(world, call);
  if (sample !== null) return sample;
  const [id = "", edge = ""] = call.path.split("/");
  if (id === "app" && call.method === "GET") return describeApp();
  const number = world.numbers.get(id);
  if (number !== undefined) return answerNumber(world, webhooks, number, edge, call);
  const waba = world.wabas.get(id);
  if (waba !== undefined) return answerWaba(world, webhooks, waba, edge, call);
  const file = world.media.get(id);
  if (file !== undefined && edge === "" && call.method === "GET") return describeMedia(world, file, call);
  if (file !== undefined && edge === "" && call.method === "DELETE") {
    world.media.delete(id);
    return json(200, { success: true });
  }
  throw unsupported(call, id);
}

function answerNumber(world: GraphWorld, webhooks: GraphWebhooks, number: PhoneNumber, edge: string, call: Call): Answer {
  switch (`${call.method} ${edge}`) {
    case "GET ":
      countManagementCall(world, number.wabaId);
      return describeNumber(number, call);
    case "POST messages":
      return sendMessage(world, webhooks, number, call);
    case "POST media":
      return uploadMedia(world, call);
    case "POST register":
      return register(world, number, call);
    case "POST deregister":
      return deregister(number);
    default:
      throw unsupported(call, number.id);
  }
}

function answerWaba(world: GraphWorld, webhooks: GraphWebhooks, waba: Waba, edge: string, call: Call): Answer {
  countManagementCall(world, waba.id);
  switch (edge) {
    case "message_templates":
      if (call.method === "GET") return listTemplates(world, waba, call);
      if (call.method === "POST") return createTemplate(world, webhooks, waba, call);
      return deleteTemplates(waba, call);
    case "phone_numbers":
      return listNumbers(world, waba, call);
    case "subscribed_apps":
      return subscribedApps(waba, call.method);
    default:
      throw unsupported(call, waba.id);
  }
}

function unsupported(call: Call, id: string): GraphFailure {
  const what = call.method === "GET" ? "get" : call.method.toLowerCase();
  return new GraphFailure(
    400,
    100,
    `Unsupported ${what} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    "",
    33,
  );
}
