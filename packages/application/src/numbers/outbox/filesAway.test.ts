import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { OutboundMessage } from "@balcao/domain/messages";
import { newUuid } from "@balcao/platform/ids";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { patience } from "@balcao/testing/patience";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { dispatchDue } from "./dispatchDue.js";
import { createDispatcher } from "./dispatcher.js";
import { createResultBatch } from "./resultBatch.js";

const HOLDER = newUuid();
const RULE = () => ({ chosenId: true, answerLimitMs: 20_000, doubtLimitMs: 60_000 });

let test: TestServices;
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await openTestBucket();
  test = await openTestServices({ filesUrl: bucket.url() });
}, 60_000);
afterAll(async () => {
  await test.close();
  await bucket.close();
});

it(
  "hands a message with a file over when the bucket is back, once, and never as failed [D-257, P-13]",
  async () => {
    const bytes = Buffer.from("a note");
    const stored = await test.services.files.write(Readable.from([bytes]), { originalName: "a.txt", declaredMime: "", maxBytes: 100 });
    await test.rows("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
    await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
    await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
    await test.rows("INSERT INTO session_lease (connection_id, owner, epoch, expires_at) VALUES (1, $1, 1, now() + interval '1 hour')", [
      HOLDER,
    ]);
    await test.rows(
      `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind, owner_id)
     VALUES ($1, $2, $3, 6, 'text/plain', 'txt', 'a.txt', 'message', 1)`,
      [stored.id, stored.path, stored.sha256],
    );
    await test.rows(
      `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, external_id, file_id, media_state)
       VALUES (1, 1, 'phone:5511900000001', 'me', true, 'document', '', now(), 'A', $1, 'ready') RETURNING id)
     INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, external_id)
       SELECT gen_random_uuid(), id, 1, '1:phone:5511900000001', 'agent', '{"phone":"5511900000001"}', 'A' FROM m`,
      [stored.id],
    );
    const handed: string[] = [];
    const send = async ({ content }: OutboundMessage) => {
      handed.push(content.kind === "media" ? await readFile(content.path, "utf8") : content.kind);
      return { state: "sent", externalId: "A", sentAt: null } as const;
    };
    const dispatcher = createDispatcher(
      test.services,
      { connectionId: 1, api: "meow", epoch: 1, send, repeatRule: RULE },
      createResultBatch(test.services, () => undefined),
    );
    /** Dispatches until the row has this state and code. */
    const dispatchUntil = async (state: string, code: string | null): Promise<void> => {
      const deadline = Date.now() + patience(15_000);
      for (;;) {
        await dispatchDue(test.services, HOLDER, [dispatcher]);
        const [row] = await test.rows<{ state: string; code: string | null }>("SELECT state, error ->> 'code' AS code FROM outbox");
        if (row?.state === state && row.code === code) return;
        if (Date.now() > deadline) expect(row).toEqual({ state, code });
        await sleep(20);
      }
    };
    await bucket.set("busy");
    await test.rows("UPDATE outbox SET attempt = 7");
    await dispatchUntil("queued", "ERR_FILES_UNAVAILABLE");
    expect(handed).toEqual([]);
    await bucket.set("none");
    await test.rows("UPDATE outbox SET not_before = now()");
    await dispatchUntil("sent", null);
    await dispatcher.settle();
    expect([handed, await readdir(path.join(test.folder, "files", "drafts"))]).toEqual([["a note"], []]);
  },
  patience(40_000),
);
