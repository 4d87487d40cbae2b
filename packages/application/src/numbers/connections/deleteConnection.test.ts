import { patience } from "@balcao/testing/patience";
import { setTimeout as sleep } from "node:timers/promises";
import { aCtx, anActor } from "@balcao/testing/cast";
import { inUnit, type Ctx } from "../../ground/kernel/index.js";
import { insertOutgoing } from "../../inbox/outgoing/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { deleteConnection } from "./deleteConnection.js";

describe("deleting a connection", () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await openTestServices();
  });
  afterAll(() => test.close());

  const waitsForLock = async (): Promise<void> => {
    const deadline = Date.now() + patience(10_000);
    const blocked = () => test.rows("SELECT 1 FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()");
    while ((await blocked()).length === 0) {
      if (Date.now() > deadline) throw new Error("nobody waits");
      await sleep(10);
    }
  };

  it("ends a message that is being written while it is deleted, so that none waits for ever [D-152]", async () => {
    const { services } = test;
    const connectionId = await test.connection("meow");
    const [davi] = await test.rows<{ id: number }>(
      "INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin') RETURNING id",
    );
    const [contact] = await test.rows<{ id: number }>("INSERT INTO contact (name) VALUES ('Cliente') RETURNING id");
    // A mass send writes into a closed ticket, which the deletion does not touch.
    const [ticket] = await test.rows<{ id: number }>(
      "INSERT INTO ticket (status, contact_id, connection_id) VALUES ('closed', $1, $2) RETURNING id",
      [contact?.id, connectionId],
    );
    await services.directory.refresh();
    const now = new Date();
    const ctx: Ctx = aCtx(anActor(davi?.id ?? 0, "admin"), { now });
    let deleted: Promise<unknown> = Promise.resolve();
    const place = { id: ticket?.id ?? 0, contactId: contact?.id ?? 0, connectionId, queueId: null, userId: null };
    const messageId = await inUnit(services, async (unit) => {
      const to = { connectionId, api: "meow" as const, peer: { phone: "5511986129801" } };
      const content = { type: "conversation" as const, body: "oi", quotedId: null, fileId: null, media: null };
      const id = await insertOutgoing(unit, { ticket: place, to }, content, { by: "system", userId: null, clientKey: null, now });
      deleted = deleteConnection(services, ctx, { connectionId });
      await waitsForLock();
      return id;
    });
    await deleted;
    expect(await test.rows("SELECT ack, error->>'message' AS why FROM message WHERE id = $1", [messageId])).toEqual([
      { ack: -1, why: "A conexão foi excluída antes do envio" },
    ]);
  });
});
