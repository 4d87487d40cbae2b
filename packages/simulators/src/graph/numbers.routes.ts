import { json } from "../wuzapi/http.js";
import type { Answer, Call } from "../wuzapi/http.js";
import { failure } from "./failure.js";
import { textOf, toJson } from "./fields.js";
import { pageOf } from "./paging.js";
import type { PhoneNumber, Waba } from "./types.js";
import { takeDrop, type GraphWorld } from "./world.js";

/** `GET /{phone_number_id}?fields=`: only the requested fields and the id. */
export function describeNumber(number: PhoneNumber, call: Call): Answer {
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
export function listNumbers(world: GraphWorld, waba: Waba, call: Call): Answer {
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
export function register(world: GraphWorld, number: PhoneNumber, call: Call): Answer {
  const body = toJson(JSON.parse(call.body.toString("utf8")));
  const pin = textOf(body, "pin");
  if (textOf(body, "messaging_product") !== "whatsapp" || !/^\d{6}$/.test(pin)) throw failure(100, "pin must have 6 digits");
  if (!takeDrop(world, `register ${number.id}`, 10 / (72 * 3600), 10)) throw failure(133016, "Too many registration attempts");
  if (pin !== number.pin) throw failure(133005, "Two step verification PIN Mismatch");
  number.registered = true;
  return json(200, { success: true });
}

export function deregister(number: PhoneNumber): Answer {
  number.registered = false;
  return json(200, { success: true });
}

/** `/{waba}/subscribed_apps`: without a subscription no webhook is sent. */
export function subscribedApps(waba: Waba, method: string): Answer {
  if (method === "GET")
    return json(200, { data: waba.subscribed ? [{ whatsapp_business_api_data: { id: "1", name: "Simulated app" } }] : [] });
  waba.subscribed = method === "POST";
  return json(200, { success: true });
}
