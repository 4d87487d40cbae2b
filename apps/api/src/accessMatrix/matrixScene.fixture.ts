import { toActor } from "@balcao/application/ground/directory";
import type { Actor } from "@balcao/domain/access";
import { narrowed, type ApiScope } from "@balcao/domain/apiTokens";
import type { TicketFacts } from "@balcao/domain/tickets";
import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage, type StageOptions } from "../apiStage.fixture.js";

/** Somebody who calls: with rights and the cookies of downloads, or refused with 401 and this code whatever they call. */
export type Caller = { readonly name: string; readonly token: string | undefined } & (
  { readonly actor: Actor; readonly cookieHeader: string } | { readonly actor: null; readonly code: string }
);

const EVERYTHING = [
  ...["own", "unassigned", "unassigned without a queue", "colleague's", "own outside of the queues", "other queue's"],
  "colleague's with a guest",
];

/** Which tickets of the scene each profile opens, written by hand, so that a wrong rule is not taken for a right one. */
export const OPENS: Readonly<Record<string, readonly string[]>> = {
  user: ["own", "unassigned", "unassigned without a queue"],
  "user of another queue": ["unassigned without a queue", "other queue's", "colleague's with a guest"],
  "user without a queue": ["unassigned without a queue"],
  gerente: ["own", "unassigned", "unassigned without a queue", "colleague's", "own outside of the queues", "colleague's with a guest"],
  admin: EVERYTHING,
  super: EVERYTHING,
  "admin's program for one queue": ["own", "unassigned", "colleague's", "own outside of the queues", "colleague's with a guest"],
  "user's program for the own": ["own"],
  "gerente's program that reads": [
    ...["own", "unassigned", "unassigned without a queue", "colleague's", "own outside of the queues", "colleague's with a guest"],
  ],
};

/** A program with a token: its rights are those of its owner within the scope (D-571). */
export type Program = Extract<Caller, { readonly actor: Actor }> & { readonly scope: ApiScope };

const ALL_AREAS = {
  ...({ conversations: "write", contacts: "write", texts: "write", sends: "write" } as const),
  ...({ chats: "write", figures: "write", company: "write", audit: "write" } as const),
};

/** Ids of an object and what belongs to it; the rules read `facts`, which an absent object does not have. */
export interface Owned<F> {
  readonly name: string;
  readonly ids: Readonly<Record<string, number>>;
  readonly facts: F | null;
}

export interface MatrixTicket extends TicketFacts {
  /** Who wrote the message in it. */
  readonly authorId: number | null;
}

export interface MatrixScene {
  readonly stage: ApiStage;
  readonly callers: readonly Caller[];
  readonly programs: readonly Program[];
  readonly tickets: readonly Owned<MatrixTicket>[];
  readonly chats: readonly Owned<{ readonly peopleIds: readonly number[]; readonly senderId: number }>[];
  readonly people: readonly Owned<{ readonly userId: number }>[];
  /** A tag, a question, a quick answer, a schedule and a mass send of one person, and spare ones to delete. */
  readonly made: readonly Owned<{ readonly userId: number }>[];
  readonly jobs: readonly Owned<{ readonly userId: number }>[];
  /** A saved view, and a spare one to delete: nobody's but its maker's, or shared with a queue. */
  readonly views: readonly Owned<{ readonly userId: number; readonly queueId: number | null }>[];
}

interface Known {
  readonly id: number;
  readonly token: string;
  readonly cookieHeader: string;
}

/** An id of nothing. */
export const ABSENT_ID = 2_147_483_000;

const ABSENT_IDS = Object.fromEntries(
  ["ticketId", "contactId", "messageId", "protocolId", "chatId", "userId", "jobId", "endedJobId", "viewId", "spareViewId"].map((name) => [
    name,
    ABSENT_ID,
  ]),
);
const ABSENT = { name: "absent", ids: ABSENT_IDS, facts: null } as const;

