import { request } from "node:http";
import { ADMIN_TOKEN, CUSTOMER, HMAC_KEY, openStage, type Stage } from "./stage.fixture.js";

describe("admin and envelope of the WuzAPI stand-in", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  it("requires the bare admin token, without Bearer", async () => {
    const response = await fetch(`${stage.api.url}/admin/users`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code: 401, error: "unauthorized", success: false });
    expect((await stage.admin("GET", "/admin/users")).status).toBe(200);
  });

  it("accepts the user token from the header or the query, never from Authorization", async () => {
    expect((await fetch(`${stage.api.url}/session/status?token=${stage.token}`)).status).toBe(200);
    expect((await fetch(`${stage.api.url}/session/status`, { headers: { authorization: stage.token } })).status).toBe(401);
    expect((await stage.call("GET", "/session/status", undefined, "nobody")).status).toBe(401);
  });

  it("creates a user with 201, refuses an existing token with 409 and an unknown event with 400 and details", async () => {
    const created = await stage.admin("POST", "/admin/users", {
      name: "b",
      token: "t2",
      webhook: stage.receiver.url,
      events: "Message,ReadReceipt",
      hmacKey: HMAC_KEY,
    });
    expect([created.status, created.data["events"], created.data["hmac_key"]]).toEqual([201, "Message,ReadReceipt", true]);
    expect((await stage.admin("POST", "/admin/users", { name: "b", token: "t2" })).status).toBe(409);
    const bad = await stage.admin("POST", "/admin/users", { name: "c", token: "t3", events: "Message,Nonsense" });
    expect([bad.status, bad.json["details"]]).toEqual([400, "invalid event: Nonsense"]);
  });

  it("changes a user with PUT and rejects the token with 401 after the full deletion", async () => {
    const id = String((await stage.call("GET", "/session/status")).data["id"]);
    expect((await stage.admin("PUT", `/admin/users/${id}`, { name: "outra" })).data["name"]).toBe("outra");
    expect((await stage.admin("DELETE", `/admin/users/${id}/full`)).status).toBe(200);
    expect((await stage.call("GET", "/session/status")).status).toBe(401);
    expect((await stage.admin("DELETE", `/admin/users/${id}/full`)).status).toBe(404);
  });

  it("matches JSON names in any case and refuses wrong types and broken JSON alike", async () => {
    const connected = await stage.call("POST", "/session/connect", { sUBSCRIBE: ["Message"], immediate: true });
    expect(connected.data["events"]).toBe("Message");
    const wrong = await stage.call("POST", "/chat/send/text", { Phone: 5511, Body: "a" });
    expect([wrong.status, wrong.json["error"]]).toEqual([400, "could not decode Payload"]);
    expect((await stage.call("POST", "/chat/send/text", "{")).json["error"]).toBe("could not decode Payload");
  });

  it("answers 404 for the template route and unknown ones, 405 for a wrong method, and health without a token", async () => {
    expect((await stage.call("POST", "/chat/send/template", {})).status).toBe(404);
    expect((await stage.call("GET", "/chat/send/text")).status).toBe(405);
    expect((await fetch(`${stage.api.url}/health`)).status).toBe(200);
  });

  it("refuses a Host that is not a loopback name and an Origin that is not its own", async () => {
    const status = (headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        request(`${stage.api.url}/__ctl/state`, { headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on("error", reject)
          .end();
      });
    expect(await status({ host: "evil.example" })).toBe(403);
    expect(await status({ origin: "http://evil.example" })).toBe(403);
    expect(await status({ host: `localhost:${stage.api.port}` })).toBe(200);
  });

  it("runs the control over HTTP and clears its log", async () => {
    await stage.call("GET", "/session/status");
    const log: unknown = await (await fetch(`${stage.api.url}/__ctl/log`)).json();
    expect(log).toEqual(expect.arrayContaining([expect.objectContaining({ kind: "request", path: "/session/status", status: 200 })]));
    await fetch(`${stage.api.url}/__ctl/log`, { method: "DELETE" });
    expect(stage.api.control.log()).toEqual([]);
    const refused = await fetch(`${stage.api.url}/__ctl/inbound`, {
      method: "POST",
      body: JSON.stringify({ token: stage.token, from: CUSTOMER }),
    });
    expect([refused.status, await refused.json()]).toEqual([409, { code: 409, error: "this user has no linked number", success: false }]);
    expect((await fetch(`${stage.api.url}/__ctl/constructor`, { method: "POST" })).status).toBe(404);
  });
});
