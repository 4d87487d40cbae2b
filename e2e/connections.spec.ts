import type { Page } from "@playwright/test";
import { alterAnswer, openEventSender, recordCalls, withholdEvents } from "./support/answers.js";
import { stopClock } from "./support/clock.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { InboxPage } from "./support/inboxPage.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

interface Facts {
  readonly name: string;
  readonly api: "meow" | "baileys" | "wwebjs" | "cloud_api";
  readonly status: "CONNECTED" | "PAIRING" | "TIMEOUT" | "DISCONNECTED" | "OPENING" | "qrcode";
  readonly battery: number | null;
  readonly statusReason?: string;
}

/**
 * Opens the page with connections in states that a test cannot produce; the first of `facts` alters
 * the real one.
 */
async function showConnections(page: Page, id: number, facts: readonly Facts[]): Promise<ConnectionsPage> {
  await withholdEvents(page, "whatsapp", "whatsappSession");
  await alterAnswer<{ id: number }[]>(page, "/api/whatsapp", (list) => {
    const real = list.find((connection) => connection.id === id);
    return facts.map((fact, at) => ({ ...real, ...fact, isDefault: false, downSince: null, id: at === 0 ? id : id + 1_000_000 + at }));
  });
  await page.goto("/connections");
  return new ConnectionsPage(page);
}

