import type { Page } from "@playwright/test";
import { alterAnswer, openEventSender, recordCalls, withholdEvents } from "./support/answers.js";
import { stopClock } from "./support/clock.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { InboxPage } from "./support/inboxPage.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { uniqueName } from "./support/product.js";

interface Facts {
  readonly name: string;
  readonly api: "meow" | "baileys" | "wwebjs" | "cloud_api";
  readonly status: "CONNECTED" | "PAIRING" | "TIMEOUT" | "DISCONNECTED" | "OPENING";
  readonly battery: number | null;
}

/**
 * Opens the page with connections in states that a test cannot produce; the first of `facts` alters
 * the real one.
 */
async function showConnections(page: Page, id: number, facts: readonly Facts[]): Promise<ConnectionsPage> {
  await withholdEvents(page, "whatsapp", "whatsappSession");
  await alterAnswer<{ id: number }[]>(page, "/api/whatsapp", (list) => {
    const real = list.find((connection) => connection.id === id);
    return facts.map((fact, at) => ({ ...real, ...fact, isDefault: false, id: at === 0 ? id : id + 1_000_000 + at }));
  });
  await page.goto("/connections");
  return new ConnectionsPage(page);
}

test("each state of a connection has its buttons, and a low battery is marked [CONN-002, CONN-004, CONN-005, CONN-006, CONN-007]", async ({
  enter,
  api,
}) => {
  const { id } = await api.post<{ id: number }>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  const stage: readonly (readonly [Facts, readonly string[]])[] = [
    [{ name: "Balcão caído", api: "meow", status: "DISCONNECTED", battery: null }, ["Reconectar"]],
    [{ name: "Loja caída", api: "baileys", status: "DISCONNECTED", battery: 19 }, ["Tentar novamente", "Novo QR"]],
    [{ name: "Filial caída", api: "wwebjs", status: "DISCONNECTED", battery: 20 }, ["Tentar novamente", "Novo QR"]],
    [{ name: "Balcão ligado", api: "meow", status: "CONNECTED", battery: 100 }, ["Desconectar"]],
    [{ name: "Balcão parado", api: "meow", status: "TIMEOUT", battery: 0 }, ["Desconectar"]],
    [{ name: "Filial pareando", api: "wwebjs", status: "PAIRING", battery: null }, ["Desconectar"]],
    [{ name: "Loja ligada", api: "baileys", status: "CONNECTED", battery: null }, []],
    [{ name: "Filial abrindo", api: "wwebjs", status: "OPENING", battery: null }, ["Conectando…"]],
  ];
  const facts = stage.map(([fact]) => fact);
  const connections = await showConnections(page, id, facts);
  for (const [{ name, battery }, buttons] of stage) {
    const row = connections.row(name);
    await expect(row.getByRole("button", { name: new RegExp(`, ${name}$`) })).toHaveText([...buttons]);
    await expect(row.getByText("baixa")).toBeVisible({ visible: battery !== null && battery < 20 });
  }
  await expect(connections.row("Filial abrindo").getByRole("button", { name: "Conectando…" })).toBeDisabled();
  const restarted = page.waitForRequest((request) => request.url().endsWith("/api/whatsapp/restart"));
  await connections.row("Balcão caído").getByRole("button", { name: "Reconectar" }).click();
  expect((await restarted).postDataJSON()).toMatchObject({ whatsappId: id });

  // In a window that is narrower than the table, the actions stay in sight.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(connections.row("Loja caída").getByRole("button", { name: "Excluir Loja caída" })).toBeInViewport({ ratio: 1 });
});

test("disconnecting ends the session, after a question [CONN-006]", async ({ enter, api }) => {
  const connection = await LinkedConnection.link(api);
  const page = await enter();
  await page.goto("/connections");
  const row = new ConnectionsPage(page).row(connection.name);
  await expect(row).toContainText("Conectado");
  await row.getByRole("button", { name: "Desconectar" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: `Desconectar ${connection.name}` })
    .click();
  await expect(page.getByText(`${connection.name} desconectada.`)).toBeVisible();
  await expect(row.getByRole("button", { name: "QR Code" })).toBeVisible();
  expect((await api.get<{ status: string }>(`/whatsapp/${connection.id}`)).status).not.toBe("CONNECTED");
});

