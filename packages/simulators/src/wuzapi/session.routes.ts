import { knownEvents } from "./events.js";
import { fieldsOf, ok, Refusal, type Answer, type Call } from "./http.js";
import { requireJid } from "./jid.js";
import { userRoute } from "./router.js";
import { s3View } from "./s3.js";
import { historyAnswer } from "./history.js";
import { dropClient, logOut, newPairCode, requireClient, sendWhenOnline, startClient } from "./session.js";
import type { WuzapiUser } from "./types.js";
import type { World } from "./world.types.js";

const CONNECT_WAIT_MS = 10_000;
const LOGGED_OUT = 401;

/** Session routes: connecting, QR and pairing code, disconnecting. */
export const sessionRoutes = [
  userRoute("POST", "/session/connect", connect),
  userRoute("GET", "/session/status", (world, _call, user) => ok(statusView(world, user))),
  userRoute("GET", "/session/qr", (world, _call, user) => {
    const session = requireClient(world, user);
    if (!session.connected) throw new Refusal(500, "not connected");
    if (user.linked) throw new Refusal(500, "already logged in");
    if (world.switches.emptyQrPolls > 0) {
      world.switches.emptyQrPolls -= 1;
      return ok({ QRCode: "" });
    }
    return ok({ QRCode: user.qrcode });
  }),
  userRoute("POST", "/session/pairphone", (world, call, user) => {
    const session = requireClient(world, user);
    const phone = fieldsOf(call).required("Phone");
    if (user.linked) throw new Refusal(400, "already paired");
    if (session.qrIndex === 0) throw new Refusal(400, "failed to pair phone: websocket not ready");
    return ok({ LinkingCode: newPairCode(world, session, requireJid(phone).user) });
  }),
  userRoute("POST", "/session/disconnect", (world, _call, user) => {
    const session = requireClient(world, user);
    if (!session.connected || !session.loggedIn) throw new Refusal(500, "cannot disconnect because it is not logged in");
    dropClient(world, user);
    user.events = [];
    user.reconnect = false;
    world.changed();
    return ok({ Details: "Disconnected" });
  }),
  userRoute("POST", "/session/logout", (world, _call, user) => {
    const session = requireClient(world, user);
    if (!session.connected || !session.loggedIn) throw new Refusal(500, "could not logout as it was not logged in");
    logOut(world, user, LOGGED_OUT);
    return ok({ Details: "Logged out" });
  }),
  userRoute("GET", "/session/history", (world, call, user) => {
    requireClient(world, user);
    const question = {
      chatJid: call.query.get("chat_jid") ?? "",
      oldestId: call.query.get("oldest_msg_id") ?? "",
      fromMe: call.query.get("oldest_msg_from_me") === "true",
      count: Number(call.query.get("count") ?? "50"),
    };
    const answer = historyAnswer(world, user, question);
    if (answer !== null) void sendWhenOnline(world, user, answer);
    return ok({ Details: "History sync request Sent", Timestamp: Math.floor(world.clock.now() / 1000) });
  }),
  userRoute("POST", "/session/history", (world, call, user) => {
    if (!world.sessions.has(user.id)) throw new Refusal(400, "no session");
    user.history = fieldsOf(call).number("history");
    world.changed();
    return ok({ Details: "History configured successfully" });
  }),
  userRoute("POST", "/session/proxy", (world, call, user) => {
    if (world.sessions.get(user.id)?.connected === true) throw new Refusal(500, "cannot set proxy while connected");
    const fields = fieldsOf(call);
    user.proxyUrl = fields.flag("enable") ? fields.required("proxy_url") : "";
    world.changed();
    return ok({ Details: "Proxy configured successfully" });
  }),
];

async function connect(world: World, call: Call, user: WuzapiUser): Promise<Answer> {
  const fields = fieldsOf(call);
  const subscribe = knownEvents(fields.texts("Subscribe"));
  const immediate = fields.flag("Immediate");
  if (world.sessions.get(user.id)?.connected === true) throw new Refusal(500, "already connected");
  user.events = subscribe;
  startClient(world, user);
  if (!immediate) {
    await world.wait(CONNECT_WAIT_MS);
    if (world.sessions.get(user.id)?.connected !== true) throw new Refusal(500, "failed to connect");
  }
  return ok({ webhook: user.webhook, jid: user.jid, events: user.events.join(","), details: "Connected!" });
}

function statusView(world: World, user: WuzapiUser): unknown {
  const session = world.sessions.get(user.id);
  return {
    id: user.id,
    name: user.name,
    connected: session?.connected ?? false,
    loggedIn: session?.loggedIn ?? false,
    token: user.token,
    jid: user.jid,
    webhook: user.webhook,
    events: user.events.join(","),
    proxy_url: user.proxyUrl,
    qrcode: user.qrcode,
    history: user.history,
    proxy_config: { enabled: user.proxyUrl !== "", proxy_url: user.proxyUrl },
    s3_config: s3View(user.s3),
    hmac_configured: user.stored.hmacKey !== "",
  };
}
