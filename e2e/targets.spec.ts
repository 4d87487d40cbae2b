import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { walkTo } from "./support/walk.js";

const MINUTE_MS = 60_000;

test("an administrator sets targets, and rows and header say what is left, what is overdue, and which comes first [D-510, D-512]", async ({
  enter,
  api,
  connection,
}, testInfo) => {
  test.slow();
  const queue = await api.createQueue();
  const bia = await api.createAccount("Bia", { profile: "user", queueIds: [connection.queue.id, queue.id] });
  const [late, calm] = [await connection.newCustomer(), await connection.newCustomer()];

  const admin = await enter();
  await test.step("in the queue's form, which refuses what is no number of minutes [D-510]", async () => {
    await admin.goto("/queues");
    await admin.getByRole("button", { name: `Editar ${queue.name}` }).click();
    const dialog = admin.getByRole("dialog", { name: "Editar fila" });
    const first = dialog.getByRole("spinbutton", { name: "Primeira resposta" });
    await first.fill("0");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Informe de 1 a 30000 minutos, ou deixe vazio.")).toBeVisible();
    await first.fill("30");
    await dialog.getByRole("spinbutton", { name: "Resposta seguinte" }).fill("60");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog).toBeHidden();
    expect(await api.get("/queue")).toContainEqual(
      expect.objectContaining({ id: queue.id, firstAnswerTarget: 30, nextAnswerTarget: 60, resolutionTarget: null, targetWarning: 80 }),
    );
  });

  const page = await enter(bia);
  const inbox = await new InboxPage(page).open("Aguardando");
  const ids = new Map<string, string>();
  for (const { name, writes } of [late, calm]) {
    await writes("Tem parafusos?");
    await expect(inbox.row(name)).toBeVisible();
    const id = (await inbox.row(name).getAttribute("data-ticket-id")) ?? "";
    ids.set(name, id);
    await api.put(`/tickets/${id}`, { queueId: queue.id, whatsappId: connection.id });
    await expect(inbox.row(name)).toContainText(/(30|29) min|amanhã/);
  }

  await test.step("the header says which target and until when, and an answer ends it [D-510]", async () => {
    const { region, box } = await inbox.accept(calm.name);
    await expect(region.getByText(/^Primeira resposta até (hoje|amanhã)/)).toBeVisible();
    await inspect(page, testInfo, "targets");
    await box.fill("Temos");
    await box.press("Enter");
    await expect(region.getByText("Temos")).toBeVisible();
    await expect(region.getByText(/^Primeira resposta até/)).toHaveCount(0);
    await calm.writes("Quero dez");
    await expect(region.getByText(/^Resposta até (hoje|amanhã)/)).toBeVisible();
  });

  await test.step("what is overdue says so in words, and is first where the person wants it [D-512]", async () => {
    await api.put(`/tickets/${ids.get(late.name) ?? ""}`, { queueId: queue.id, whatsappId: connection.id, userId: bia.id });
    await page.clock.setFixedTime(Date.now() + 36 * MINUTE_MS);
    const later = await new InboxPage(page).open("Abertos");
    await expect(later.row(late.name)).toContainText(/vencida há \d min/);
    await expect(later.row(calm.name)).toContainText(/2\d min|amanhã/);
    await page.getByRole("switch", { name: "Vence primeiro" }).check();
    await expect.poll(async () => (await later.rows.allTextContents()).findIndex((text) => text.includes(late.name))).toBe(0);
    await inspect(page, testInfo, "targetsOver");
  });

  await test.step("the dashboard has the share within target, and each figure its conversations [D-513]", async () => {
    await walkTo(admin, "/");
    const card = admin.getByRole("region", { name: "Metas" });
    await card.getByRole("combobox", { name: "Agrupar metas" }).selectOption({ label: "por fila" });
    await card.getByRole("button", { name: `${queue.name}: no prazo 1` }).click();
    const dialog = admin.getByRole("dialog", { name: `${queue.name}: no prazo` });
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await expect(dialog).toContainText(calm.name);
    await admin.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("the report of targets has them for its own period and queue, with the same conversations, and as a file [D-610]", async () => {
    await walkTo(admin, "/report?card=target");
    await admin.getByRole("combobox", { name: "Fila", exact: true }).selectOption({ label: queue.name });
    const card = admin.getByRole("region", { name: "Metas" });
    await card.getByRole("button", { name: "Primeira resposta: no prazo 1" }).click();
    await expect(admin.getByRole("dialog")).toContainText(calm.name);
    await admin.keyboard.press("Escape");
    await inspect(admin, testInfo, "targetReport");
    const answered = admin.waitForResponse((response) => response.url().endsWith("/api/report/target"));
    await admin.getByRole("button", { name: "Baixar XLSX" }).click();
    expect(await (await answered).json()).toMatchObject({ file: "relatorio-metas.xlsx" });
  });
});