/** Opens an api in which every kind of caller meets every kind of owner. */
export async function openMatrixScene(options?: StageOptions): Promise<MatrixScene> {
  const stage = await openApiStage(options);
  const davi = await stage.signIn(ADMIN.email, ADMIN.password);
  const queue = async (name: string, color: string): Promise<number> =>
    ((await (await stage.call("POST", "/api/queue", { token: davi.token, body: { name, color } })).json()) as { id: number }).id;
  const sales = await queue("Vendas", "#ff0000");
  const support = await queue("Suporte", "#00ff00");
  const person = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Known> => {
    const { id, email } = await createPerson(stage, davi.token, name, { queueIds: [sales], ...more });
    const { token, cookieHeader } = await stage.signIn(email);
    return { id, token, cookieHeader };
  };
  const ana = await person("Ana");
  const rui = await person("Rui");
  const bia = await person("Bia", { queueIds: [support] });
  // Has by flags what settings may give to others.
  const caio = await person("Caio", { queueIds: [], sendToMany: true, maintain: true });
  const marta = await person("Marta", { profile: "gerente" });
  const paula = await person("Paula", { profile: "admin", queueIds: [] });
  const teo = await person("Téo");
  const nilo = await person("Nilo");
  const eva = await person("Eva");
  await stage.test.database.sql.ask("UPDATE user_account SET active = false WHERE id = $1", [teo.id]);
  await stage.test.database.sql.ask(
    "UPDATE user_account SET weekdays = false, saturday = false, sunday = false, holidays = false WHERE id = $1",
    [nilo.id],
  );
  await stage.call("DELETE", "/api/auth/logout", { token: eva.token });
  await stage.auth.services.directory.refresh();

  const known = (name: string, { id, token, cookieHeader }: Known): Caller => {
    const actor = toActor(stage.auth.services.directory.current(), id);
    if (!actor) throw new Error(`${name} has no rights`);
    return { name, token, cookieHeader, actor };
  };
  const callers: Caller[] = [
    known("user", ana),
    known("user of another queue", bia),
    known("user without a queue", caio),
    known("gerente", marta),
    known("admin", paula),
    known("super", { id: 1, token: davi.token, cookieHeader: davi.cookieHeader }),
    { name: "anonymous", token: undefined, actor: null, code: "ERR_SESSION_EXPIRED" },
    { name: "inactive", token: teo.token, actor: null, code: "ERR_USER_NO_ACTIVE" },
    { name: "out of hours", token: nilo.token, actor: null, code: "ERR_INVALID_WORKING_TIME" },
    { name: "revoked session", token: eva.token, actor: null, code: "ERR_SESSION_EXPIRED" },
  ];
  const program = async (name: string, { id, token: by }: Known, scope: ApiScope): Promise<Program> => {
    const snapshot = stage.auth.services.directory.current();
    const owner = toActor(snapshot, id);
    const body = { name, ...scope, currentPassword: stage.seal("currentPassword", PASSWORD) };
    const { token } = (await (await stage.call("POST", "/api/tokens", { token: by, body })).json()) as { token: string };
    if (!owner) throw new Error(`${name} has no owner`);
    return { name, token, cookieHeader: "", scope, actor: narrowed(owner, scope, [...snapshot.queues.keys()]) };
  };
  const programs = [
    await program("admin's program for one queue", paula, { areas: ALL_AREAS, reach: "queues", queueIds: [sales] }),
    await program("user's program for the own", ana, { areas: ALL_AREAS, reach: "own", queueIds: [] }),
    await program("gerente's program that reads", marta, { areas: { conversations: "read" }, reach: "all", queueIds: [] }),
  ];
  const open = (userId: number, queueId: number): MatrixTicket => ({ status: "open", isGroup: false, queueId, userId, authorId: userId });
  const waiting = (queueId: number | null): MatrixTicket => ({
    status: "pending",
    isGroup: false,
    queueId,
    userId: null,
    authorId: null,
  });
  const tickets = [
    await insertTicket(stage, "own", open(ana.id, sales)),
    await insertTicket(stage, "unassigned", waiting(sales)),
    await insertTicket(stage, "unassigned without a queue", waiting(null)),
    await insertTicket(stage, "colleague's", open(rui.id, sales)),
    await insertTicket(stage, "own outside of the queues", open(caio.id, sales)),
    await insertTicket(stage, "other queue's", open(bia.id, support)),
    await insertTicket(stage, "colleague's with a guest", { ...open(rui.id, sales), guestIds: [bia.id] }),
    ABSENT,
  ];
  return {
    stage,
    callers,
    programs,
    tickets,
    chats: [await insertChat(stage, "own", ana.id, rui.id), await insertChat(stage, "colleague's", bia.id, rui.id), ABSENT],
    people: [
      { name: "own", ids: { userId: ana.id }, facts: { userId: ana.id } },
      { name: "colleague's", ids: { userId: bia.id }, facts: { userId: bia.id } },
      ABSENT,
    ],
    made: [await insertMade(stage, "own", ana.id), await insertMade(stage, "colleague's", bia.id), ABSENT],
    jobs: [await insertJobs(stage, "own", ana.id), await insertJobs(stage, "colleague's", bia.id), ABSENT],
    views: [
      await insertView(stage, "own", { userId: ana.id, queueId: null }),
      await insertView(stage, "colleague's", { userId: rui.id, queueId: null }),
      await insertView(stage, "colleague's of the queue", { userId: rui.id, queueId: sales }),
      await insertView(stage, "other queue's", { userId: bia.id, queueId: support }),
      ABSENT,
    ],
  };
}

/**
 * A ticket with one message of ours and a protocol. It has no connection, so that whoever is let in meets that, and no call on it
 * changes it.
 */
