import type { PublicConfig } from "@balcao/contracts/config";
import type { ReportListView, ReportView } from "@balcao/contracts/reports";
import { deleteExpired } from "@balcao/application/roof/housekeeping";
import { readPdfTexts } from "@balcao/testing/pdfText";
import { createPerson, openApiStage, PASSWORD, type ApiStage } from "../apiStage.fixture.js";
import { setScene, type SetScene } from "../callScene.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { photo } from "./photo.fixture.js";

const APRIL = { startDate: "2026-04-01", endDate: "2026-04-30" };

describe("reports", () => {
  let stage: ApiStage;
  let set: SetScene;
  let bia: Awaited<ReturnType<ApiStage["signIn"]>>;
  type Person = typeof bia;

  const ask = <T>(sql: string, values: readonly unknown[] = []) => stage.test.database.sql.ask<T>(sql, values);
  const report = async (kind: string, body: object, { token }: Pick<Person, "token"> = set.admin) => {
    const answer = await stage.call("POST", `/api/report/${kind}`, { token, body: { ...body } });
    return { status: answer.status, body: (await answer.json()) as ReportView & { code: string; error: string; details: unknown } };
  };
  const open = (url: string, { cookieHeader }: Pick<Person, "cookieHeader"> = set.admin) =>
    stage.call("GET", url, { headers: { Cookie: cookieHeader } });
  /** The lines of a report as a CSV file, without its header. */
  const linesOf = async (kind: string, body: object, person?: Person): Promise<string[]> => {
    const made = await report(kind, { ...body, format: "csv" }, person);
    expect([made.status, made.body]).toEqual([200, expect.anything()]);
    const text = await (await open(made.body.url, person)).text();
    return text.split("\r\n").slice(1, -1);
  };
  const contact = async (name: string, number: string): Promise<number> =>
    (await ask<{ id: number }>("INSERT INTO contact (name, number) VALUES ($1, $2) RETURNING id", [name, number]))[0]?.id ?? 0;
  const ticket = async (contactId: number, more: { status?: string; queueId?: number | null; userId?: number | null; at: string[] }) => {
    const { queueId, userId, connectionId } = set.scene;
    const [created, accepted = null, closed = null] = more.at;
    const values = [
      more.status ?? "closed",
      contactId,
      connectionId,
      more.queueId === undefined ? queueId : more.queueId,
      more.userId === undefined ? userId : more.userId,
      created,
      accepted,
      closed,
    ];
    const rows = await ask<{ id: number }>(
      `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, created_at, accepted_at, closed_at, last_activity)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $6) RETURNING id`,
      values,
    );
    return rows[0]?.id ?? 0;
  };
  const noneLeft = async () => {
    expect(await ask("SELECT id FROM report WHERE is_running")).toEqual([]);
    expect(
      await ask("SELECT f.id FROM file f LEFT JOIN report r ON r.file_id = f.id WHERE f.owner_kind = 'report' AND r.id IS NULL"),
    ).toEqual([]);
  };

  let maria: number;
  let formula: number;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
    const outsider = await createPerson(stage, set.admin.token, "Bia");
    const settings = {
      onlyAdminSeeEmptyQueue: "enabled",
      horarioAbertura: "08:00",
      horarioFechamento: "18:00",
      horarioAlmoco: "12:00",
      horarioFimAlmoco: "13:00",
    };
    for (const [key, value] of Object.entries(settings))
      expect((await stage.call("PUT", `/api/settings/${key}`, { token: set.admin.token, body: { value } })).status).toBe(200);
    bia = await stage.signIn(outsider.email);
    maria = await contact("Maria da Conceição", "5511988887777");
    formula = await contact("=cmd|'/c calc'!A1", "5511988887778");
    // Wednesday, 1 April, from 09:00 in São Paulo: 30 minutes of waiting, one hour of handling, then another with lunch between.
    await ticket(maria, { at: ["2026-04-01T12:00:00Z", "2026-04-01T12:30:00Z", "2026-04-01T13:30:00Z"] });
    await ticket(maria, { at: ["2026-04-02T14:30:00Z", "2026-04-02T16:30:00Z", "2026-04-02T17:00:00Z"] });
    await ticket(formula, { status: "pending", queueId: null, userId: null, at: ["2026-05-01T02:59:59Z"] });
    await ticket(maria, { at: ["2026-05-01T03:00:00Z"] });
  }, 120_000);
  afterAll(() => stage.close());

  it("have the documented names and are read at once under the backend's public folder [REPORT-009, API-124, API-125, API-126, API-127, API-128, D-210, D-211]", async () => {
    const names = {
      ticket: "relatorio-tickets",
      contact: "relatorio-contatos",
      queue: "relatorio-filas",
      user: "relatorio-atendimentos-users",
      message: "report_contact_messages",
    };
    for (const [kind, name] of Object.entries(names)) {
      const made = await report(kind, { ...APRIL, userId: "", contactId: maria, queueId: null, status: "" });
      expect([kind, made.status, made.body.file]).toEqual([kind, 200, `${name}.pdf`]);
      const file = await open(`/api/public/${name}.pdf`);
      expect([file.status, file.headers.get("Content-Type"), file.headers.get("Content-Disposition")]).toEqual([
        200,
        "application/pdf",
        `inline; filename="${name}.pdf"; filename*=UTF-8''${name}.pdf`,
      ]);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual(["%PDF-", "%%EOF"]);
    }
    const { reports, running } = (await (await stage.call("GET", "/api/report", { token: set.admin.token })).json()) as ReportListView;
    expect([reports.map(({ kind }) => kind), running]).toEqual([["message", "user", "queue", "contact", "ticket"], null]);
    const audited = await ask<{ description: string }>(
      "SELECT description FROM audit_entry WHERE action = 'report.create' ORDER BY id DESC LIMIT 1",
    );
    expect(audited).toEqual([{ description: "message pdf: 2026-04-01 – 2026-04-30" }]);
    await noneLeft();
  });

  it("list tickets created on the company's days, with business time between creation, acceptance and closing [API-124, REPORT-004, D-212]", async () => {
    const lines = await linesOf("ticket", APRIL);
    expect(lines.map((line) => line.split(";").slice(1))).toEqual([
      [
        "Maria da Conceição",
        "5511988887777",
        "Vendas",
        "Ana",
        "Loja",
        "Encerrada",
        "01/04/2026 09:00",
        "01/04/2026 09:30",
        "01/04/2026 10:30",
        "00:30:00",
        "01:00:00",
      ],
      [
        "Maria da Conceição",
        "5511988887777",
        "Vendas",
        "Ana",
        "Loja",
        "Encerrada",
        "02/04/2026 11:30",
        "02/04/2026 13:30",
        "02/04/2026 14:00",
        "01:00:00",
        "00:30:00",
      ],
      ["'=cmd|'/c calc'!A1", "5511988887778", "", "", "Loja", "Aguardando", "30/04/2026 23:59", "", "", "", ""],
    ]);
    expect(await linesOf("ticket", { ...APRIL, status: "pending" })).toHaveLength(1);
    expect(await linesOf("ticket", { ...APRIL, contactId: maria, queueId: set.scene.queueId, userId: set.scene.userId })).toHaveLength(2);
    expect(await linesOf("ticket", { ...APRIL, userId: 99_999 })).toEqual([]);
  });

  it("add up tickets by contact, by queue and by person [API-125, API-126, API-127, D-212]", async () => {
    await ask(
      `INSERT INTO rating (ticket_id, user_id, queue_id, connection_id, contact_id, contact_name, asked_at, ended_at, rated_at, rate)
       SELECT id, user_id, queue_id, connection_id, contact_id, '', created_at, created_at, created_at, CASE WHEN created_at < '2026-04-02' THEN 5 ELSE 4 END
       FROM ticket WHERE contact_id = $1`,
      [maria],
    );
    expect(await linesOf("contact", APRIL)).toEqual([
      "'=cmd|'/c calc'!A1;5511988887778;0;1;0;0;0;1;30/04/2026 23:59",
      "Maria da Conceição;5511988887777;0;0;0;2;0;2;02/04/2026 11:30",
    ]);
    expect(await linesOf("queue", APRIL)).toEqual(["Sem fila;0;1;0;0;0;1;;;", "Vendas;0;0;0;2;0;2;00:45:00;00:45:00;4.50 (2)"]);
    expect(await linesOf("user", APRIL)).toEqual(["Ana;0;0;0;2;0;2;00:45:00;00:45:00;4.50 (2)", "Sem usuário;0;1;0;0;0;1;;;"]);
    expect(await linesOf("queue", { ...APRIL, language: "en" })).toContain("No queue;0;1;0;0;0;1;;;");
  });

  it("export a conversation in the order of time, without comments and deleted texts [API-128, D-212]", async () => {
    const [found] = await ask<{ id: number }>("SELECT id FROM ticket WHERE contact_id = $1 ORDER BY id LIMIT 1", [maria]);
    const message = (at: string, type: string, body: string, more: { mine?: boolean; deleted?: boolean } = {}) =>
      ask(
        `INSERT INTO message (ticket_id, chat, author, from_me, contact_id, user_id, type, body, is_deleted, sent_at) VALUES ($1, 'c', 'a', $2, $3, $4, $5, $6, $7, $8)`,
        [
          found?.id,
          more.mine ?? false,
          more.mine ? null : maria,
          more.mine ? set.scene.userId : null,
          type,
          body,
          more.deleted ?? false,
          at,
        ],
      );
    await message("2026-04-01T12:02:00Z", "chat", "Bom dia; tudo bem?", { mine: true });
    await message("2026-04-01T12:01:00Z", "chat", "Olá 😀");
    await message("2026-04-01T12:03:00Z", "comment", "segredo da casa", { mine: true });
    await message("2026-04-01T12:04:00Z", "chat", "senha apagada", { deleted: true });
    await message("2026-05-02T12:04:00Z", "chat", "depois");
    expect(await linesOf("message", { ...APRIL, contactId: maria, status: "open" })).toEqual([
      "01/04/2026 09:01;Maria da Conceição;Olá 😀;",
      '01/04/2026 09:02;Ana;"Bom dia; tudo bem?";',
      "01/04/2026 09:04;Maria da Conceição;Mensagem apagada;",
    ]);
  });

  it("name what a total counts, all queues, and places and cards by their names, in the reader's language [D-420]", async () => {
    const chinese = await contact("张伟", "5511988887779");
    const owned = await ticket(chinese, { at: ["2026-03-02T12:00:00Z"] });
    const write = (minute: number, type: string, body: string) =>
      ask(
        "INSERT INTO message (ticket_id, chat, author, from_me, contact_id, type, body, sent_at) VALUES ($1, 'c', 'a', false, $2, $3, $4, $5)",
        [owned, chinese, type, body, `2026-03-02T12:0${minute}:00Z`],
      );
    await write(1, "chat", "你好！");
    await write(2, "location", "data:image/png;base64,AAAA|https://maps.google.com/maps?q=-23.5,-46.6|Padaria São João, Rua Augusta 10");
    await write(3, "vcard", "BEGIN:VCARD\nVERSION:3.0\nFN:João Entregas\nTEL:+5511977776666\nEND:VCARD");
    await ask(
      `INSERT INTO ticket (status, contact_id, connection_id, queue_id, created_at, last_activity)
       SELECT 'closed', $1, $2, $3, '2026-03-10T12:00:00Z'::timestamptz + n * interval '1 second', now() FROM generate_series(1, 1233) AS n`,
      [maria, set.scene.connectionId, set.scene.queueId],
    );
    const march = { startDate: "2026-03-01", endDate: "2026-03-31" };
    const textsOf = async (kind: string, body: object) => {
      const made = await report(kind, { ...march, ...body, format: "pdf" });
      expect(made.status).toBe(200);
      return readPdfTexts(Buffer.from(await (await open(made.body.url)).arrayBuffer()));
    };
    const inPortuguese = await textsOf("contact", { language: "pt" });
    expect(inPortuguese).toEqual(
      expect.arrayContaining(["Fila", "Todas", "Usuário", "Todos", "张", "伟", "1.233", "Contatos: 2 · Atendimentos: 1.234"]),
    );
    expect(await textsOf("queue", { language: "en" })).toEqual(expect.arrayContaining(["All", "1,234", "Queues: 1 · Tickets: 1,234"]));
    const spoken = (await textsOf("message", { contactId: chinese, language: "es" })).join("");
    for (const text of ["你好！", "Ubicación: Padaria São João, Rua Augusta 10", "Contacto: João Entregas", "Mensajes: 3"])
      expect(spoken).toContain(text);
  });

  it("have the targets of a period by target, queue, person and hour, with the tickets behind what was missed [D-610]", async () => {
    const { queueId, userId } = set.scene;
    expect(await linesOf("target", APRIL)).toEqual([]);
    const [first = 0, second = 0] = (
      await ask<{ id: number }>("SELECT id FROM ticket WHERE contact_id = $1 ORDER BY id LIMIT 2", [maria])
    ).map(({ id }) => id);
    const clock = (
      ticketId: number,
      kind: string,
      startedAt: string,
      { endedAt, breachedAt = null }: { endedAt: string | null; breachedAt?: string | null },
    ) =>
      ask(
        `INSERT INTO target_clock (ticket_id, kind, since, started_at, target_ms, due_at, ended_at, breached_at, queue_id, user_id) VALUES ($1, $2, $3, $3, 1, $3, $4, $5, $6, $7)`,
        [ticketId, kind, startedAt, endedAt, breachedAt, queueId, kind === "resolution" ? null : userId],
      );
    await clock(first, "firstAnswer", "2026-04-01T12:10:00Z", { endedAt: "2026-04-01T12:30:00Z" });
    await clock(second, "firstAnswer", "2026-04-02T14:30:00Z", { endedAt: "2026-04-02T16:30:00Z", breachedAt: "2026-04-02T15:30:00Z" });
    await clock(second, "resolution", "2026-04-02T14:30:00Z", { endedAt: null, breachedAt: "2026-05-01T02:59:59Z" });
    // Of May, and one that is not decided.
    await clock(first, "nextAnswer", "2026-04-30T12:00:00Z", { endedAt: "2026-05-01T03:00:00Z" });
    await clock(first, "resolution", "2026-04-01T12:00:00Z", { endedAt: null });
    expect(await linesOf("target", APRIL)).toEqual([
      `Meta;Primeira resposta;1;1;2;50%;${second}`,
      `Meta;Resolução;0;1;1;0%;${second}`,
      `Fila;Vendas;1;2;3;33%;${second}`,
      `Usuário;Ana;1;1;2;50%;${second}`,
      `Usuário;Sem usuário;0;1;1;0%;${second}`,
      "Hora;09:00;1;0;1;100%;",
      `Hora;11:00;0;2;2;0%;${second}`,
    ]);
    expect(await linesOf("target", { ...APRIL, userId })).toHaveLength(5);
    expect(await linesOf("target", { ...APRIL, queueId: 99_999 })).toEqual([]);
    expect(await linesOf("target", APRIL, bia)).toEqual([]);
    const made = await report("target", APRIL);
    const texts = readPdfTexts(Buffer.from(await (await open(made.body.url)).arrayBuffer()));
    for (const text of ["Relatório de metas", "Metas: 3", "Metas vencidas por fila"]) expect(texts).toContain(text);
  });

  it("are refused with the documented sentences without dates or contact, and clearly for other bad input [REPORT-006, REPORT-007, REPORT-010]", async () => {
    const dates = { status: 400, error: "Preencha os campos de data" };
    const refusal = async (kind: string, body: object) => {
      const { status, body: answer } = await report(kind, body);
      return { status, error: answer.error };
    };
    for (const kind of ["ticket", "contact", "queue", "user", "target", "message"]) expect(await refusal(kind, {})).toEqual(dates);
    expect(await refusal("ticket", { startDate: "2026-04-01", endDate: "" })).toEqual(dates);
    expect(await refusal("message", APRIL)).toEqual({ status: 400, error: "Preencha o campo de contato" });
    expect(await refusal("ticket", { startDate: "2026-04-02", endDate: "2026-04-01" })).toEqual({
      status: 400,
      error: "A data final é anterior à data inicial.",
    });
    for (const bad of [
      { startDate: "2026-04" },
      { startDate: "0000-01-01" },
      { endDate: "9999-12-31" },
      { status: "lost" },
      { queueId: "x" },
      { format: "exe" },
    ])
      expect([bad, (await refusal("ticket", { ...APRIL, ...bad })).error]).toEqual([bad, "ERR_VALIDATION"]);
    expect(await refusal("message", { ...APRIL, contactId: 99_999 })).toEqual({ status: 404, error: "ERR_NO_CONTACT_FOUND" });
    await noneLeft();
  });

  it("show a person only what that person may open, and nobody else's file [D-210, D-213, S-46, W-03]", async () => {
    expect(await linesOf("ticket", APRIL, bia)).toEqual([]);
    expect((await report("message", { ...APRIL, contactId: maria }, bia)).status).toBe(403);
    const own = await report("ticket", APRIL);
    const { pathname } = new URL(own.body.url, stage.origin);
    expect((await open(own.body.url)).status).toBe(200);
    expect((await stage.call("GET", pathname)).status).toBe(401);
    expect((await open(own.body.url, bia)).status).toBe(404);
    expect((await open(pathname, bia)).status).toBe(404);
    for (const other of [`${pathname}?id=99999`, `${pathname}?id=x`, "/api/public/relatorio.pdf", "/api/public/relatorio-tickets.exe"])
      expect([other, (await open(other)).status]).toEqual([other, 404]);
    const [row] = await ask<{ file_id: string }>("SELECT file_id FROM report WHERE id = $1", [own.body.id]);
    expect((await open(`/api/public/media/${row?.file_id}`)).status).toBe(404);
  });

  it("carry the company's name and logo, which the sign-in page shows too, and which administrators set and take away", async () => {
    const { token } = set.admin;
    const april = { ...APRIL, format: "pdf" };
    const pictures = async (): Promise<number> => {
      const made = await report("ticket", april);
      expect(made.status).toBe(200);
      return (await (await open(made.body.url)).text()).split("/Subtype /Image").length - 1;
    };
    const company = async () => ((await (await stage.call("GET", "/config.json")).json()) as PublicConfig).company;
    const upload = (body: FormData, by = token) => stage.call("POST", "/api/settings/logo", { token: by, body });
    const change = (key: string, value: string) => stage.call("PUT", `/api/settings/${key}`, { token, body: { value } });
    expect([await company(), await pictures()]).toEqual([{ name: "", logo: null }, 0]);
    expect((await stage.call("GET", "/api/public/logo")).status).toBe(404);
    expect((await upload(photo(), bia.token)).status).toBe(403);
    expect((await upload(photo({ bytes: Buffer.from("<svg/>"), name: "logo.svg", type: "image/svg+xml" }))).status).toBe(400);

    expect((await change("defaultLanguage", "klingon")).status).toBe(400);
    expect((await change("defaultLanguage", "pt")).status).toBe(200);
    expect(((await (await stage.call("GET", "/config.json")).json()) as PublicConfig).language).toBe("pt");
    expect((await change("companyName", "Padaria São João")).status).toBe(200);
    expect((await upload(photo())).status).toBe(200);
    const { name, logo } = await company();
    expect([name, logo]).toEqual(["Padaria São João", expect.stringMatching(/^\/api\/public\/logo\?v=/)]);
    const shown = await stage.call("GET", logo ?? "");
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await pictures()).toBeGreaterThan(0);

    // Another file cannot be named as the logo, which everybody could then read.
    const [other] = await ask<{ id: string }>("SELECT id FROM file WHERE owner_kind = 'report' LIMIT 1");
    expect((await change("companyLogo", other?.id ?? "")).status).toBe(400);
    expect((await change("companyLogo", "")).status).toBe(200);
    expect([(await company()).logo, await pictures()]).toEqual([null, 0]);
    expect((await stage.call("GET", "/api/public/logo")).status).toBe(404);
  });

  it("are gone after 24 hours, with their files [D-210]", async () => {
    const { body } = await report("user", { ...APRIL, format: "xlsx" });
    const stored = await ask<{ path: string }>("SELECT f.path FROM report r JOIN file f ON f.id = r.file_id WHERE r.id = $1", [body.id]);
    await ask("UPDATE report SET created_at = now() - interval '25 hours' WHERE id = $1", [body.id]);
    expect((await open(body.url)).status).toBe(404);
    await deleteExpired(stage.auth.services);
    expect(await ask("SELECT id FROM report WHERE id = $1", [body.id])).toEqual([]);
    await expect(stage.auth.services.files.size(stored[0]?.path ?? "")).rejects.toThrow();
  });

  it("of one person are made one at a time; one whose process is gone does not count [REPORT-010]", async () => {
    await ask(
      "INSERT INTO report (user_id, kind, format, total_rows) SELECT id, 'ticket', 'pdf', 9 FROM user_account WHERE email = 'ana@balcao.test'",
    );
    expect((await report("ticket", APRIL, set.agent)).body).toMatchObject({ code: "ERR_REPORT_RUNNING" });
    expect((await report("ticket", APRIL, bia)).status).toBe(200);
    await ask("UPDATE report SET seen_at = now() - interval '2 minutes' WHERE is_running");
    expect((await report("ticket", APRIL, set.agent)).status).toBe(200);
    await noneLeft();
  });

  it("of 20,000 rows show how far they are and can be cancelled; one row more is refused [D-211]", async () => {
    await ask(
      `INSERT INTO ticket (status, contact_id, connection_id, created_at, last_activity)
       SELECT 'closed', $1, $2, '2026-02-10T12:00:00Z'::timestamptz + n * interval '1 second', now() FROM generate_series(1, 20000) AS n`,
      [maria, set.scene.connectionId],
    );
    const february = { startDate: "2026-02-01", endDate: "2026-02-28" };
    const controller = new AbortController();
    const cancelled = fetch(`${stage.origin}/api/report/ticket`, {
      method: "POST",
      headers: { Authorization: `Bearer ${set.admin.token}`, "Content-Type": "application/json" },
      body: JSON.stringify(february),
      signal: controller.signal,
    });
    const ended = expect(cancelled).rejects.toThrow();
    await eventually(async () => {
      const { running } = (await (await stage.call("GET", "/api/report", { token: set.admin.token })).json()) as ReportListView;
      expect(running).toMatchObject({ kind: "ticket", format: "pdf", total: 20_000 });
      expect(running?.done).toBeGreaterThan(0);
    });
    controller.abort();
    await ended;
    await eventually(noneLeft);
    await ticket(maria, { at: ["2026-02-20T12:00:00Z"] });
    const refused = await report("ticket", february);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      400,
      "ERR_REPORT_TOO_LONG",
      "O relatório tem mais de 20.000 linhas. Escolha um período menor.",
    ]);
    await noneLeft();
  });

  it("are not kept for a person whose session ends while they are made [W-10, D-278]", async () => {
    const before = await ask("SELECT id FROM report");
    const person = await createPerson(stage, set.admin.token, "Marta", { profile: "admin" });
    const leaving = await stage.signIn(person.email, PASSWORD);
    const { making } = await stage.test.database.transaction(async (tx) => {
      await tx.ask("LOCK TABLE ticket IN ACCESS EXCLUSIVE MODE");
      const begun = report("ticket", { ...APRIL, format: "csv" }, leaving);
      await eventually(async () => {
        const waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        expect(await ask(`SELECT 1 ${waiting}`)).not.toEqual([]);
      });
      await ask("UPDATE auth_session SET revoked_at = now() WHERE user_id = $1", [person.id]);
      return { making: begun };
    });
    expect(await making).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect(await ask("SELECT id FROM report")).toEqual(before);
    await noneLeft();
  });
});
