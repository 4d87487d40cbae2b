import { knownEvents } from "./events.js";
import { fieldsOf, json, ok, Refusal, type Call } from "./http.js";
import { userRoute } from "./router.js";
import { emptyS3, readS3, s3View } from "./s3.js";
import type { WuzapiUser } from "./types.js";

const HMAC_KEY_MIN = 32;

/** Routes for a user's webhook address and subscription, media delivery and signature. */
export const configRoutes = [
  userRoute("POST", "/webhook", (world, call, user) => {
    const fields = fieldsOf(call);
    const webhook = fields.text("webhookurl");
    setWebhook(user, webhook, fields.texts("events"));
    world.changed();
    return ok({ webhook });
  }),
  userRoute("PUT", "/webhook", (world, call, user) => {
    const fields = fieldsOf(call);
    setWebhook(user, fields.flag("active") ? fields.text("webhook") : "", fields.texts("events"));
    world.changed();
    return ok({ webhook: user.webhook, events: user.events, active: user.webhook !== "" });
  }),
  userRoute("GET", "/webhook", (_world, _call, user) => ok({ webhook: user.webhook, subscribe: user.events })),
  userRoute("DELETE", "/webhook", (world, _call, user) => {
    setWebhook(user, "", []);
    world.changed();
    return ok({ Details: "Webhook and events deleted successfully" });
  }),
  userRoute("POST", "/session/s3/config", (world, call, user) => {
    user.s3 = readS3(fieldsOf(call), emptyS3());
    user.stored.mediaDelivery = user.s3.media_delivery;
    user.live.mediaDelivery = user.s3.media_delivery;
    world.changed();
    return ok({ Details: "S3 configuration saved successfully", Enabled: user.s3.enabled });
  }),
  userRoute("GET", "/session/s3/config", (_world, _call, user) => ok(s3View(user.s3))),
  userRoute("DELETE", "/session/s3/config", (world, _call, user) => {
    user.s3 = emptyS3();
    user.stored.mediaDelivery = "base64";
    user.live.mediaDelivery = "base64";
    world.changed();
    return ok({ Details: "S3 configuration deleted successfully" });
  }),
  userRoute("POST", "/session/s3/test", (_world, _call, user) => {
    if (!user.s3.enabled) throw new Refusal(400, "S3 is not enabled for this user");
    throw new Refusal(500, "S3 connection test failed: the simulator has no S3 store");
  }),
  userRoute("POST", "/session/hmac/config", (world, call, user) => {
    setHmacKey(call, user);
    world.changed();
    return json(200, { Details: "HMAC configuration saved successfully" });
  }),
  userRoute("GET", "/session/hmac/config", (_world, _call, user) => json(200, { hmac_key: user.stored.hmacKey === "" ? "" : "***" })),
  userRoute("DELETE", "/session/hmac/config", (world, _call, user) => {
    user.stored.hmacKey = "";
    user.live.hmacKey = "";
    world.changed();
    return json(200, { Details: "HMAC configuration deleted successfully" });
  }),
];

/** Both settings are replaced together: a call without events empties the subscription. */
function setWebhook(user: WuzapiUser, webhook: string, events: readonly string[]): void {
  user.webhook = webhook;
  user.events = knownEvents(events);
}

function setHmacKey(call: Call, user: WuzapiUser): void {
  const key = fieldsOf(call).text("hmac_key");
  if (key.length < HMAC_KEY_MIN) throw new Refusal(400, "HMAC key must be at least 32 characters long");
  user.stored.hmacKey = key;
  user.live.hmacKey = key;
}