async function insertTicket(stage: ApiStage, name: string, facts: MatrixTicket): Promise<Owned<MatrixTicket>> {
  const [ids] = await stage.test.database.sql.ask<Record<"ticketId" | "contactId" | "messageId" | "protocolId", number>>(
    `WITH c AS (INSERT INTO contact (name) VALUES ($1) RETURNING id),
          t AS (INSERT INTO ticket (status, contact_id, queue_id, user_id, guest_ids, guest_inviter_ids)
                SELECT $2, id, $3, $4, $6::int[], $6::int[] FROM c RETURNING id, contact_id),
          m AS (INSERT INTO message (ticket_id, chat, author, from_me, user_id, type, body, sent_at)
                SELECT id, $1, 'us', true, $5, 'conversation', 'garantia', now() FROM t RETURNING id),
          p AS (INSERT INTO protocol (number, ticket_id, message, created_at) SELECT $1, id, 'Detalhe', now() FROM t RETURNING id)
     SELECT t.id AS "ticketId", t.contact_id AS "contactId", m.id::int AS "messageId", p.id AS "protocolId" FROM t, m, p`,
    [`Cliente: ${name}`, facts.status, facts.queueId, facts.userId, facts.authorId, facts.guestIds ?? []],
  );
  return { name, ids: ids ?? {}, facts };
}

/** A chat of two people, with a message of the first. */
async function insertChat(stage: ApiStage, name: string, senderId: number, otherId: number): Promise<MatrixScene["chats"][number]> {
  const [ids] = await stage.test.database.sql.ask<Record<"chatId" | "messageId", number>>(
    `WITH c AS (INSERT INTO chat (is_group, user_id, calling_user_id, last_activity) VALUES (false, $1, $2, now()) RETURNING id),
          p AS (INSERT INTO chat_participant (chat_id, user_id) SELECT id, unnest($3::int[]) FROM c),
          m AS (INSERT INTO chat_message (chat_id, sender_id, type, body, created_at) SELECT id, $1, 'chat', 'Bom dia', now() FROM c RETURNING id)
     SELECT c.id AS "chatId", m.id::int AS "messageId" FROM c, m`,
    [senderId, otherId, [senderId, otherId]],
  );
  return { name, ids: ids ?? {}, facts: { peopleIds: [senderId, otherId], senderId } };
}

/** What a person made, twice: nothing of it is due, and the mass sends wait for a worker. */
async function insertMade(stage: ApiStage, name: string, userId: number): Promise<MatrixScene["made"][number]> {
  const insert = async (prefix: "" | "spare"): Promise<Record<string, number>> => {
    const [ids = {}] = await stage.test.database.sql.ask<Record<string, number>>(
      `WITH t AS (INSERT INTO tag (name, color, user_id) VALUES ($1, '#1e7a3e', $2) RETURNING id),
            q AS (INSERT INTO question (question, answer, user_id) VALUES ($1, 'Sim', $2) RETURNING id),
            a AS (INSERT INTO quick_answer (shortcut, message, user_id) VALUES ($1, 'Bom dia, tudo bem?', $2) RETURNING id),
            s AS (INSERT INTO schedule (message, recurrence, rule_value, send_at, all_contacts, contact_ids, user_id)
                  VALUES ($1, 'once', '0', '2199-01-01', false, '{1}', $2) RETURNING id),
            r AS (INSERT INTO send_run (message, all_contacts, user_id) VALUES ($1, true, $2) RETURNING id)
       SELECT t.id AS "tagId", q.id AS "questionId", a.id AS "quickAnswerId", s.id AS "scheduleId", r.id AS "massSendId" FROM t, q, a, s, r`,
      [`${prefix} ${name}`, userId],
    );
    return ids;
  };
  const spare = Object.entries(await insert("spare")).map(([id, value]) => [`spare${id.charAt(0).toUpperCase()}${id.slice(1)}`, value]);
  return { name, ids: { ...(await insert("")), ...(Object.fromEntries(spare) as Record<string, number>) }, facts: { userId } };
}

/** A running job of a person and an ended one. A job that is silent for a minute has failed, so this one is heard of for an hour. */
async function insertJobs(stage: ApiStage, name: string, userId: number): Promise<MatrixScene["jobs"][number]> {
  const [ids] = await stage.test.database.sql.ask<Record<"jobId" | "endedJobId", number>>(
    `WITH r AS (INSERT INTO job (user_id, kind, total, seen_at) VALUES ($1, 'contactImport', 9, now() + interval '1 hour') RETURNING id),
          e AS (INSERT INTO job (user_id, kind, total, state, result) VALUES ($1, 'fileCheck', 9, 'done', '{}') RETURNING id)
     SELECT r.id AS "jobId", e.id AS "endedJobId" FROM r, e`,
    [userId],
  );
  return { name, ids: ids ?? {}, facts: { userId } };
}

/** A saved view, and one that is deleted. */
async function insertView(
  stage: ApiStage,
  name: string,
  facts: { readonly userId: number; readonly queueId: number | null },
): Promise<MatrixScene["views"][number]> {
  const rows = await stage.test.database.sql.ask<{ id: number }>(
    `INSERT INTO saved_view (user_id, queue_id, name, filter) SELECT $1, $2, $3 || n, $4 FROM generate_series(1, 2) AS n RETURNING id`,
    [facts.userId, facts.queueId, `Visão ${name} `, VIEW_OF_ALL],
  );
  return { name, ids: { viewId: rows[0]?.id ?? 0, spareViewId: rows[1]?.id ?? 0 }, facts };
}

const VIEW_OF_ALL = JSON.stringify({
  ...{ status: null, queueIds: [], owner: null, tagIds: [], connectionId: null },
  ...{ waitingMinutes: null, target: null, reason: null, fromAd: false },
});
