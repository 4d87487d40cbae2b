import { Api, type Account } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { LinkedConnection } from "./support/linkedConnection.js";

test("whoever accepts too late is told so, and takes the next ticket from there [INBOX-022, D-048]", async ({
  enter,
  ana,
  api,
  connection,
  customer,
  problems,
}) => {
  problems.accept(/status of 4(09|03).*\/api\/(tickets|messages)\/\d+/);
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id] });
  const second = await connection.newCustomer();
  await customer.writes("Primeiro da fila");
  const his = await new InboxPage(await enter(rui)).open("Aguardando");
  await expect(his.row(customer.name)).toBeVisible();
  await second.writes("Segundo da fila");
  await expect(his.row(second.name)).toBeVisible();
  const hers = await Api.signIn(ana);
  // His acceptance reaches the api after hers.
  await his.page.route(
    "**/api/tickets/*",
    async (route) => {
      const id = Number(/\d+$/.exec(route.request().url())?.[0]);
      await hers.put(`/tickets/${id}`, { status: "open", userId: ana.id });
      await route.continue();
    },
    { times: 1 },
  );
  const acceptance = his.page.waitForRequest((request) => request.method() === "PUT");
  await his
    .row(customer.name)
    .getByRole("button", { name: `Aceitar ${customer.name}` })
    .click();
  await acceptance;
  const dialog = his.page.getByRole("alertdialog", { name: "Outra pessoa já aceitou" });
  await expect(dialog).toContainText(customer.name);
  await expect(dialog.getByRole("button", { name: "Ver" })).toBeHidden();
  await expect(his.page.locator(".Toastify__toast")).toHaveCount(0);
  const next = dialog.getByRole("button", { name: "Aceitar a próxima" });
  await expect(next).toBeFocused();
  await next.click();
  await expect(dialog).toBeHidden();
  await expect(
    his
      .conversation(second.name)
      .box.or(his.page.getByRole("region", { name: /^Conversa com/ }))
      .first(),
  ).toBeVisible();

  await test.step("the choice of a queue closes when somebody else accepts the ticket, and names the person [INBOX-022]", async () => {
    // A manager sees who it was.
    const marta = await api.createAccount("Marta", { profile: "gerente", queueIds: [connection.queue.id] });
    const managers = await new InboxPage(await enter(marta)).open("Aguardando");
    const stranger = await (await LinkedConnection.linkWithoutQueue(api)).newCustomer();
    await stranger.writes("Sem fila");
    await managers.row(stranger.name).getByRole("button", { name: "Escolher fila" }).click();
    await expect(managers.page.getByRole("dialog", { name: "Escolha a fila" })).toBeVisible();
    const { tickets } = await api.get<{ tickets: { id: number; contact: { name: string } }[] }>(
      `/tickets?status=pending&showAll=true&searchParam=${encodeURIComponent(stranger.name)}`,
    );
    const id = tickets.find(({ contact }) => contact.name === stranger.name)?.id ?? 0;
    await hers.put(`/tickets/${id}`, { status: "open", userId: ana.id, queueId: connection.queue.id });
    const dialog = managers.page.getByRole("alertdialog", { name: `${ana.name} já aceitou` });
    await expect(dialog).toBeVisible();
    await expect(managers.page.getByRole("dialog", { name: "Escolha a fila" })).toBeHidden();
    await dialog.getByRole("button", { name: "Ver" }).click();
    await expect(managers.page).toHaveURL(new RegExp(`/tickets/${id}`));
    await expect(managers.conversation(stranger.name).region).toBeVisible();
  });
  await hers.dispose();
});

