import { json } from "../wuzapi/http.js";
import type { Answer, Call } from "../wuzapi/http.js";
import { GraphFailure } from "./failure.js";
import { describeMedia, uploadMedia } from "./media.routes.js";
import { sendMessage } from "./messages.routes.js";
import { deregister, describeNumber, listNumbers, register, subscribedApps } from "./numbers.routes.js";
import { countManagementCall, createTemplate, deleteTemplates, listTemplates } from "./templates.routes.js";
import type { PhoneNumber, Waba } from "./types.js";
import type { GraphWebhooks } from "./webhooks.js";
import type { GraphWorld } from "./world.js";

/**
 * Answers a call whose path is `{id}` or `{id}/{edge}`; the object behind the id decides which
 * edges exist.
 */
export function answerGraph(world: GraphWorld, webhooks: GraphWebhooks, call: Call): Answer {
  const [id = "", edge = ""] = call.path.split("/");
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
