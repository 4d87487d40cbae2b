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

/** Calls Balcão with the credential's token. */
async function call(host, method, path, body) {
  const { baseUrl } = await host.getCredentials("balcaoApi");
  const url = `${baseUrl.replace(/\/+$/, "")}/api${path}`;
  return host.helpers.httpRequestWithAuthentication.call(host, "balcaoApi", { method, url, json: true, ...(body && { body }) });
}

/** The webhook that this node has made, and its key, which was answered once. */
const madeBy = (host) => host.getWorkflowStaticData("node");

/** Starts a workflow with each event of a webhook, which it makes when the workflow is activated and removes afterwards. */
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
        displayName:
          "The node makes its webhook with the token (area Webhooks). Where the credential has a webhook key, you have made it in Balcão, with this address.",
        ...{ name: "notice", type: "notice", default: "" },
      },
      {
        ...{ displayName: "Events", name: "events", type: "multiOptions", default: ["message.created"], required: true },
        options: EVENTS.map((value) => ({ name: value, value })),
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists() {
        const { webhookKey } = await this.getCredentials("balcaoApi");
        if (webhookKey) return true;
        const { hookId } = madeBy(this);
        if (hookId === undefined) return false;
        const address = this.getNodeWebhookUrl("default");
        return (await call(this, "GET", "/hooks")).some((hook) => hook.id === hookId && hook.address === address && hook.paused === null);
      },
      async create() {
        const { name = "" } = this.getWorkflow();
        const address = this.getNodeWebhookUrl("default");
        const body = { name: `n8n: ${name}`.slice(0, 80), address, events: this.getNodeParameter("events") };
        const { id, secret } = await call(this, "POST", "/hooks", body);
        Object.assign(madeBy(this), { hookId: id, key: secret });
        return true;
      },
      async delete() {
        const made = madeBy(this);
        const { hookId } = made;
        delete made.hookId;
        delete made.key;
        // Somebody may have deleted it in Balcão, or ended the token, and the webhook with it.
        if (hookId !== undefined) await call(this, "DELETE", `/hooks/${hookId}`).catch(() => undefined);
        return true;
      },
    },
  };

  async webhook() {
    const request = this.getRequestObject();
    const { webhookKey } = await this.getCredentials("balcaoApi");
    if (!isSigned(request.headers, request.rawBody ?? "", webhookKey || madeBy(this).key, Date.now())) {
      this.getResponseObject().status(401).send("The signature is wrong").end();
      return { noWebhookResponse: true };
    }
    const body = this.getBodyData();
    if (!this.getNodeParameter("events").includes(body.event)) return { webhookResponse: "Not asked for" };
    return { workflowData: [this.helpers.returnJsonArray(body)] };
  }
}

module.exports = { BalcaoTrigger };
