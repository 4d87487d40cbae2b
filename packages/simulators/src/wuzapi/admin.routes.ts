import { randomBytes } from "node:crypto";
import { EVENT_TYPES, knownEvents } from "./events.js";
import { fieldsOf, json, refused, type Answer, type Fields } from "./http.js";
import { adminRoute, openRoute } from "./router.js";
import { readS3, emptyS3, s3View } from "./s3.js";
import { dropClient } from "./session.js";
import type { WuzapiUser } from "./types.js";
import type { World } from "./world.types.js";

/** Admin routes: users, which WuzAPI calls instances, and the health page. */
export const adminRoutes = [
  openRoute("GET", "/health", (world) =>
    json(200, { status: "ok", version: "1.0.5", active_connections: world.sessions.size, total_users: world.users.size }),
  ),
  adminRoute("GET", "/admin/users", (world) =>
    withCode(
      200,
      [...world.users.values()].map((user) => userView(world, user)),
    ),
  ),
  adminRoute("GET", "/admin/users/{id}", (world, call) => {
    const user = world.users.get(call.params["id"] ?? "");
    return user === undefined ? refused(404, "user not found") : withCode(200, [userView(world, user)]);
  }),
  adminRoute("POST", "/admin/users", (world, call) => createUser(world, fieldsOf(call))),
  adminRoute("PUT", "/admin/users/{id}", (world, call) => changeUser(world, call.params["id"] ?? "", fieldsOf(call))),
  adminRoute("DELETE", "/admin/users/{id}", (world, call) => deleteUser(world, call.params["id"] ?? "")),
  adminRoute("DELETE", "/admin/users/{id}/full", (world, call) => deleteUser(world, call.params["id"] ?? "")),
];

function withCode(code: number, data: unknown): Answer {
  return json(code, { code, data, success: true });
}

function createUser(world: World, fields: Fields): Answer {
  const name = fields.text("name");
  const token = fields.text("token");
  if (name === "" || token === "") return refused(400, `missing ${name === "" ? "name" : "token"} in Payload`);
  const bad = badEvent(fields.text("events"));
  if (bad !== null) return bad;
  const hmacKey = fields.text("hmacKey");
  if (hmacKey !== "" && hmacKey.length < 32) return refused(400, "HMAC key must be at least 32 characters long");
  if ([...world.users.values()].some((user) => user.token === token)) return refused(409, "user with this token already exists");
  const s3 = readS3(fields.object("s3Config"), emptyS3());
  const user: WuzapiUser = {
    id: randomBytes(16).toString("hex"),
    name,
    token,
    webhook: fields.text("webhook"),
    events: knownEvents(fields.text("events").split(",")),
    expiration: fields.number("expiration"),
    history: fields.number("history"),
    proxyUrl: fields.object("proxyConfig")?.text("proxyURL") ?? "",
    s3,
    stored: { mediaDelivery: s3.media_delivery, hmacKey },
    // The in-memory record of v1.0.5 lacks both until their own calls or a restart.
    live: { mediaDelivery: "", hmacKey: "" },
    jid: "",
    linked: false,
    lid: "",
    pushName: "",
    qrcode: "",
    reconnect: false,
  };
  world.users.set(user.id, user);
  world.changed();
  return withCode(201, createdView(user));
}

function changeUser(world: World, id: string, fields: Fields): Answer {
  const user = world.users.get(id);
  if (user === undefined) return refused(404, "user not found");
  const bad = badEvent(fields.text("events"));
  if (bad !== null) return bad;
  const token = fields.text("token", user.token);
  if ([...world.users.values()].some((other) => other.id !== id && other.token === token))
    return refused(409, "user with this token already exists");
  user.token = token;
  user.name = fields.text("name", user.name);
  user.webhook = fields.text("webhook", user.webhook);
  if (fields.has("events")) user.events = knownEvents(fields.text("events").split(","));
  user.expiration = fields.number("expiration", user.expiration);
  user.history = fields.number("history", user.history);
  if (fields.has("hmacKey")) user.stored.hmacKey = fields.text("hmacKey");
  if (fields.has("s3Config")) {
    user.s3 = readS3(fields.object("s3Config"), user.s3);
    user.stored.mediaDelivery = user.s3.media_delivery;
  }
  world.changed();
  return withCode(200, createdView(user));
}

function deleteUser(world: World, id: string): Answer {
  const user = world.users.get(id);
  if (user === undefined) return refused(404, "user not found");
  dropClient(world, user);
  world.users.delete(id);
  world.waiting.delete(id);
  world.changed();
  return json(200, { code: 200, data: { id }, details: "user deleted successfully", success: true });
}

function badEvent(events: string): Answer | null {
  const unknown = events
    .split(",")
    .map((name) => name.trim())
    .find((name) => name !== "" && !EVENT_TYPES.has(name));
  return unknown === undefined
    ? null
    : json(400, { code: 400, error: "invalid event type", details: `invalid event: ${unknown}`, success: false });
}

function createdView(user: WuzapiUser): unknown {
  return {
    id: user.id,
    name: user.name,
    token: user.token,
    webhook: user.webhook,
    expiration: user.expiration,
    events: user.events.join(","),
    proxy_config: { enabled: user.proxyUrl !== "", proxy_url: user.proxyUrl },
    s3_config: s3View(user.s3),
    hmac_key: user.stored.hmacKey !== "",
  };
}

function userView(world: World, user: WuzapiUser): unknown {
  const session = world.sessions.get(user.id);
  return {
    id: user.id,
    name: user.name,
    token: user.token,
    webhook: user.webhook,
    jid: user.jid,
    qrcode: user.qrcode,
    connected: session?.connected ?? false,
    loggedIn: session?.loggedIn ?? false,
    expiration: user.expiration,
    proxy_url: user.proxyUrl,
    events: user.events.join(","),
    proxy_config: { enabled: user.proxyUrl !== "", proxy_url: user.proxyUrl },
    s3_config: s3View(user.s3),
  };
}
