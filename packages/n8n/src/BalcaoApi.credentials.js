/** What the nodes need: the address and a token of Settings, API. The key is that of a webhook which somebody has made for the trigger. */
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
      description: "Only where you made the webhook of the trigger in Balcão: the key that was shown once",
    },
  ];
  authenticate = { type: "generic", properties: { headers: { Authorization: "=Bearer {{$credentials.token}}" } } };
  test = { request: { baseURL: "={{$credentials.baseUrl}}", url: "/api/tickets?status=open" } };
}

module.exports = { BalcaoApi };
