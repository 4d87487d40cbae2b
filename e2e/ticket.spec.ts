import { stopClock } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { openTicket } from "./support/history.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { expectSearchFromThreeOn } from "./support/searchPicker.js";
import { walkTo } from "./support/walk.js";

test("whoever opens another person's ticket gets a notice and is redirected to the tickets [TICKET-035]", async ({
  enter,
  api,
  ana,
  connection,
  problems,
}) => {
  problems.accept(/Console: .*status of 403.*\/api\/(tickets|messages)\/\d+|api\/tickets\/1\b/);
  const { ticketId } = await openTicket(api, { connection, userId: ana.id, texts: ["Só para a Ana"] });
  const bia = await api.createAccount("Bia", { profile: "user", queueIds: [(await api.createQueue()).id] });
  const page = await enter(bia);
  await page.goto(`/tickets/${ticketId}`);
  await expect(page.getByText("Você não tem permissão para acessar esse ticket")).toBeVisible();
  await expect(page).toHaveURL(/\/tickets(\?|$)/);
  await expect(page.getByText("Só para a Ana")).toBeHidden();

  await test.step("a ticket that could not be read leaves a phone the way back to the tickets", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route("**/api/tickets/1", (route) =>
      route.fulfill({ status: 500, json: { error: "ERR_INTERNAL", message: "ERR_INTERNAL" } }),
    );
    await walkTo(page, "/tickets/1");
    await expect(page.getByText("Não foi possível carregar a conversa")).toBeVisible();
    await page.getByRole("button", { name: "Voltar às conversas" }).click();
    await expect(page).toHaveURL(/\/tickets(\?|$)/);
  });
});

test("a transfer has person, queue and connection, and shows what is missing; a closing can be undone for 4.5 s [TICKET-017, TICKET-036, TICKET-037, TICKET-040, D-057]", async ({
  enter,
  api,
  ana,
  connection,
  customer,
}) => {
  const page = await enter(ana);
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Passe para o Rui");
  const conversation = await inbox.accept(customer.name);

  await test.step("a transfer has person, queue and connection, and searches people from three characters on [TICKET-036, TICKET-040]", async () => {
    const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id] });
    await conversation.choose("Transferir");
    const dialog = page.getByRole("dialog", { name: "Transferir conversa" });
    await expect(dialog.getByRole("combobox", { name: "Fila" }).locator("option:checked")).toHaveText(connection.queue.name);
    await expect(dialog.getByRole("combobox", { name: "Conexão" }).locator("option:checked")).toHaveText(connection.name);
    await dialog.getByRole("button", { name: "Transferir", exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Nada muda assim. Escolha um atendente, outra fila ou outra conexão.");
    await expectSearchFromThreeOn(dialog.getByRole("combobox", { name: /^Atendente/ }), "/api/users", rui.name);
    await dialog.getByRole("option", { name: rui.name }).click();
    await expect(dialog.getByText(rui.name)).toBeVisible();
    const cross = dialog.getByRole("button", { name: "Escolher outro atendente" });
    await expect(cross).toBeFocused();
    // Where a frame is late, the dialog catches the focus of the cross that is gone before the field can take it.
    await page.evaluate(() => {
      const { requestAnimationFrame: frame, setTimeout: wait } = window;
      window.requestAnimationFrame = (run) => wait(() => frame(run), 150);
    });
    await page.keyboard.press("Enter");
    const field = dialog.getByRole("combobox", { name: /^Atendente/ });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("placeholder", "Buscar colega");
    // Whoever is in the queue is there before the first letter; what was only chosen is not asked about.
    await dialog.getByRole("option", { name: rui.name }).click();
    await expect(dialog.getByRole("combobox", { name: "Fila" }).locator("option:checked")).toHaveText(connection.queue.name);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("a transfer without a queue shows what is missing and changes nothing [TICKET-037]", async () => {
    const bia = await api.createAccount("Bia", { profile: "user", queueIds: [(await api.createQueue()).id, (await api.createQueue()).id] });
    await conversation.choose("Transferir");
    const dialog = page.getByRole("dialog", { name: "Transferir conversa" });
    await dialog.getByRole("combobox", { name: /^Atendente/ }).fill(bia.name);
    await dialog.getByRole("option", { name: bia.name }).click();
    const queue = dialog.getByRole("combobox", { name: "Fila" });
    await expect(queue.locator("option:checked")).toHaveText("Escolha");
    await dialog.getByRole("button", { name: "Transferir" }).click();
    await expect(queue).toHaveAccessibleDescription("Preencha todos os campos para realizar a transferencia");
    await dialog.press("Escape");
    await expect(conversation.box).toBeVisible();
  });

  await test.step("resolving and closing happen after 4.5 s, not before, and not at all when they are undone [TICKET-017, D-057]", async () => {
    const puts: unknown[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT" && /\/api\/tickets\/\d+$/.test(new URL(request.url()).pathname)) puts.push(request.postDataJSON());
    });
    const undo = page.getByRole("button", { name: "Desfazer" });
    for (const [how, close] of CLOSINGS)
      await test.step(how, async () => {
        await page.clock.resume();
        const customer = await connection.newCustomer();
        await inbox.open("Aguardando");
        await customer.writes("Obrigada, era só isso");
        const conversation = await inbox.accept(customer.name);
        puts.length = 0;
        await stopClock(page);
        await close(conversation);
        await page.clock.runFor(4_400);
        await expect(undo).toBeVisible();
        await undo.click();
        await page.clock.runFor(5_000);
        expect(puts).toEqual([]);
        await expect(conversation.box).toBeFocused();

        await close(conversation);
        await page.clock.runFor(4_400);
        expect(puts).toEqual([]);
        await page.clock.runFor(200);
        await expect.poll(() => puts).toEqual([expect.objectContaining({ status: "closed" })]);
      });
  });
});

const CLOSINGS = [
  ["resolving", (conversation) => conversation.region.getByRole("button", { name: "Resolver" }).click()],
  [
    "closing from the menu",
    async (conversation) => {
      await conversation.choose("Encerrar sem despedida");
      await conversation.region.page().getByRole("button", { name: "Encerrar conversa" }).click();
    },
  ],
] as const satisfies readonly (readonly [string, (conversation: Conversation) => Promise<void>])[];