test("a conversation of a deleted connection stays readable, and its button says why it cannot be reopened [D-152]", async ({
  enter,
  api,
  customer: other,
}) => {
  const connection = await LinkedConnection.link(api);
  const customer = await connection.newCustomer();
  await other.writes("Aqui continua");
  await customer.writes("Guarde isto");
  const inbox = await new InboxPage(await enter()).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await api.delete(`/whatsapp/${connection.id}`);
  const reopen = conversation.region.locator('[data-region="composer"]').getByRole("button", { name: "Reabrir" });
  await expect(reopen).toBeDisabled();
  await expect(reopen).toHaveAccessibleDescription("A conexão desta conversa foi excluída");
  await expect(conversation.message("Guarde isto")).toBeVisible();
});

test("a shown QR code is requested again every 15 s [CONN-009]", async ({ enter, api }) => {
  const name = uniqueName("Loja");
  const { id } = await api.post<{ id: number }>("/whatsapp", { name, api: "meow" });
  const page = await enter();
  const asked = recordCalls(page, ({ pathname }) => pathname === `/api/whatsapp/meow/qr/${id}`);
  await page.clock.install();
  await page.goto("/connections");
  await page.getByRole("button", { name: `QR Code, ${name}` }).click();
  await expect(new ConnectionsPage(page).qr(name)).toBeVisible();
  await stopClock(page);
  const left = async () => Number((await page.getByText(/^Novo código em/).textContent())?.match(/\d+/)?.[0]);
  expect(await left()).toBeLessThanOrEqual(15);
  const before = asked.length;
  // A code of an event, which may come at any moment, begins the 15 s again.
  while ((await left()) > 3) {
    await page.clock.runFor(1_000);
    expect(asked).toHaveLength(before);
  }
  await page.clock.runFor(4_000);
  await expect.poll(() => asked.length).toBe(before + 1);
});

test("a code that WhatsApp retires is replaced at once by the next one, and the dialog says so [CONN-003]", async ({ enter, api }) => {
  const name = uniqueName("Loja");
  const { id } = await api.post<{ id: number }>("/whatsapp", { name, api: "meow" });
  const page = await enter();
  const sendEvent = await openEventSender(page);
  const asked = recordCalls(page, ({ pathname }) => pathname === `/api/whatsapp/meow/qr/${id}`);
  await page.goto("/connections");
  await page.getByRole("button", { name: `QR Code, ${name}` }).click();
  const qr = new ConnectionsPage(page).qr(name);
  await expect(qr).toBeVisible();
  expect(await qr.evaluate((element) => element.tagName)).toBe("IMG");
  const session = {
    ...(await api.get<object>(`/whatsapp/${id}`)),
    qrcode: "2@codigo,novo",
    updatedAt: new Date(Date.now() + 60_000).toISOString(),
  };
  const before = asked.length;
  sendEvent("whatsappSession", { action: "update", session });
  await expect.poll(() => qr.evaluate((element) => element.tagName)).toBe("svg");
  await expect(page.getByText("O código mudou. Leia este novo.")).toBeVisible();
  expect(asked).toHaveLength(before);
});

test("a connection's name has 2 to 255 characters, and with several queues a greeting [CONN-025, CONN-028]", async ({ enter, api }) => {
  const queues = [await api.createQueue(), await api.createQueue()];
  const page = await enter();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  const { form } = connections;
  const name = form.getByLabel("Nome", { exact: true });
  const submit = form.getByRole("button", { name: "Adicionar", exact: true });
  for (const [typed, refusal] of [
    ["", "Required"],
    ["L", "Too Short!"],
    ["L".repeat(256), "Too Long!"],
  ] as const) {
    await name.fill(typed);
    await submit.click();
    await expect(name).toHaveAccessibleDescription(refusal);
  }
  await name.fill(uniqueName("Loja"));
  for (const queue of queues) await form.getByRole("checkbox", { name: queue.name }).check();
  await submit.click();
  const greeting = form.getByLabel("Mensagem de saudação");
  await expect(greeting).toHaveAccessibleDescription(/saudação/);
  await expect(greeting).toHaveAttribute("aria-invalid", "true");
  await greeting.fill("Olá! Escolha uma fila:");
  await expectValid(greeting);
  await submit.click();
  await expect(page.getByText("Conexão adicionada com sucesso!")).toBeVisible();
});