test("an accepted ticket leaves everybody's list, and a transferred one appears for the other person without a reload [RT-010]", async ({
  enter,
  ana,
  api,
  connection,
  customer,
  problems,
}) => {
  problems.accept(/Console: .*status of 403.*\/api\/(tickets|messages)\/\d+/);
  const rui: Account = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id] });
  const hers = await new InboxPage(await enter(ana)).open("Aguardando");
  const his = await new InboxPage(await enter(rui)).open("Aguardando");
  await customer.writes("Quero falar com o Rui");
  await expect(hers.row(customer.name)).toBeVisible();
  await expect(his.row(customer.name)).toBeVisible();
  const conversation = await hers.accept(customer.name);
  await expect(his.row(customer.name)).toBeHidden();
  const counted = async () => {
    const rows = await his.page.getByRole("grid", { includeHidden: true }).getAttribute("aria-rowcount");
    await expect(his.list("Aguardando")).toHaveText(`Aguardando${rows ?? ""}`, { timeout: 500 });
  };
  await expect(counted, "the count is the number of rows").toPass();
  await his.show("Abertos");
  await conversation.choose("Transferir");
  const dialog = hers.page.getByRole("dialog", { name: "Transferir conversa" });
  await dialog.getByRole("combobox", { name: /^Atendente/ }).fill(rui.name);
  await dialog.getByRole("option", { name: rui.name }).click();
  await dialog.getByRole("textbox", { name: /^Nota para o colega/ }).fill("Quer trocar a cor");
  // The event of the transfer may arrive before the response; that is no error.
  await hers.page.route("**/api/tickets/*", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const response = await route.fetch();
    await expect(hers.row(customer.name)).toBeHidden();
    await route.fulfill({ response });
  });
  await dialog.getByRole("button", { name: "Transferir", exact: true }).click();
  await expect(hers.page.getByText("Conversa transferida.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(hers.page.getByText("Você não tem permissão para acessar esse ticket")).toHaveCount(0);
  await expect(his.row(customer.name)).toBeVisible();
  await expect(hers.page).toHaveURL(/\/tickets(\?|$)/);
  await expect(his.row(customer.name).getByText("1 mensagem não lida")).toBeVisible();
  await his.row(customer.name).click();
  await expect(
    his.conversation(customer.name).region.getByText(`${ana.name} transferiu para ${rui.name} (${connection.queue.name})`),
  ).toBeVisible();
  await expect(his.conversation(customer.name).message("Quer trocar a cor")).toBeVisible();
  await his.conversation(customer.name).write("Aqui é o Rui, pode falar.");
  await expect(his.conversation(customer.name).state("Aqui é o Rui", "Entregue")).toBeVisible();

  await test.step("a ticket that comes back into sight shows the messages that arrived while it was in another queue [RT-010]", async () => {
    const elsewhere = await api.createQueue();
    const stranger = await connection.newCustomer();
    await hers.show("Aguardando");
    await stranger.writes("Bom dia");
    const talk = await hers.accept(stranger.name);
    await expect(talk.message("Bom dia")).toBeVisible();
    await expect(hers.page).toHaveURL(/\/tickets\/\d+/);
    const id = /\/tickets\/(\d+)/.exec(hers.page.url())?.[1] ?? "";
    await api.put(`/tickets/${id}`, { status: "pending", queueId: elsewhere.id, whatsappId: connection.id, userId: null });
    await expect(hers.page.getByText(`saiu da sua vista. Agora ela está na fila ${elsewhere.name}.`)).toBeVisible();
    await expect(hers.page).toHaveURL(/\/tickets(\?|$)/);
    await stranger.writes("Alguém aí?");
    await expect.poll(async () => (await api.get<{ messages: object[] }>(`/messages/${id}`)).messages.length).toBe(3);
    await api.put(`/tickets/${id}`, { status: "open", queueId: connection.queue.id, whatsappId: connection.id, userId: ana.id });
    await hers.show("Abertos");
    await hers.row(stranger.name).click();
    await expect(talk.message("Bom dia")).toBeVisible();
    await expect(talk.message("Alguém aí?")).toBeVisible();

    // What was being written is there to copy, and in the box again when the ticket comes back.
    await talk.box.fill("Estou verificando");
    await api.put(`/tickets/${id}`, { status: "pending", queueId: elsewhere.id, whatsappId: connection.id, userId: null });
    const lost = hers.page.getByRole("alert").filter({ hasText: `A conversa com ${stranger.name} saiu da sua vista.` });
    await expect(lost).toContainText(`Agora ela está na fila ${elsewhere.name}. O que você escreveu está guardado neste navegador:`);
    await expect(lost.getByText("Estou verificando", { exact: true })).toBeVisible();
    await expect(lost).toBeFocused();
    await expect(talk.region).toBeHidden();
    await lost.getByRole("button", { name: "Copiar texto" }).click();
    await expect(hers.page.getByText("Texto copiado.")).toBeVisible();
    await api.put(`/tickets/${id}`, { status: "open", queueId: connection.queue.id, whatsappId: connection.id, userId: ana.id });
    await expect(talk.box).toHaveValue("Estou verificando");
  });
});

test("who loses a conversation that is on the screen is told whose it is now", async ({ enter, api, ana, connection, customer }) => {
  await customer.writes("Quem me atende?");
  const page = await enter();
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await conversation.box.fill("Começo de uma resposta");
  const id = new URL(page.url()).pathname.split("/").pop() ?? "";
  await api.put(`/tickets/${id}`, { status: "open", userId: ana.id, queueId: connection.queue.id, whatsappId: connection.id });
  const note = conversation.region.getByRole("alert").filter({ hasText: `Agora esta conversa é de ${ana.name}.` });
  await expect(note).toBeVisible();
  await expect(conversation.box).toHaveValue("Começo de uma resposta");
  await note.getByRole("button", { name: "Entendi" }).click();
  await expect(note).toBeHidden();
});
