import { openFlowStage, type FlowStage } from "./flowStage.fixture.js";

const PHONE = "5511900000071";
const GROUP = "120363000000000071";

describe("the word with which a contact ends mass sends [D-182]", () => {
  let stage: FlowStage;
  let id: number;
  beforeEach(async () => {
    stage = await openFlowStage();
    await stage.settings({ optOutWords: "SAIR" });
    id = await stage.connection({});
  });
  afterEach(() => stage.close());

  const inGroup = { chat: { group: GROUP }, author: { phone: PHONE }, fromMe: false };
  const optOuts = () => stage.rows("SELECT reason, word FROM contact_opt_out");
  /** Somebody has written, and a run has reached their chat. */
  const reach = async (more: object = {}): Promise<void> => {
    await stage.writes(PHONE, id, "Oi", more);
    const [run] = await stage.rows<{ id: number }>(
      "INSERT INTO send_run (state, message, all_contacts, connection_id) VALUES ('done', 'Promoção', true, $1) RETURNING id",
      [id],
    );
    await stage.rows("INSERT INTO send_recipient (run_id, contact_id, name, handed_at) SELECT $1, id, '', $2 FROM contact", [
      run?.id,
      stage.now(),
    ]);
  };

  it.each<[string, () => Promise<unknown>]>([
    ["in their chat", () => stage.writes(PHONE, id, " sair ")],
    ["while no answer is given, as in what is old", () => stage.writes(PHONE, id, " sair ", { live: false })],
  ])("counts %s", async (_where, write) => {
    await reach();
    await write();
    expect(await optOuts()).toEqual([{ reason: "word", word: "sair" }]);
  });

  it.each<[string, object, () => Promise<unknown>]>([
    ["typed by the company on its phone", {}, () => stage.typesOnPhone(PHONE, id, "sair")],
    [
      "in a group",
      { ref: { ...inGroup, externalId: "G1" } },
      () => stage.writes(PHONE, id, "sair", { ref: { ...inGroup, externalId: "G2" } }),
    ],
    [
      "in a message whose event has failed before, because it may have counted then",
      {},
      () =>
        stage.late(async () => {
          await stage.writes(PHONE, id, "sair");
          await stage.rows("UPDATE inbound_event SET attempts = 2 WHERE state = 0");
        }),
    ],
  ])("does not count %s", async (_where, more, write) => {
    await reach(more);
    await write();
    expect(await stage.rows("SELECT 1 FROM message WHERE body = 'sair'")).toHaveLength(1);
    expect(await optOuts()).toEqual([]);
  });
});