test("each state of a connection has its buttons, and a low battery is marked [CONN-002, CONN-004, CONN-005, CONN-006, CONN-007, CONN-023, D-023]", async ({
  enter,
  api,
  problems,
}) => {
  // The sessions of the altered connections are unknown to the api.
  problems.accept(/Console: .*status of 40\d.*\/api\/whatsapp/);
  const { id } = await api.post<{ id: number }>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  const stage: readonly (readonly [Facts, readonly string[]])[] = [
    [{ name: "Balcão caído", api: "meow", status: "DISCONNECTED", battery: null }, ["Reconectar", "Novo QR"]],
    [{ name: "Loja caída", api: "baileys", status: "DISCONNECTED", battery: 19 }, ["Tentar novamente", "Novo QR"]],
    [{ name: "Filial caída", api: "wwebjs", status: "DISCONNECTED", battery: 20 }, ["Tentar novamente", "Novo QR"]],
    [{ name: "Balcão ligado", api: "meow", status: "CONNECTED", battery: 100 }, ["Desconectar"]],
    [{ name: "Balcão parado", api: "meow", status: "TIMEOUT", battery: 0 }, ["Novo QR", "Desconectar"]],
    [{ name: "Filial pareando", api: "wwebjs", status: "PAIRING", battery: null }, ["Desconectar"]],
    [{ name: "Loja ligada", api: "baileys", status: "CONNECTED", battery: null }, ["Desconectar"]],
    [{ name: "Filial abrindo", api: "wwebjs", status: "OPENING", battery: null }, ["Conectando…", "Desconectar"]],
    [{ name: "Loja sem celular", api: "baileys", status: "qrcode", battery: null }, ["QR Code"]],
    [{ name: "Posto em dúvida", api: "baileys", status: "CONNECTED", battery: null, statusReason: "restricted" }, ["Desconectar"]],
  ];
  const facts = stage.map(([fact]) => fact);
  const connections = await showConnections(page, id, facts);
  for (const [{ name, battery }, buttons] of stage) {
    const row = connections.row(name);
    await expect(row.getByRole("button", { name: new RegExp(`, ${name}$`) })).toHaveText([...buttons]);
    await expect(row.getByText("baixa")).toBeVisible({ visible: battery !== null && battery < 20 });
  }
  await expect(connections.row("Posto em dúvida")).toContainText("Em dúvida");
  await expect(connections.row("Posto em dúvida")).toContainText("O WhatsApp restringiu este número");
  await expect(connections.row("Balcão parado")).toContainText("Ninguém leu o código a tempo. O sistema espera por você.");
  await expect(connections.row("Filial abrindo").getByRole("button", { name: "Conectando…" })).toBeDisabled();
  const restarted = page.waitForRequest((request) => request.url().endsWith("/api/whatsapp/restart"));
  await connections.row("Balcão caído").getByRole("button", { name: "Reconectar" }).click();
  expect((await restarted).postDataJSON()).toMatchObject({ whatsappId: id });

  // In a window that is narrower than the table, the actions stay in sight; high, so that every row is.
  await page.setViewportSize({ width: 1024, height: 2_000 });
  await expect(connections.row("Loja caída").getByRole("button", { name: "Excluir Loja caída" })).toBeInViewport({ ratio: 1 });

  await test.step("another connector tries a session again or links it anew, each with its own call [CONN-005]", async () => {
    for (const [button, method] of [
      ["Tentar novamente", "POST"],
      ["Novo QR", "PUT"],
    ] as const) {
      const sent = page.waitForRequest((request) => /\/api\/whatsappsession\/\d+$/.test(request.url()));
      await connections
        .row("Loja caída")
        .getByRole("button", { name: `${button}, Loja caída` })
        .click();
      expect((await sent).method()).toBe(method);
    }
    await expect(connections.linkDialog("Loja caída")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(connections.linkDialog("Loja caída")).toBeHidden();
  });

  await test.step("those that need attention can be shown alone [CONN-023]", async () => {
    await page.getByRole("button", { name: "Mostrar só elas" }).click();
    const rows = page.getByRole("row").filter({ hasText: /Balcão|Loja|Filial/ });
    await expect(rows).toHaveCount(7);
    for (const name of ["Balcão ligado", "Loja ligada"]) await expect(rows.filter({ hasText: name })).toHaveCount(0);
  });
});

test("disconnecting ends the session, after a question, without a notice; what was said there stays readable when it is deleted [CONN-006, D-152]", async ({
  enter,
  api,
}) => {
  const connection = await LinkedConnection.link(api);
  const customer = await connection.newCustomer();
  await customer.writes("Guarde isto");
  const page = await enter();
  await page.clock.install();
  const conversation = await (await new InboxPage(page).open("Aguardando")).accept(customer.name);
  const address = page.url();
  await walkTo(page, "/connections");
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
  // The notice appears after ten seconds, if the connection is still down.
  await page.clock.runFor(13_000);
  await expect(page.getByText(`${connection.name} caiu.`)).toHaveCount(0);

  await walkTo(page, address);
  await expect(conversation.box).toBeVisible();
  await api.delete(`/whatsapp/${connection.id}`);
  const reopen = conversation.region.locator('[data-region="composer"]').getByRole("button", { name: "Reabrir" });
  await expect(reopen).toBeDisabled();
  await expect(reopen).toHaveAccessibleDescription("A conexão desta conversa foi excluída");
  await expect(conversation.message("Guarde isto")).toBeVisible();
});

test("a connection that waits for its phone is marked, and gives its codes [CONN-003, CONN-009, CONN-023, CONN-026, CONN-027, SHELL-033]", async ({
  enter,
  api,
}) => {
  const name = uniqueName("Loja");
  const { id } = await api.post<{ id: number }>("/whatsapp", { name, api: "meow" });
  // A number that pairs has no other buttons until it is linked, so it is one of its own.
  const paired = uniqueName("Loja");
  await api.post("/whatsapp", { name: paired, api: "meow" });
  const page = await enter();
  const sendEvent = await openEventSender(page);
  const asked = recordCalls(page, ({ pathname }) => pathname === `/api/whatsapp/meow/qr/${id}`);
  await page.clock.install();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await expect(page.getByRole("button", { name: `QR Code, ${name}` })).toBeVisible();
  await expect(page.getByRole("button", { name: `Código de pareamento, ${name}` })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: /^Conexões/ })).toContainText("!");

  await test.step("a pairing code can be requested with 12 or 13 digits only [CONN-026, CONN-027]", async () => {
    await page.getByRole("button", { name: `Código de pareamento, ${paired}` }).click();
    const dialog = connections.linkDialog(paired);
    const phone = dialog.getByLabel("Telefone da conta");
    const ask = dialog.getByRole("button", { name: "Gerar código" });
    await phone.fill("55119876543");
    await ask.click();
    await expect(phone).toHaveAccessibleDescription("Número de telefone inválido");
    await phone.fill("+55 (11) 98765-43210");
    await expect(phone).toHaveValue("5511987654321");
    await expectValid(phone);
    await ask.click();
    await expect(dialog.getByLabel("Código de pareamento", { exact: true }).last()).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  });

  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await test.step("a shown QR code is requested again every 15 s [CONN-009]", async () => {
    await page.getByRole("button", { name: `QR Code, ${name}` }).click();
    await expect(connections.qr(name)).toBeVisible();
    expect(await connections.qr(name).evaluate((element) => element.tagName)).toBe("IMG");
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
    await page.clock.resume();
  });

  await test.step("a code that WhatsApp retires is replaced at once by the next one, and the dialog says so [CONN-003]", async () => {
    const qr = connections.qr(name);
    await expect(qr).toBeVisible();
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

  await test.step("after five minutes no code is asked for, however long the dialog stays open", async () => {
    await page.clock.fastForward(5 * 60_000);
    await expect(page.getByText(/^Novo código em/)).toBeHidden();
    const before = asked.length;
    for (let minute = 0; minute < 10; minute += 1) await page.clock.fastForward(60_000);
    expect(asked).toHaveLength(before);
  });
});

test("a connection is added with one of four connectors, a name, queues with a greeting, and every field [CONN-010, CONN-011, CONN-013, CONN-015, CONN-021, CONN-025, CONN-028]", async ({
  enter,
  api,
}) => {
  const queues = [await api.createQueue(), await api.createQueue()];
  const typedName = uniqueName("Loja");
  const page = await enter();
  await alterAnswer<object>(page, "/config.json", (config) => ({ ...config, connectors: ["meow", "baileys", "cloud_api"] }));
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  const { form } = connections;

  await test.step("one of four connectors is chosen, meow by default; a missing one is marked [CONN-010, CONN-011]", async () => {
    const choice = form.getByRole("radiogroup", { name: "Conector" });
    await expect(choice.getByRole("radio")).toHaveCount(4);
    for (const name of [/API 1/, /API 2/, /API 3/, /Meta Cloud API/]) await expect(choice.getByRole("radio", { name })).toHaveCount(1);
    await expect(choice.getByRole("radio", { name: /API 3 · meow/ })).toBeChecked();
    await expect(choice.getByRole("radio", { name: /API 1 · wwebjs.*Indisponível nesta instalação/ })).toBeDisabled();
    await choice.getByRole("radio", { name: /Meta Cloud API/ }).check();
    await expect(choice.getByRole("radio", { checked: true })).toHaveCount(1);
    await expect(form.getByRole("button", { name: "Meta", exact: true })).toBeVisible();
    await choice.getByRole("radio", { name: /API 2/ }).check();
    await expect(form.getByRole("button", { name: "Meta", exact: true })).toBeHidden();
  });
  await form.getByRole("radio", { name: /API 3 · meow/ }).check();

  await test.step("a connection's name has 2 to 255 characters, and with several queues a greeting [CONN-025, CONN-028]", async () => {
    const name = form.getByLabel("Nome", { exact: true });
    const submit = form.getByRole("button", { name: "Adicionar", exact: true });
    for (const [typed, refusal] of [
      ["", "Obrigatório"],
      ["L", "Curto demais"],
      ["L".repeat(256), "Longo demais"],
    ] as const) {
      await name.fill(typed);
      await submit.click();
      await expect(name).toHaveAccessibleDescription(refusal);
    }
    await name.fill(typedName);
    for (const queue of queues) await form.getByRole("checkbox", { name: queue.name }).check();
    await submit.click();
    const greeting = form.getByLabel("Mensagem de saudação");
    await expect(greeting).toHaveAccessibleDescription(/saudação/);
    await expect(greeting).toHaveAttribute("aria-invalid", "true");
    await greeting.fill("Olá! Escolha uma fila:");
    await expectValid(greeting);
  });

  const texts = {
    Mensagens: {
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
  const typed: Record<string, string> = { greetingMessage: "Olá! Escolha uma fila:" };
  for (const [section, fields] of Object.entries(texts)) {
    const head = form.getByRole("button", { name: new RegExp(section) });
    // A refused field has opened its section.
    if ((await head.getAttribute("aria-expanded")) !== "true") await head.click();
    for (const [field, label] of Object.entries(fields)) {
      const text = field === "publicDNSTypebot" ? "https://bot.example.com" : `${label} da ${typedName}`;
      await form.getByLabel(label).fill(text);
      typed[field] = text;
    }
  }
  await form.getByRole("switch", { name: "Pedir avaliação ao encerrar" }).check();
  // This network delivers no lists.
  await expect(form.getByRole("button", { name: /Lista de opções/ })).toBeHidden();
  const saved = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/api/whatsapp"));
  await form.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(page.getByText("Conexão adicionada com sucesso!")).toBeVisible();
  const { id } = (await (await saved).json()) as { id: number };
  const kept = await api.get<object>(`/whatsapp/${id}`);
  expect(kept).toMatchObject({ id, name: typedName, api: "meow", isDefault: false, nps: true, sendList: false, ...typed });
  expect(kept).toMatchObject({ queues: queues.map(({ id: queueId }) => ({ id: queueId })), battery: null });
  expect(kept).toHaveProperty("retries");
});