test("the form keeps every field of a connection [CONN-013, CONN-015, CONN-021]", async ({ enter, api }) => {
  const queue = await api.createQueue();
  const name = uniqueName("Loja");
  const page = await enter();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  const { form } = connections;
  await form.getByLabel("Nome", { exact: true }).fill(name);
  await form.getByRole("checkbox", { name: queue.name }).check();
  const texts = {
    Mensagens: {
      greetingMessage: "Mensagem de saudação",
      farewellMessage: "Mensagem de despedida",
      greetingMessageRedirect: "Saudação de redirecionamento",
      outOfHoursMessage: "Mensagem fora do horário",
      transferMessage: "Mensagem de transferência",
    },
    "Bot e Typebot": {
      greetingBotMessage: "Saudação do bot",
      publicIDTypebot: "ID público do Typebot",
      publicDNSTypebot: "Endereço do Typebot (https)",
    },
    "N.P.S.": { npsMessage: "Pedido de avaliação", npsTksMessage: "Agradecimento" },
  };
  const typed: Record<string, string> = {};
  for (const [section, fields] of Object.entries(texts)) {
    await form.getByRole("button", { name: new RegExp(section) }).click();
    for (const [field, label] of Object.entries(fields)) {
      const text = field === "publicDNSTypebot" ? "https://bot.example.com" : `${label} da ${name}`;
      await form.getByLabel(label).fill(text);
      typed[field] = text;
    }
  }
  await form.getByRole("switch", { name: "Pedir avaliação ao encerrar" }).check();
  // This network delivers no lists.
  await expect(form.getByRole("button", { name: /Lista de opções/ })).toBeHidden();
  const saved = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/api/whatsapp"));
  await form.getByRole("button", { name: "Adicionar", exact: true }).click();
  const { id } = (await (await saved).json()) as { id: number };
  const kept = await api.get<object>(`/whatsapp/${id}`);
  expect(kept).toMatchObject({ id, name, api: "meow", isDefault: false, nps: true, sendList: false, ...typed });
  expect(kept).toMatchObject({ queues: [{ id: queue.id }], battery: null });
  expect(kept).toHaveProperty("retries");
});

test("a connection of the official API needs the ids and the token from Meta [CONN-014, CONN-021]", async ({ enter, problems }) => {
  // This installation has no such connector, so only the sent request is checked.
  problems.accept(/Console: .*status of 400.*\/api\/whatsapp/);
  const page = await enter();
  await alterAnswer<{ connectors: string[] }>(page, "/config.json", (config) => ({ ...config, connectors: ["meow", "cloud_api"] }));
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  const { form } = connections;
  await form.getByRole("radio", { name: /Cobrada pela Meta/ }).check();
  await form.getByLabel("Nome", { exact: true }).fill(uniqueName("Loja"));
  await form.getByRole("button", { name: /^\d*\s*Meta/ }).click();
  await form.getByRole("switch", { name: "Integração ativa" }).check();
  await form.getByLabel("ID do número de telefone").fill("104857600123456");
  await form.getByLabel("ID da conta (WABA)").fill("209715200123456");
  await form.getByLabel("Token da Meta").fill("EAAG-token");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/whatsapp"));
  await form.getByRole("button", { name: "Adicionar", exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    api: "cloud_api",
    metaIntegration: true,
    phoneNumberId: "104857600123456",
    wabaId: "209715200123456",
    tokenMeta: "EAAG-token",
  });
});
