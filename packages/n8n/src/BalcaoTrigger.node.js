const { createHmac, timingSafeEqual } = require("node:crypto");

const EVENTS = [
  ...["message.created", "message.changed", "ticket.created", "ticket.changed", "ticket.closed", "ticket.deleted"],
  ...["protocol.changed", "contact.created", "contact.changed", "contact.deleted", "connection.changed"],
];
const OLDEST_SECONDS = 300;

/** Whether a request is from Balcão: its signature is over the time and the body as it arrived (docs/API.md, Webhooks). */
function isSigned(headers, raw, key, now) {
  const stamp = headers["balcao-timestamp"] ?? "";
  if (!key || !(Math.abs(now / 1000 - Number(stamp)) <= OLDEST_SECONDS)) return false;
  const expected = createHmac("sha256", key).update(`${stamp}.`).update(raw).digest();
  return (headers["balcao-signature"] ?? "").split(",").some((part) => {
    const given = Buffer.from(part.trim().replace(/^v1=/, ""), "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Starts a workflow with each event of a webhook, which an administrator makes in Balcão with the address of this node. */
class BalcaoTrigger {
  description = {
    ...{ displayName: "Balcão Trigger", name: "balcaoTrigger", icon: "file:balcao.svg", group: ["trigger"], version: 1 },
    description: "Starts with the events of a webhook of Balcão",
    defaults: { name: "Balcão Trigger" },
    inputs: [],
    outputs: ["main"],
    credentials: [{ name: "balcaoApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "balcao" }],
    properties: [
      {
        displayName: "Make a webhook with this address in Balcão (Settings, Webhooks), and put its key into the credential.",
        ...{ name: "notice", type: "notice", default: "" },
      },
      {
        ...{ displayName: "Events", name: "events", type: "multiOptions", default: ["message.created"], required: true },
        options: EVENTS.map((value) => ({ name: value, value })),
      },
    ],
  };

  async webhook() {
    const request = this.getRequestObject();
    const { webhookKey } = await this.getCredentials("balcaoApi");
    if (!isSigned(request.headers, request.rawBody ?? "", webhookKey, Date.now())) {
      this.getResponseObject().status(401).send("The signature is wrong").end();
      return { noWebhookResponse: true };
    }
    const body = this.getBodyData();
    if (!this.getNodeParameter("events").includes(body.event)) return { webhookResponse: "Not asked for" };
    return { workflowData: [this.helpers.returnJsonArray(body)] };
  }
}

module.exports = { BalcaoTrigger };
