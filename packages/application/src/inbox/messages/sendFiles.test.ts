import { writeFile } from "node:fs/promises";
import path from "node:path";
import { aCtx, anActor } from "@balcao/testing/cast";
import type { Ctx } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { sendMessage } from "./sendMessage.js";

const ADMIN: Ctx = aCtx(anActor(1, "admin"));

let test: TestServices;
beforeEach(async () => {
  test = await openTestServices();
  await test.connection("meow");
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
});
afterEach(() => test.close());

it("removes the file of a message that is refused while it is stored", async () => {
  const upload = path.join(test.folder, "upload");
  await writeFile(upload, "the file");
  const input = { ticketId: 1, body: "veja", quotedMessageId: 404, mediaUrl: null, voice: false, mentions: [] };
  const uploads = [{ path: upload, originalName: "a.txt", declaredMime: "text/plain", size: 8 }];
  await expect(sendMessage(test.services, ADMIN, input, uploads)).rejects.toMatchObject({ code: "ERR_FETCH_WAPP_MSG" });
  let count = 0;
  for await (const part of test.services.files.list()) count += part.length;
  expect(count).toBe(0);
});
