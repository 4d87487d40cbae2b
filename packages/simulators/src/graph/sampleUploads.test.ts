import { createGraphClock, startGraph, type RunningGraph } from "./index.js";

const WABA = "102290129340398";

// Source: Meta's Resumable Upload API and templates/template-management; 2388043 and 2494102 are the subcodes that its answers have.
describe("the stand-in for the Graph API, about samples of headers", () => {
  let graph: RunningGraph;
  beforeAll(async () => (graph = await startGraph({ appSecret: "s", token: "t", wabaId: WABA, clock: createGraphClock() })));
  afterAll(() => graph.close());

  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(`${graph.url}/v26.0/${path}`, { method: "POST", headers, body });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const open = (query: string) => post(`app/uploads?${query}`, "", { authorization: "Bearer t" });
  const create = (handle: string | null, format = "IMAGE") =>
    post(
      `${WABA}/message_templates`,
      JSON.stringify({
        name: `a${Math.random().toString(36).slice(2)}`,
        language: "pt_BR",
        category: "UTILITY",
        components: [
          { type: "HEADER", format, ...(handle !== null && { example: { header_handle: [handle] } }) },
          { type: "BODY", text: "Seu pedido saiu." },
        ],
      }),
      { authorization: "Bearer t" },
    );

  it("takes the bytes of a session with the token as OAuth, and its handle once they are all there", async () => {
    const { json } = await open("file_name=a.png&file_length=5&file_type=image/png");
    const session = String(json["id"]);
    expect(await post(session, "bytes", { authorization: "Bearer t", file_offset: "0" })).toMatchObject({ status: 401 });
    expect(await post(session, "bytes", { authorization: "OAuth t" })).toMatchObject({ status: 400 });
    expect(await post(session, "byte", { authorization: "OAuth t", file_offset: "0" })).toMatchObject({ status: 400 });
    const { json: done } = await post(session, "bytes", { authorization: "OAuth t", file_offset: "0" });
    expect(await create(String(done["h"]))).toMatchObject({ status: 200 });
    expect(await create(String(done["h"]), "VIDEO")).toMatchObject({ status: 400, json: { error: { error_subcode: 2494102 } } });
  });

  it("refuses a header without a sample, with an unknown one, and types that are no samples", async () => {
    expect(await create(null)).toMatchObject({ status: 400, json: { error: { error_subcode: 2388043 } } });
    expect(await create("4::x")).toMatchObject({ status: 400, json: { error: { error_subcode: 2494102 } } });
    expect(await create(null, "LOCATION")).toMatchObject({ status: 200 });
    expect(await open("file_name=a.gif&file_length=5&file_type=image/gif")).toMatchObject({ status: 400 });
  });
});
