import { fieldsOf, ok, Refusal, refused, type Answer, type Call } from "./http.js";
import { numberOf, requireJid } from "./jid.js";
import { chatKey, postMessage } from "./outbound.js";
import { userRoute } from "./router.js";
import { readBasics, sentAnswer } from "./sendFields.js";
import { requireClient, requireOnline } from "./session.js";
import type { WuzapiUser } from "./types.js";
import { chatOf } from "./world.js";
import type { World } from "./world.types.js";

const POLL_OPTIONS_MIN = 2;
const BUTTONS_MAX = 3;

/** Send routes without media: text, location, contact, list, buttons, poll, edit. */
export const sendRoutes = [
  userRoute("POST", "/chat/send/text", async (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    fields.required("Phone");
    const text = fields.required("Body");
    return sentAnswer(world, await postMessage(world, user, { ...readBasics(fields), kind: "text", text }));
  }),
  userRoute("POST", "/chat/send/location", async (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    fields.required("Phone");
    // A zero coordinate is Go's zero value and counts as missing.
    const latitude = fields.number("Latitude");
    if (latitude === 0) throw new Refusal(400, "missing Latitude in Payload");
    const longitude = fields.number("Longitude");
    if (longitude === 0) throw new Refusal(400, "missing Longitude in Payload");
    const name = fields.text("Name");
    return sentAnswer(
      world,
      await postMessage(world, user, { ...readBasics(fields), kind: "location", text: name, location: { latitude, longitude, name } }),
    );
  }),
  userRoute("POST", "/chat/send/contact", async (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    fields.required("Phone");
    const contact = { name: fields.required("Name"), vcard: fields.required("Vcard") };
    return sentAnswer(world, await postMessage(world, user, { ...readBasics(fields), kind: "contact", text: contact.name, contact }));
  }),
  userRoute("POST", "/chat/send/list", async (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    for (const name of ["Phone", "ButtonText", "Desc", "TopText"]) fields.required(name);
    const sections = fields.objects("Sections");
    if (sections.length === 0) throw new Refusal(400, "no section or list provided");
    const options = sections.flatMap((section) => section.objects("rows").map((row) => row.text("title")));
    const message = await postMessage(world, user, {
      ...readBasics(fields),
      kind: "list",
      text: `${fields.text("TopText")}\n${fields.text("Desc")}`,
      options,
    });
    return ok({ Details: "Sent", Timestamp: new Date(world.clock.now()).toISOString(), Id: message.id });
  }),
  userRoute("POST", "/chat/send/buttons", async (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    fields.required("Phone");
    const text = fields.required("Title");
    const options = fields.objects("Buttons").map((button) => button.text("ButtonText"));
    if (options.length === 0) throw new Refusal(400, "missing Buttons in Payload");
    if (options.length > BUTTONS_MAX) throw new Refusal(400, "buttons cant more than 3");
    return sentAnswer(world, await postMessage(world, user, { ...readBasics(fields), kind: "buttons", text, options }));
  }),
  userRoute("POST", "/chat/send/poll", sendPoll),
  userRoute("POST", "/chat/send/edit", editMessage),
  userRoute("POST", "/status/set/text", (world, call, user) => {
    requireOnline(world, user);
    fieldsOf(call).required("Body");
    return ok({ Details: "Status set successfully" });
  }),
];

async function sendPoll(world: World, call: Call, user: WuzapiUser): Promise<Answer> {
  requireClient(world, user);
  const fields = fieldsOf(call);
  const group = fields.text("group");
  if (group === "") return refused(400, "Grouop is required");
  const text = fields.text("header");
  if (text === "") return refused(400, "Header is required");
  const options = fields.texts("options");
  if (options.length < POLL_OPTIONS_MIN) return refused(400, "At least 2 options are required");
  const message = await postMessage(world, user, { to: requireJid(group), id: fields.text("Id"), kind: "poll", text, options });
  return ok({ Details: "Poll sent successfully", Id: message.id });
}

function editMessage(world: World, call: Call, user: WuzapiUser): Answer {
  requireClient(world, user);
  const fields = fieldsOf(call);
  fields.required("Phone");
  const text = fields.required("Body");
  const id = fields.required("Id");
  const { to } = readBasics(fields);
  requireOnline(world, user);
  const message = chatOf(world, numberOf(user.jid), chatKey(world, to)).find((known) => known.id === id && known.author === "owner");
  // WhatsApp accepts edits of messages that are too old or unknown; the recipient's phone ignores
  // them.
  if (message !== undefined && !message.revoked && world.clock.now() - message.at <= world.editWindowMs) {
    message.text = text;
    message.edited = true;
    world.changed();
  }
  return ok({ Details: "Sent", Timestamp: Math.floor(world.clock.now() / 1000), Id: id });
}
