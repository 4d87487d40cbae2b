import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startGraphStandIn } from "./graphStandIn.js";
import type { StandIn } from "./standIn.js";

describe("the commands that play a customer", () => {
  const bodies: string[] = [];
  let balcao: Server;
  let standIn: StandIn;
  const type = (line: string): Promise<string> | string => {
    const [name, ...words] = line.split(" ");
    const command = standIn.commands.find(({ usage }) => usage.startsWith(`${name ?? ""} `));
    if (command === undefined) throw new Error(`no command ${line}`);
    return command.run(words);
  };
  const newest = (): Record<string, unknown> =>
    Object(JSON.parse(bodies.at(-1) ?? "{}")).entry?.[0]?.changes?.[0]?.value?.messages?.[0] ?? {};

  beforeAll(async () => {
    balcao = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        bodies.push(body);
        response.end("{}");
      });
    });
    await new Promise<void>((resolve) => balcao.listen(0, "127.0.0.1", resolve));
    const { port } = balcao.address() as AddressInfo;
    standIn = await startGraphStandIn(0, `http://127.0.0.1:${port}`, () => undefined);
  });
  afterAll(async () => {
    await standIn.close();
    await new Promise((resolve) => balcao.close(resolve));
  });

  it("writes, sends a picture, changes and deletes what was written", async () => {
    await type("say 5511900000001 Bom dia");
    const { id } = newest();
    expect(newest()).toMatchObject({ type: "text", text: { body: "Bom dia" } });
    await type("edit 5511900000001 Boa tarde");
    expect(newest()).toMatchObject({ type: "edit", edit: { original_message_id: id, message: { text: { body: "Boa tarde" } } } });
    await type("photo 5511900000001 Veja");
    expect(newest()).toMatchObject({ type: "image", image: { mime_type: "image/png", caption: "Veja" } });
    const picture = newest()["id"];
    await type("delete 5511900000001");
    expect(newest()).toMatchObject({ type: "revoke", revoke: { original_message_id: picture } });
  });

  it("refuse to edit or to react without a message", async () => {
    await expect(type("edit 5511900000002 x")).rejects.toThrow("has written nothing yet");
    await expect(type("react 5511900000002 👍")).rejects.toThrow("has sent nothing");
  });
});
