import { truncate, writeFile } from "node:fs/promises";
import { patience } from "@balcao/testing/patience";
import { alterAnswer, withholdEvents } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { largePicture } from "./support/pictures.js";
import { uniqueName } from "./support/product.js";
import { createContact, makeDefault, setInterval, sql } from "./support/sends.js";

interface MassSend {
  readonly id: number;
}

interface Schedule {
  readonly id: number;
  readonly title: string;
  readonly sendAt: string;
  readonly medias: readonly { readonly name: string }[];
}

interface ScheduleLog {
  readonly contact: { readonly name: string };
  readonly wasSend: boolean;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

// Both groups need the default connection, so they run one after the other in one file.
test.describe("mass sends", () => {
  let restore = async (): Promise<void> => undefined;
  test.beforeAll(async ({ api, connection }) => {
    restore = await makeDefault(api, connection);
  });
  test.afterAll(() => restore());

  test("anybody sends a text to four contacts after two warnings, pauses, resumes and sees how far each message is [SEND-001, SEND-002, SEND-003, SEND-004, SEND-005, SEND-006, SEND-008, SEND-009, SEND-012, SEND-013, SHELL-015, RT-022, LOG-008, API-116, API-118]", async ({
    enter,
    api,
    ana,
    connection,
  }, testInfo) => {
    test.slow();
    const contacts = await Promise.all(Array.from({ length: 4 }, () => createContact(api, uniqueName("Cliente"))));
    const tag = uniqueName("Campanha");
    await api.post("/tag", { name: tag, color: "#1e7a3e", contacts: contacts.map(({ id }) => id) });
    await setInterval(connection.id, 60_000);
    const page = await enter(ana);
    await page.goto("/tickets");
    await page.getByRole("link", { name: "Envios em massa" }).click();
    await expect(page).toHaveURL(/\/envios$/);
    await page.getByRole("button", { name: "Novo envio" }).first().click();
    const warning = page.getByRole("alertdialog", { name: "Antes de enviar" });
    await expect(warning).toContainText("não pode ser interrompido");
    await expect(warning).toContainText("intervalos de 15 segundos");
    await warning.getByRole("button", { name: "Entendi" }).click();
    const form = page.getByRole("dialog", { name: "Novo envio" });
    await expect(form.getByRole("note")).toContainText("pode ser visto como spam e bloquear o seu número");
    await expect(form.getByRole("button", { name: "Enviar", exact: true })).toBeDisabled();
    await form.getByRole("checkbox", { name: tag }).check();
    await expect(form.getByRole("status").filter({ hasText: "4 contatos" })).toContainText("1 min");
    await form.getByRole("button", { name: "Enviar para 4" }).click();
    await expect(form.getByLabel("Mensagem", { exact: true })).toHaveAccessibleDescription(/Obrigatório/);
    const text = uniqueName("Promoção para {{name}}");
    await form.getByLabel("Mensagem", { exact: true }).fill(text);
    const preview = form.getByRole("region", { name: "Como os primeiros destinatários leem" });
    const first = contacts.toSorted((one, other) => one.id - other.id).slice(0, 3);
    await expect(preview.getByRole("listitem")).toContainText(first.map(({ name }) => text.replace("{{name}}", name)));
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/envioMassa"));
    await form.getByRole("button", { name: "Enviar para 4" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ mensagem: text, allContacts: false, contactsIds: "", log: { userName: ana.name } });
    await expect(page.getByText("Envio salvo com sucesso!")).toBeVisible();
    const row = page.getByRole("row", { name: text });
    await expect(row).toContainText("Tag/Contato");
    await expect(row.getByRole("progressbar")).toHaveAccessibleName("1 de 4");
    await expect(page.getByText("Envio atualizado!").first()).toBeVisible();
    for (const title of ["Mensagem", "Situação", "Enviados", "Total", "Destinatários", "Ações"])
      await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    await inspect(page, testInfo, "mass-sends");
    await row.getByRole("button", { name: /^Ver o envio/ }).click();
    const detail = page.getByRole("dialog", { name: "Envio em massa" });
    await detail.getByRole("button", { name: "Pausar" }).click();
    await expect(detail.getByText("Pausado")).toBeVisible();
    await setInterval(connection.id, 10);
    await detail.getByRole("button", { name: "Continuar" }).click();
    await expect(detail.getByText("Concluído")).toBeVisible({ timeout: patience(60_000) });
    await expect(detail.getByText("4 de 4")).toBeVisible();
    await expect(page.locator("tr", { hasText: text }).locator("progress"), "a finished send has no progress").toHaveCount(0);
    const list = detail.getByRole("list", { name: "Destinatários e a situação de cada mensagem" });
    await expect(list.getByRole("listitem")).toHaveCount(4);
    for (const { name } of contacts)
      await expect(list.getByRole("listitem").filter({ hasText: name })).toContainText(/Enviada|Entregue|Lida/);
    await expect(detail.getByRole("textbox")).toHaveCount(0);
    await inspect(page, testInfo, "mass-send-detail");
    const [send] = await api.get<MassSend[]>("/envioMassa");
    expect(send).toMatchObject({ enviados: 4, total: 4, status: "done" });
    await detail.getByRole("link", { name: "Comprovante" }).click();
    const statement = page.getByRole("region", { name: "O que foi entregue à rede" });
    await expect(statement).toContainText("4 destinatários, 4 entregues uma vez, 0 duas vezes");
    await statement.getByText("A consulta que contou isto").click();
    await expect(statement).toContainText("FROM outbox");
    await expect(page.getByRole("row")).toHaveCount(5);
    for (const { name } of contacts) await expect(page.getByRole("row", { name })).toContainText(/Enviada|Entregue|Lida/);
    await inspect(page, testInfo, "mass-send-proof");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar" }).click();
    expect((await saved).suggestedFilename()).toBe(`envio-${send?.id ?? 0}.csv`);
  });

  test("a stopped connection says why, a text is tried, recipients are chosen one way, and a contact leaves mass sends [SEND-002, SEND-003, SEND-004, SEND-007, SEND-010, API-117]", async ({
    enter,
    api,
    connection,
  }, testInfo) => {
    await setInterval(connection.id, 200);
    const contact = await createContact(api, uniqueName("Cliente"));
    const page = await enter();

    await test.step("one choice of recipients clears the others, names are resolved, and everybody is a choice of its own [SEND-002, SEND-003, SEND-007, SEND-010, API-117]", async () => {
      const { id: tagId, name: tag } = await api.post<{ id: number; name: string }>("/tag", {
        name: uniqueName("Grupo"),
        color: "#1e7a3e",
        contacts: [contact.id],
      });
      await page.goto("/envios");
      await page.getByRole("button", { name: "Novo envio" }).first().click();
      await page.getByRole("button", { name: "Entendi" }).click();
      const form = page.getByRole("dialog", { name: "Novo envio" });
      await form.getByRole("checkbox", { name: tag }).check();
      await form.getByRole("radio", { name: "Contatos", exact: true }).check();
      await form.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
      await page.getByRole("option", { name: contact.name }).click();
      await form.getByRole("radio", { name: "Etiquetas" }).check();
      await expect(form.getByRole("checkbox", { name: tag })).not.toBeChecked();
      await form.getByRole("radio", { name: "Todos os contatos" }).check();
      await expect(form.getByRole("button", { name: /^Enviar para \d+/ })).toBeVisible();
      await form.getByRole("radio", { name: "Contatos", exact: true }).check();
      await expect(form.getByRole("list", { name: "Contatos escolhidos" })).toHaveCount(0);
      await form.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
      await page.getByRole("option", { name: contact.name }).click();
      const text = uniqueName("Só um");
      await form.getByLabel("Mensagem", { exact: true }).fill(text);
      const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/envioMassa"));
      await form.getByRole("button", { name: "Enviar para 1" }).click();
      expect((await sent).postDataJSON()).toMatchObject({ allContacts: false, contactsIds: String(contact.id), tagsIds: "" });
      const textOfTag = uniqueName("Da etiqueta");
      const toTag = await api.post<MassSend>("/envioMassa", { mensagem: textOfTag, tagsIds: String(tagId) });
      const view = async (name: string, of: string, path: string) => {
        const resolved = page.waitForRequest((request) => request.url().endsWith(`/api${path}`));
        await page
          .getByRole("row", { name: of })
          .getByRole("button", { name: /^Ver o envio/ })
          .click();
        await resolved;
        const detail = page.getByRole("dialog", { name: "Envio em massa" });
        await expect(detail.getByText(name).first()).toBeVisible();
        await detail.getByRole("button", { name: "Fechar" }).first().click();
      };
      await view(contact.name, text, `/contacts/${contact.id}`);
      await view(tag, textOfTag, `/tag/${tagId}`);
      // Its events would show the send as it is, so this browser hears none.
      await page.routeWebSocket(/\/socket\.io\//, () => undefined);
      await page.route(/\/api\/envioMassa$/, async (route) => {
        const response = await route.fetch();
        const list = (await response.json()) as MassSend[];
        await route.fulfill({
          response,
          json: list.map((send) => (send.id === toTag.id ? { ...send, allContacts: true, total: 0, status: "freezing" } : send)),
        });
      });
      await page.reload();
      const counting = page.getByRole("row", { name: textOfTag });
      await expect(counting).toContainText("Calculando...");
      await expect(counting).toContainText("Todos os contatos");
    });

    await test.step("a text is tried at one's own number, a stopped connection says why until somebody lets it go on, and a contact without mass sends says since when [SEND-004]", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const { id } = await api.post<MassSend>("/envioMassa", { mensagem: uniqueName("Parado"), contactsIds: String(contact.id) });
      const stop = { connectionId: connection.id, at: new Date().toISOString(), reason: "blocked", detail: "temporaryBan" };
      await page.route(/\/api\/envioMassa$/, async (route) => {
        const response = await route.fetch();
        const list = (await response.json()) as MassSend[];
        await route.fulfill({ response, json: list.map((send) => (send.id === id ? { ...send, status: "running", stop } : send)) });
      });
      // An event of the send would bring it as it is in truth.
      await withholdEvents(page, "envioMassa");
      await page.goto("/envios");
      const alert = page.getByRole("alert").filter({ hasText: "parou de enviar" });
      await expect(alert).toContainText(`${connection.name} parou de enviar`);
      await expect(alert).toContainText("O WhatsApp pode ter bloqueado ou limitado o número");
      await inspect(page, testInfo, "mass-send-stopped");
      const lift = `**/api/envioMassa/stops/${connection.id}/lift`;
      await page.route(lift, (route) => route.fulfill({ json: { message: "Sends go on" } }));
      const lifted = page.waitForRequest(lift);
      await alert.getByRole("button", { name: "Deixar continuar" }).click();
      expect((await lifted).method()).toBe("POST");
      await expect(page.getByText("Os envios continuam.")).toBeVisible();

      await page.getByRole("button", { name: "Novo envio" }).first().click();
      await page.getByRole("button", { name: "Entendi" }).click();
      const form = page.getByRole("dialog", { name: "Novo envio" });
      await expect(form.getByRole("button", { name: "Enviar teste para mim" })).toBeDisabled();
      await form.getByLabel("Mensagem", { exact: true }).fill("Teste para {{name}}");
      await form.getByLabel("Seu número, para um teste").fill(`+${contact.number}`);
      await form.getByRole("button", { name: "Enviar teste para mim" }).click();
      await expect(page.getByText("Teste enviado.")).toBeVisible();

      const { id: ticketId } = await api.post<{ id: number }>("/tickets", {
        contactId: contact.id,
        whatsappId: connection.id,
        queueId: connection.queue.id,
      });
      await page.goto(`/tickets/${ticketId}`);
      await page.getByRole("button", { name: "Dados do contato" }).click();
      await page.getByRole("button", { name: "Não enviar em massa" }).click();
      await expect(page.getByText(/^Sem envios em massa/)).toBeVisible();
      await expect(page.getByText(/registrado pela equipe em/)).toBeVisible();
      await inspect(page, testInfo, "opted-out");
      await page.getByRole("button", { name: "Voltar a enviar" }).click();
      await expect(page.getByRole("button", { name: "Não enviar em massa" })).toBeVisible();
    });
  });
});

test.describe("schedules", () => {
  let restore = async (): Promise<void> => undefined;
  test.beforeAll(async ({ api, connection }) => {
    restore = await makeDefault(api, connection);
    await setInterval(connection.id, 200);
  });
  test.afterAll(() => restore());

  test("anybody schedules a message after a warning, sees it go out, reads its log and deletes it [SCHED-001, SCHED-002, SCHED-003, SCHED-004, SCHED-005, SCHED-006, SCHED-007, SCHED-008, SCHED-009, SCHED-011, SCHED-012, SCHED-014, SCHED-015, SCHED-023, SCHED-024, SCHED-025, SCHED-026, SCHED-027, SHELL-014, RT-023, CONST-003, CONST-004, API-120, API-122, API-123]", async ({
    enter,
    api,
    ana,
    connection,
  }, testInfo) => {
    test.slow();
    const contacts = [await createContact(api, uniqueName("Cliente")), await createContact(api, uniqueName("Cliente"))];
    const page = await enter(ana);
    await page.goto("/tickets");
    await page.getByRole("link", { name: "Agendamentos" }).click();
    await expect(page).toHaveURL(/\/agendamentos$/);
    await page.getByRole("button", { name: "Novo agendamento" }).first().click();
    const warning = page.getByRole("alertdialog", { name: "Antes de agendar" });
    await expect(warning).toContainText("intervalos de 15 segundos");
    const opened = Date.now();
    await warning.getByRole("button", { name: "Entendi" }).click();
    const form = page.getByRole("dialog", { name: "Novo agendamento" });
    const clock = await form.getByLabel("Horário").inputValue();
    const expected = [5, 6].map((minutes) =>
      new Date(opened + minutes * 60_000).toLocaleTimeString("pt-BR", {
        timeZone: "America/Sao_Paulo",
        hour: "2-digit",
        minute: "2-digit",
      }),
    );
    expect(expected).toContain(clock);
    const title = uniqueName("Lembrete");
    await form.getByLabel(/^Título/).fill(title);
    await form.getByLabel("Mensagem", { exact: true }).fill("Não esqueça, {{name}}");
    await form.getByRole("radio", { name: "Contatos", exact: true }).check();
    for (const { name } of contacts) {
      await form.getByRole("combobox", { name: "Contatos" }).fill(name);
      await page.getByRole("option", { name }).click();
    }
    await expect(form.getByRole("status").filter({ hasText: "2 contatos" })).toContainText("30 s");
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/agendamento"));
    const pressed = Date.now();
    await form.getByRole("button", { name: "Agendar" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      title,
      recurrence: "once",
      allContacts: false,
      contactsIds: contacts.map(({ id }) => id).join(","),
    });
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(390);
    const row = page.getByRole("row", { name: title });
    await expect(row).toContainText("Aguardando envio...");
    await expect(row).toContainText("Tag/Contato");
    await expect(row).toContainText("Uma vez");
    for (const column of ["Recorrência", "Valor", "Horário", "Dia", "Enviados", "Total", "Ações"])
      await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
    const [made] = (await api.get<Schedule[]>("/agendamento")).filter((each) => each.title === title);
    // The second message waits, so the run is seen half-way.
    await setInterval(connection.id, 60_000);
    await sql("UPDATE schedule SET next_due = now() - interval '1 second' WHERE id = $1", [made?.id]);
    await expect(page.getByText("Agendamento atualizado!").first()).toBeVisible();
    await expect(row).toContainText("Enviando");
    await setInterval(connection.id, 200);
    await expect(row).toContainText("Já enviado", { timeout: patience(30_000) });
    await inspect(page, testInfo, "schedules");
    const second = contacts[1]?.name ?? "";
    await alterAnswer<ScheduleLog[]>(page, `/api/agendamento/logs/${made?.id}`, (logs) =>
      logs.map((each) => (each.contact.name === second ? { ...each, wasSend: false } : each)),
    );
    const asked = page.waitForRequest((request) => request.url().endsWith(`/api/agendamento/logs/${made?.id}`));
    const clicked = Date.now();
    await row.getByRole("button", { name: `Ver registros de ${title}` }).click();
    await asked;
    expect(Date.now() - clicked).toBeGreaterThanOrEqual(590);
    const log = page.getByRole("dialog", { name: "Registros do agendamento" });
    const line = log.getByRole("row", { name: contacts[0]?.name ?? "" });
    await expect(line).toContainText("Sim");
    await expect(line).toContainText(/\d{2}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}/);
    await expect(log.getByRole("row", { name: second })).toContainText("Não");
    await line.hover();
    await expect(page.getByRole("tooltip")).toHaveText(`Não esqueça, ${contacts[0]?.name}`);
    await log.getByRole("button", { name: "Fechar" }).first().click();
    await row.getByRole("button", { name: `Editar ${title}` }).click();
    const detail = page.getByRole("dialog", { name: title });
    await expect(detail.getByText("Alterações feitas aqui não serão efetivadas!")).toBeVisible();
    for (const [name, fact] of [
      ["Recorrência", "Uma vez"],
      ["Valor", "Já enviado"],
      ["Horário", clock],
      ["Enviados", "2"],
      ["Total", "2"],
      ["Conexão", "Padrão"],
      ["Contatos", second],
    ] as const)
      await expect(detail.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) })).toContainText(fact);
    await expect(detail.getByText("Última alteração")).toBeVisible();
    await expect(detail.getByText("Não esqueça, {{name}}")).toBeVisible();
    await expect(detail.getByRole("textbox")).toHaveCount(0);
    await inspect(page, testInfo, "schedule-detail");
    await detail.getByRole("button", { name: "Fechar" }).first().click();
    await row.getByRole("button", { name: `Excluir ${title}` }).click();
    const question = page.getByRole("alertdialog", { name: `Excluir o agendamento ${title}?` });
    await expect(question).toContainText("Um envio em andamento NÃO será cancelado");
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    await question.getByRole("button", { name: "Excluir agendamento" }).click();
    await expect(page.getByText("Agendamento excluido com sucesso!")).toBeVisible();
    expect((await remark).postDataJSON()).toMatchObject({ log: { origem: "Agendamento", agendamentoId: made?.id } });
    await expect(page.getByRole("row", { name: title })).toHaveCount(0);
  });

  test("recurrences in words, files, pauses, templates for who is outside of the window, and a page that is off [SCHED-010, SCHED-013, SCHED-016, SCHED-017, SCHED-018, SCHED-019, SCHED-020, SCHED-021, SCHED-024, SHELL-029, API-121, D-251, D-422]", async ({
    enter,
    api,
    cloud,
  }, testInfo) => {
    test.slow();
    const page = await enter();

    await test.step("every recurrence is chosen with its value, shown in words, and changed again [SCHED-010, SCHED-013, SCHED-016, SCHED-017, SCHED-018, SCHED-019, SCHED-020, SCHED-021, API-121]", async () => {
      const { id } = await createContact(api, uniqueName("Cliente"));
      const sendAt = inAnHour();
      const clock = new Date(sendAt).toLocaleTimeString("pt-BR", { timeZone: "America/Sao_Paulo", hour: "2-digit", minute: "2-digit" });
      await page.goto("/agendamentos");
      await expect(page.getByRole("heading", { name: "Agendamentos", level: 1 })).toBeVisible();
      for (const [recurrence, RValue, shown] of [
        ["every_day", "", ["Todo dia", clock]],
        ["every_week", "monday", ["Toda semana", "segunda-feira"]],
        ["every_month", "31", ["Todo mês", "dia 31"]],
        ["quarterly", "15/2", ["Trimestral", "15/02, 15/05, 15/08, 15/11"]],
        ["anually", "29/2", ["Todo ano", "29/02"]],
        ["last_day_of_month", "0", ["Último dia do mês", "Aguardando envio"]],
        ["business_day", "5", ["Dia útil", "5º dia útil"]],
      ] as const) {
        const title = uniqueName("Regra");
        await api.post("/agendamento", { title, message: "Oi", recurrence, RValue, sendAt, contactsIds: [id] });
        for (const text of shown) await expect(page.getByRole("row", { name: title })).toContainText(text);
      }
      const title = uniqueName("Muda");
      const { id: scheduleId } = await api.post<Schedule>("/agendamento", {
        title,
        message: "Oi",
        recurrence: "once",
        RValue: "0",
        sendAt,
        contactsIds: [id],
      });
      await page.getByRole("button", { name: `Editar ${title}` }).click();
      const form = page.getByRole("dialog", { name: "Editar agendamento" });
      await form.getByLabel("Recorrência").selectOption("every_month");
      await form.getByLabel("Dia do mês").selectOption("31");
      await expect(form.getByText(/^Próximos envios: .+ · .+ · .+/)).toBeVisible();
      await form.getByLabel("Recorrência").selectOption("every_week");
      await form.getByLabel("Dia da semana").selectOption("friday");
      const changed = page.waitForRequest(
        (request) => request.method() === "PUT" && request.url().endsWith(`/api/agendamento/${scheduleId}`),
      );
      await form.getByRole("button", { name: "Salvar" }).click();
      expect((await changed).postDataJSON()).toEqual({
        ...{ recurrence: "every_week", RValue: "friday" },
        log: { userId: expect.any(Number), userName: expect.any(String) },
      });
      await expect(page.getByRole("row", { name: title })).toContainText("sexta-feira");
      await sql("UPDATE schedule SET rule_value = '1' WHERE recurrence = 'last_day_of_month'");
      await page.reload();
      await expect(page.getByRole("row", { name: /Último dia do mês/ }).first()).toContainText("Já enviado");
    });

    await test.step("a schedule has files, pauses and resumes [SCHED-010, SCHED-024, D-251, D-422]", async () => {
      const contact = await createContact(api, uniqueName("Cliente"));
      await page.getByRole("button", { name: "Novo agendamento" }).first().click();
      await page.getByRole("button", { name: "Entendi" }).click();
      const form = page.getByRole("dialog", { name: "Novo agendamento" });
      await form.getByRole("radio", { name: "Contatos", exact: true }).check();
      await form.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
      await page.getByRole("option", { name: contact.name }).click();
      const [title, text] = [uniqueName("Lembrete"), uniqueName("Veja isto")];
      await form.getByLabel(/^Título/).fill(title);
      await form.getByLabel("Mensagem", { exact: true }).fill(text);
      await form.getByLabel("Recorrência").selectOption("every_day");
      const picture = { name: "foto.png", mimeType: "image/png", buffer: largePicture(600, 400) };
      const table = { name: "tabela.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%âãÏÓ\n") };
      const film = testInfo.outputPath("filme.bin");
      await writeFile(film, "");
      await truncate(film, 101 * 1024 * 1024);
      const files = form.getByRole("group", { name: "Arquivos" });
      await form.locator("input[type=file]").setInputFiles([picture, table]);
      await expect(files.getByRole("listitem")).toContainText(["foto.png", "tabela.pdf"]);
      await expect(files.locator("img")).toBeVisible();
      await inspect(page, testInfo, "schedule-files");
      await form.locator("input[type=file]").setInputFiles(film);
      await expect(files.getByRole("alert")).toContainText("100");
      await expect(form.getByRole("button", { name: "Agendar" })).toBeDisabled();
      await files.getByRole("button", { name: "Remover filme.bin" }).click();
      await form.getByRole("button", { name: "Agendar" }).click();
      await expect(form).toBeHidden();
      const made = (await api.get<Schedule[]>("/agendamento")).find((each) => each.title === title);
      expect(made?.medias.map(({ name }) => name)).toEqual(["foto.png", "tabela.pdf"]);

      await test.step("nothing of it goes out while it is paused [D-422]", async () => {
        const row = page.getByRole("row", { name: title });
        await row.getByRole("button", { name: `Pausar ${title}` }).click();
        await expect(row).toContainText("Pausado: nada sai até alguém retomar");
        await row.getByRole("button", { name: `Retomar ${title}` }).click();
        await expect(row).not.toContainText("Pausado");
      });
    });

    await test.step("recipients outside of the 24-hour window are counted before the start, and get the template that is chosen for them [SCHED-010, D-251]", async () => {
      const customer = cloud.newCustomer();
      const contact = await api.post<{ id: number; name: string }>("/contacts", {
        name: uniqueName("Distante"),
        number: customer.phone,
        respostaAutomatica: true,
      });
      const template = `novidades_${contact.id}`;
      const body = { type: "BODY", text: "Olá {{1}}, chegaram as novidades de {{2}}.", example: { body_text: [["Ana", "maio"]] } } as const;
      await cloud.addTemplate(template, "APPROVED", [body]);
      await page.getByRole("button", { name: "Novo agendamento" }).first().click();
      await page.getByRole("button", { name: "Entendi" }).click();
      const form = page.getByRole("dialog", { name: "Novo agendamento" });
      const title = uniqueName("Novidades");
      await form.getByLabel(/^Título/).fill(title);
      await form.getByLabel("Mensagem", { exact: true }).fill("Chegaram as novidades");
      await form.getByLabel("Conexão").selectOption({ label: cloud.name });
      await form.getByRole("radio", { name: "Contatos", exact: true }).check();
      await form.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
      await page.getByRole("option", { name: contact.name }).click();
      const choice = form.getByRole("region", { name: "Template para quem está fora da janela" });
      await expect(choice.getByRole("note")).toContainText("1 contato está fora da janela de 24 horas");
      await choice.getByLabel("Template para quem está fora da janela").selectOption(`${template} (pt_BR)`);
      await expect(form.getByRole("button", { name: "Agendar" })).toBeDisabled();
      await choice.getByLabel("Variável 1").fill("{{name}}");
      await choice.getByLabel("Variável 2").fill("maio");
      const preview = choice.getByRole("group", { name: "Como o primeiro destinatário lê o template" });
      await expect(preview).toContainText(`Olá ${contact.name}, chegaram as novidades de maio.`);
      await inspect(page, testInfo, "window-template");
      await form.getByRole("button", { name: "Agendar" }).click();
      await expect(form).toBeHidden();
      await page.getByRole("button", { name: `Ver ${title}` }).click();
      await expect(page.getByRole("dialog", { name: title })).toContainText(`${template}: Olá {{name}}, chegaram as novidades de maio.`);
      await sql("UPDATE schedule SET next_due = now() - interval '1 second' WHERE title = $1", [title]);
      await expect
        .poll(async () => (await customer.received()).map(({ type }) => type), { timeout: patience(30_000) })
        .toEqual(["template"]);
    });

    await test.step("the entry is no link while the setting is off, and the page says so [SHELL-029]", async () => {
      await page.route(/\/api\/settings/, async (route) => {
        const response = await route.fetch();
        const rows = (await response.json()) as { key: string; value: string }[];
        await route.fulfill({ response, json: rows.map((row) => (row.key === "allowAgendador" ? { ...row, value: "disabled" } : row)) });
      });
      await page.goto("/agendamentos");
      await expect(page.getByRole("heading", { name: "Agendamentos desativados" })).toBeVisible();
      const entry = page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Agendamentos" });
      await expect(entry).toHaveAttribute("aria-disabled", "true");
      await expect(entry).not.toHaveAttribute("href", /./);
    });
  });
});
