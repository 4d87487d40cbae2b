import { WAKE } from "@balcao/application/kernel";
import { ADMIN, createPerson, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";
import type { CallScene } from "./documentedCalls.fixture.js";
import type { CloudScene } from "./documentedTemplateCalls.fixture.js";

/** A stage on which every kind of object exists, with an agent who serves the one queue and the administrator. */
export interface SetScene {
  readonly scene: CallScene;
  readonly agent: SignedInClient;
  readonly admin: SignedInClient;
}

/** Adds what templates need: a connection of Meta's, and an open ticket of the agent's on it. */
export async function setCloudScene(stage: ApiStage, { scene, admin, agent }: SetScene): Promise<CloudScene> {
  const { queueId, contactId, userId } = scene;
  const post = async (path: string, token: string, body: unknown): Promise<number> =>
    created(await stage.call("POST", path, { token, body }));
  const cloudId = await post("/api/whatsapp", admin.token, {
    name: "Meta",
    api: "cloud_api",
    queueIds: [queueId],
    metaIntegration: true,
    ...META,
  });
  const ticket = { contactId, queueId, whatsappId: cloudId, userId, status: "open" };
  return { cloudId, cloudTicketId: await post("/api/tickets", agent.token, ticket) };
}

/** Gateways that a connection may be made for, and that nobody answers for. */
export const SCENE_ENV = {
  MEOW_URL: "http://127.0.0.1:9",
  MEOW_ADMIN_TOKEN: "not-a-real-admin-token",
  META_APP_SECRET: "not-a-real-app-secret",
} as const;

const META = { phoneNumberId: "106540352242922", wabaId: "102290129340398", tokenMeta: "EAAG-not-a-real-token" };
const TEMPLATE = JSON.stringify({
  id: "1",
  name: "aviso",
  category: "UTILITY",
  language: "pt_BR",
  status: "APPROVED",
  reason: null,
  components: [{ type: "BODY", format: null, text: "Olá, {{1}}!", buttons: [] }],
});

async function created(answer: Response): Promise<number> {
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: number }).id;
}

/** Sets the scene over HTTP: Ana (user) in the queue "Vendas", a meow connection, two customers, an open ticket of Ana's. */
export async function setScene(stage: ApiStage): Promise<SetScene> {
  const admin = await stage.signIn(ADMIN.email, ADMIN.password);
  const post = async (path: string, body: unknown, token = admin.token): Promise<number> =>
    created(await stage.call("POST", path, { token, body }));
  const queueId = await post("/api/queue", { name: "Vendas", color: "#ff0000" });
  const ana = await createPerson(stage, admin.token, "Ana", { queueIds: [queueId] });
  const connectionId = await post("/api/whatsapp", { name: "Loja", api: "meow", queueIds: [queueId] });
  const spareConnectionId = await post("/api/whatsapp", { name: "Reserva", api: "meow" });
  const contactId = await post("/api/contacts", { name: "Cliente Um", number: "5511977770001", respostaAutomatica: true });
  const freeContactId = await post("/api/contacts", { name: "Cliente Dois", number: "5511977770002", respostaAutomatica: true });
  const agent = await stage.signIn(ana.email);
  const ticketId = await post(
    "/api/tickets",
    { contactId, queueId, whatsappId: connectionId, userId: ana.id, status: "open" },
    agent.token,
  );
  const messageId = await post(`/api/messages/${ticketId}`, { body: "São dez reias" }, agent.token);
  const spareMessageId = await post(`/api/messages/${ticketId}`, { body: "Engano" }, agent.token);
  const [{ id: groupId = 0 } = {}] = await stage.test.database.sql.ask<{ id?: number }>(
    `WITH c AS (INSERT INTO contact (name, is_group) VALUES ('Obra', true) RETURNING id)
     INSERT INTO contact_address (contact_id, connection_id, kind, value) SELECT id, $1, 'group', '120363000000000001' FROM c RETURNING contact_id AS id`,
    [connectionId],
  );
  const [{ id: receivedId = 0 } = {}] = await stage.test.database.sql.ask<{ id?: number }>(
    `WITH e AS (INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state)
       VALUES ($1, 'message', 'scene', 'scene', '', '{}', now(), 1) RETURNING id)
     INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, inbound_event_id, sent_at)
       SELECT $2, $1, 'phone:5511977770001', 'phone:5511977770001', false, 'SCENE', 'conversation', 'Olá', id, now() FROM e RETURNING id::int`,
    [connectionId, ticketId],
  );
  return {
    scene: {
      messageId,
      spareMessageId,
      groupId,
      receivedId,
      userId: ana.id,
      queueId,
      contactId,
      freeContactId,
      connectionId,
      spareConnectionId,
      ticketId,
      seal: stage.seal,
    },
    agent,
    admin,
  };
}

/** Plays the worker that keeps the sessions: answers every question to a gateway until it is stopped. */
export function answerGatewayCalls(stage: ApiStage): () => Promise<void> {
  let isOn = true;
  const run = async (): Promise<void> => {
    while (isOn) {
      const answered = await stage.test.database.sql.ask(
        `UPDATE gateway_call SET state = 'answered', answer = CASE kind WHEN 'qr' THEN '{"qrcode":"data:image/png;base64,AA=="}'::jsonb WHEN 'pair' THEN '{"code":"ABCD-1234"}'::jsonb
           WHEN 'templateList' THEN jsonb_build_object('templates', jsonb_build_array($1::jsonb)) WHEN 'templateCreate' THEN jsonb_build_object('template', $1::jsonb)
           WHEN 'group' THEN '{"subject":"Obra","description":"","participants":[]}'::jsonb WHEN 'checkAccount' THEN '{"fault":null}'::jsonb ELSE 'null'::jsonb END WHERE state = 'waiting' RETURNING id`,
        [TEMPLATE],
      );
      if (answered.length > 0) stage.desk.house.waker.signal(WAKE.gatewayAnswers);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const running = run();
  return async () => {
    isOn = false;
    await running;
  };
}
