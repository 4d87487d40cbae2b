const { properties, toCall } = require("./operations.js");

/** Calls Balcão for each item. */
class Balcao {
  description = {
    ...{ displayName: "Balcão", name: "balcao", icon: "file:balcao.svg", group: ["output"], version: 1 },
    subtitle: '={{$parameter["operation"]}}',
    description: "Sends WhatsApp messages and works with contacts and conversations of Balcão",
    defaults: { name: "Balcão" },
    inputs: ["main"],
    outputs: ["main"],
    credentials: [{ name: "balcaoApi", required: true }],
    properties,
  };

  async execute() {
    const { baseUrl } = await this.getCredentials("balcaoApi");
    const items = [];
    for (const item of this.getInputData().keys()) {
      try {
        const read = (name) => this.getNodeParameter(name, item, "");
        const once = `n8n-${this.getExecutionId()}-${this.getNode().id}-${item}`;
        const { path, list, ...options } = toCall(read("operation"), read, once);
        const url = `${baseUrl.replace(/\/+$/, "")}/api${path}`;
        const answer = await this.helpers.httpRequestWithAuthentication.call(this, "balcaoApi", { ...options, url, json: true });
        for (const json of list ? answer[list] : [answer]) items.push({ json, pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        items.push({ json: { error: error.message }, pairedItem: { item } });
      }
    }
    return [items];
  }
}

module.exports = { Balcao };
