import { fieldsOf, ok, Refusal } from "./http.js";
import { isLid, numberOf, parseJid, phoneJid, requireJid, writeJid } from "./jid.js";
import { lidOf, otherBrazilianForm } from "./numbers.js";
import { userRoute } from "./router.js";
import { requireClient } from "./session.js";
import type { WuzapiUser } from "./types.js";
import { customerByLid } from "./world.js";
import type { World } from "./world.types.js";

const SHORTEST_NUMBER = 8;

/** Routes for contacts: account, info and picture of a number. */
export const userRoutes = [
  userRoute("POST", "/user/check", (world, call, user) => {
    requireClient(world, user);
    const phones = fieldsOf(call).texts("Phone");
    if (phones.length === 0) throw new Refusal(400, "missing Phone in Payload");
    const Users = phones.map((query) => {
      const found = resolveNumber(world, query);
      return { Query: query, IsInWhatsapp: found !== null, JID: phoneJid(found ?? query.replace(/\D/g, "")), VerifiedName: "" };
    });
    return ok({ Users });
  }),
  userRoute("POST", "/user/info", (world, call, user) => {
    requireClient(world, user);
    const phones = fieldsOf(call).texts("Phone");
    if (phones.length === 0) throw new Refusal(400, "missing Phone in Payload");
    const Users = Object.fromEntries(
      phones.map((text) => {
        const jid = requireJid(text);
        return [
          writeJid(jid),
          {
            VerifiedName: null,
            Status: "",
            PictureID: "",
            Devices: [`${jid.user}@${jid.server}`],
            LID: isLid(jid) ? writeJid(jid) : lidOf(jid.user),
          },
        ];
      }),
    );
    return ok({ Users });
  }),
  userRoute("POST", "/user/avatar", (world, call, user) => {
    requireClient(world, user);
    const phone = fieldsOf(call).required("Phone");
    const jid = requireJid(phone);
    const picture = world.avatars.get(jid.user);
    if (picture === undefined) throw new Refusal(500, "no avatar found");
    return ok({
      url: `${world.origin}/__media/${picture}`,
      id: "1732190000",
      type: "preview",
      direct_path: "/v/t61.24694-24/avatar.jpg",
      hash: null,
    });
  }),
  userRoute("GET", "/user/contacts", (world, _call, user) => {
    requireClient(world, user);
    return ok(contactsOf(world, user));
  }),
  userRoute("GET", "/user/lid/{jid}", (world, call, user) => {
    requireClient(world, user);
    const jid = parseJid(call.params["jid"] ?? "");
    if (jid === null) throw new Refusal(400, "invalid jid format");
    const customer = isLid(jid) ? customerByLid(world, writeJid(jid)) : world.customers.get(jid.user);
    if (customer === undefined) throw new Refusal(404, "LID not found for this number");
    return ok({ jid: phoneJid(customer.phone), lid: customer.lid });
  }),
  userRoute("POST", "/user/presence", (world, call, user) => {
    const session = requireClient(world, user);
    const type = fieldsOf(call).text("type");
    if (type !== "available" && type !== "unavailable")
      throw new Refusal(400, "invalid presence type. Allowed values: 'available', 'unavailable'");
    session.available = type === "available";
    world.changed();
    return ok({ Details: "Presence set successfuly" });
  }),
];

/**
 * The number of an account on WhatsApp: the query itself or its other Brazilian form; null when
 * there is no account.
 */
function resolveNumber(world: World, query: string): string | null {
  const phone = parseJid(query.replace(/[\s()-]/g, ""))?.user ?? "";
  const known = world.customers.get(phone);
  if (known !== undefined) return known.onWhatsapp ? phone : null;
  const other = otherBrazilianForm(phone);
  if (other !== null && world.customers.get(other)?.onWhatsapp === true) return other;
  return phone.length < SHORTEST_NUMBER ? null : phone;
}

/**
 * The client's contact store: everybody whose push name it has, the own number too, and the saved
 * people. Only saved people have a first and full name.
 */
function contactsOf(world: World, user: WuzapiUser): Readonly<Record<string, unknown>> {
  const pushNames = new Map([...world.customers.values()].map(({ phone, name }) => [phoneJid(phone), name]));
  if (user.jid !== "") pushNames.set(phoneJid(numberOf(user.jid)), user.pushName);
  const saved = new Map(Object.entries(user.saved ?? {}));
  return Object.fromEntries(
    [...new Set([...pushNames.keys(), ...saved.keys()])].map((jid) => {
      const FullName = saved.get(jid) ?? "";
      const FirstName = FullName.split(" ", 1)[0] ?? "";
      return [jid, { Found: true, FirstName, FullName, PushName: pushNames.get(jid) ?? "", BusinessName: "" }];
    }),
  );
}
