import { WAKE } from "@balcao/application/ground/kernel";
import { sampleOf } from "@balcao/simulators/wuzapi";
import { ADMIN, createPerson, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";
import type { CallScene } from "./documentedCalls/documentedCall.fixture.js";
import type { CloudScene } from "./documentedTemplateCalls.fixture.js";

/** A stage on which every kind of object exists, with an agent who serves the one queue and the administrator. */
export interface SetScene {
  readonly scene: CallScene;
  readonly agent: SignedInClient;
  readonly admin: SignedInClient;
}

/** Adds what templates need: a Meta connection, and an open ticket of the agent on it. */
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

/** Addresses of gateways, so that connections of these kinds can be created; nothing answers there. */
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

/** Sets the scene over HTTP: Ana (user) in the queue "Vendas", a meow connection, two customers, an open ticket of Ana. */
export async function setScene(stage: ApiStage): Promise<SetScene> {
  const admin = await stage.signIn(ADMIN.email, ADMIN.password);
  const post = async (path: string, body: unknown, token = admin.token): Promise<number> =>
    created(await stage.call("POST", path, { token, body }));
  const queueId = await post("/api/queue", { name: "Vendas", color: "#ff0000" });
  const spareQueueId = await post("/api/queue", { name: "Reserva", color: "#0a0b0c" });
  const questionId = await post("/api/pergunta", { pergunta: "Qual o horário?", resposta: "Das 8 às 18." });
  const ana = await createPerson(stage, admin.token, "Ana", { queueIds: [queueId] });
  const { id: spareUserId } = await createPerson(stage, admin.token, "Rui", { queueIds: [queueId] });
  const connectionId = await post("/api/whatsapp", { name: "Loja", api: "meow", queueIds: [queueId] });
  const spareConnectionId = await post("/api/whatsapp", { name: "Reserva", api: "meow" });
  const contactId = await post("/api/contacts", { name: "Cliente Um", number: "5511977770001", respostaAutomatica: true });
  const freeContactId = await post("/api/contacts", { name: "Cliente Dois", number: "5511977770002", respostaAutomatica: true });
  const spareContactId = await post("/api/contacts", { name: "Cliente Cinco", number: "5511977770105", respostaAutomatica: true });
  const tagId = await post("/api/tag", { name: "Cliente antigo", color: "#1e7a3e" });
  const quickAnswerId = await post("/api/quickAnswers", { shortcut: "horario", message: "Abrimos às oito." });
  const agent = await stage.signIn(ana.email);
  const ticketId = await post(
    "/api/tickets",
    { contactId, queueId, whatsappId: connectionId, userId: ana.id, status: "open" },
    agent.token,
  );
  const protocolId = await post("/api/protocolos", { contactId, ticketId }, agent.token);
  const thirdContactId = await post("/api/contacts", { name: "Cliente Três", number: "5511977770103", respostaAutomatica: true });
  const spareTicketId = await post("/api/tickets", { contactId: thirdContactId, queueId, whatsappId: connectionId, status: "open" });
  await stage.test.database.sql.ask(
    `INSERT INTO rating (ticket_id, user_id, queue_id, connection_id, contact_id, contact_name, asked_at, ended_at, rated_at, rate)
     VALUES ($1, $2, $3, $4, $5, 'Cliente Um', '2026-03-10', '2026-03-10', '2026-03-10', 4)`,
    [ticketId, ana.id, queueId, connectionId, contactId],
  );
  const messageId = await post(`/api/messages/${ticketId}`, { body: "São dez reias" }, agent.token);
  const spareMessageId = await post(`/api/messages/${ticketId}`, { body: "Engano" }, agent.token);
  const [{ id: groupId = 0 } = {}] = await stage.test.database.sql.ask<{ id?: number }>(
    `WITH c AS (INSERT INTO contact (name, is_group) VALUES ('Obra', true) RETURNING id)
     INSERT INTO contact_address (contact_id, connection_id, kind, value) SELECT id, $1, 'group', '120363000000000001' FROM c RETURNING contact_id AS id`,
    [connectionId],
  );
  const [{ id: botTicketId = 0 } = {}] = await stage.test.database.sql.ask<{ id?: number }>(
    `WITH c AS (INSERT INTO contact (name) VALUES ('Cliente do bot') RETURNING id)
     INSERT INTO ticket (status, contact_id, connection_id, queue_id, flow_step) SELECT 'bot', id, $1, $2, 'asking' FROM c RETURNING id`,
    [connectionId, queueId],
  );
  const [{ id: receivedId = 0 } = {}] = await stage.test.database.sql.ask<{ id?: number }>(
    `WITH e AS (INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state)
       VALUES ($1, 'message', 'scene', 'scene', '', '{}', now(), 1) RETURNING id)
     INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, inbound_event_id, sent_at)
       SELECT $2, $1, 'phone:5511977770001', 'phone:5511977770001', false, 'SCENE', 'conversation', 'Olá', id, now() FROM e RETURNING id::int`,
    [connectionId, ticketId],
  );
  const audioId = await sendSound(stage, ticketId, agent.token);
  // Connected by name only, so that a mass send is accepted.
  await stage.test.database.sql.ask("UPDATE connection SET is_default = false");
  const [{ id: massSendId = 0 } = {}] = await stage.test.database.sql.ask<{ id?: number }>(
    `WITH c AS (INSERT INTO connection (name, api, status, is_default, wanted) VALUES ('Envios', 'baileys', 'CONNECTED', true, false) RETURNING id)
     INSERT INTO send_run (message, all_contacts, connection_id) SELECT 'Rascunho', true, id FROM c RETURNING id`,
  );
  await stage.auth.services.directory.refresh();
  const scheduleId = await post(
    "/api/agendamento",
    {
      title: "Aviso",
      message: "Olá",
      recurrence: "every_day",
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
      contactsIds: [contactId],
    },
    agent.token,
  );
  const chat = await setChats(post, agent.token, ana.id, spareUserId);
  return {
    scene: {
      ...chat,
      massSendId,
      scheduleId,
      spareUserId,
      messageId,
      spareMessageId,
      groupId,
      receivedId,
      audioId,
      userId: ana.id,
      queueId,
      contactId,
      freeContactId,
      spareContactId,
      connectionId,
      spareConnectionId,
      ticketId,
      spareTicketId,
      protocolId,
      tagId,
      quickAnswerId,
      questionId,
      botTicketId,
      spareQueueId,
      seal: stage.seal,
    },
    agent,
    admin,
  };
}

/** A sound that the agent has sent. */
async function sendSound(stage: ApiStage, ticketId: number, token: string): Promise<number> {
  const body = new FormData();
  const { bytes, mime, fileName } = sampleOf("voice");
  body.append("medias", new Blob([new Uint8Array(bytes)], { type: mime.split(";")[0] }), fileName);
  return created(await stage.call("POST", `/api/messages/${ticketId}`, { token, body }));
}

/** A chat of the agent with a third colleague, and a group. The colleague has written, too. */
async function setChats(
  post: (path: string, body: unknown, token?: string) => Promise<number>,
  token: string,
  userId: number,
  spareUserId: number,
): Promise<Pick<CallScene, "chatId" | "chatMessageId" | "spareChatMessageId" | "groupChatId">> {
  const chatId = await post("/api/chats", { callingUserId: userId });
  const spareChatMessageId = await post(`/api/chats/messages/${chatId}`, { body: "Olá" });
  const chatMessageId = await post(`/api/chats/messages/${chatId}`, { body: "Vamos à pausa?" }, token);
  const groupChatId = await post("/api/chats", { isGroup: true, groupName: "Vendas", users: [userId, spareUserId] }, token);
  return { chatId, chatMessageId, spareChatMessageId, groupChatId };
}

/** Answers every question to a gateway, as the worker with the sessions would, until the returned function is called. */
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
      if (answered.length > 0) stage.auth.services.waker.signal(WAKE.gatewayAnswers);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const running = run();
  return async () => {
    isOn = false;
    await running;
  };
}
