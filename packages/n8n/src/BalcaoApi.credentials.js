/** What the nodes need: the address, a token of Settings, API, and for the trigger the key of a webhook. */
class BalcaoApi {
  name = "balcaoApi";
  displayName = "Balcão API";
  properties = [
    { displayName: "Address", name: "baseUrl", type: "string", default: "", placeholder: "https://inbox.example.com", required: true },
    { displayName: "Token", name: "token", type: "string", typeOptions: { password: true }, default: "" },
    {
      displayName: "Webhook Key",
      name: "webhookKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      description: "The key that Balcão showed once for the webhook of the trigger",
    },
  ];
  authenticate = { type: "generic", properties: { headers: { Authorization: "=Bearer {{$credentials.token}}" } } };
  test = { request: { baseURL: "={{$credentials.baseUrl}}", url: "/api/tickets?status=open" } };
}

module.exports = { BalcaoApi };
