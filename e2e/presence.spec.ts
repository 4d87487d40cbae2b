import { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";

test("colleagues see who has the conversation on the screen and who answers, until it is left", async ({
  enter,
  api,
  ana,
  connection,
  customer,
}, testInfo) => {
  const bia = await api.createAccount("Bia", { profile: "gerente", queueIds: [connection.queue.id] });
  await customer.writes("Olá");
  const anas = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(anas).open("Aguardando");
  const { box } = await inbox.accept(customer.name);
  const address = anas.url();

  const bias = await enter(bia, { viewport: { width: 390, height: 844 } });
  await bias.goto(address);
  const seen = new InboxPage(bias).conversation(customer.name).region;
  await expect(seen.getByRole("list", { name: "Quem está nesta conversa" }).getByRole("listitem")).toHaveText([
    new RegExp(`${ana.name} está vendo`),
  ]);
  const others = inbox.conversation(customer.name).region.getByRole("list", { name: "Quem está nesta conversa" });
  await expect(others.getByRole("listitem")).toHaveText([new RegExp(`${bia.name} está vendo`)]);

  await box.fill("Já respondo");
  await expect(seen.getByText(`${ana.name} está respondendo…`)).toBeVisible();
  await inspect(bias, testInfo, "typing-phone");
  await expect(seen.getByRole("listitem").filter({ hasText: "está vendo" })).toBeVisible();
  await expect(seen.getByText(`${ana.name} está respondendo…`)).toBeHidden();

  await bias.goto("/tags");
  await expect(others).toBeHidden();
  await inspect(anas, testInfo, "alone-desktop");
});

test("the list marks the rows at which a colleague is and answers, until the conversation is left [D-256]", async ({
  enter,
  api,
  ana,
  connection,
  customer,
}, testInfo) => {
  const bia = await api.createAccount("Bia", { profile: "gerente", queueIds: [connection.queue.id] });
  await customer.writes("Olá");
  const bias = await new InboxPage(await enter(bia, { viewport: { width: 390, height: 844 } })).open("Aguardando");
  const row = bias.row(customer.name);
  await expect(row).toBeVisible();

  const anas = await new InboxPage(await enter(ana, { viewport: { width: 1440, height: 900 } })).open("Aguardando");
  await anas.row(customer.name).click();
  await expect(row.getByTitle(`${ana.name} está vendo`)).toBeVisible();
  await inspect(bias.page, testInfo, "row-viewing-phone");
  await expect(anas.row(customer.name).getByTitle("está vendo")).toHaveCount(0);

  const { box } = await anas.accept(customer.name);
  await bias.show("Abertos");
  await expect(row).toBeVisible();
  await box.fill("Já respondo");
  await expect(row.getByTitle(`${ana.name} está respondendo`)).toBeVisible();
  await inspect(bias.page, testInfo, "row-typing-phone");
  await bias.page.setViewportSize({ width: 1440, height: 900 });
  await anas.page.goto("/tags");
  await expect(row.getByTitle(ana.name)).toHaveCount(0);
});

test("a text that was begun before a colleague answered is sent on the second try only", async ({
  enter,
  api,
  ana,
  connection,
  customer,
}, testInfo) => {
  const bia = await api.createAccount("Bia", { profile: "gerente", queueIds: [connection.queue.id] });
  await customer.writes("Tem em nogueira?");
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await conversation.box.fill("Tem, sim");
  const bias = await Api.signIn(bia);
  await bias.post(`/messages/${/\/tickets\/(\d+)/.exec(page.url())?.[1] ?? ""}`, { body: "Temos, chega na terça" });
  await bias.dispose();
  await expect(conversation.message("Temos, chega na terça")).toBeVisible();

  await conversation.box.press("Enter");
  const warning = conversation.region.getByRole("alert").filter({ hasText: `${bia.name} respondeu` });
  await expect(warning).toBeVisible();
  await expect(conversation.box).toHaveValue("Tem, sim");
  await expect(conversation.message("Tem, sim")).toHaveCount(0);
  await inspect(page, testInfo, "answered-desktop");
  await warning.getByRole("button", { name: "Enviar mesmo assim" }).click();
  await expect(conversation.message("Tem, sim")).toBeVisible();
  await expect(warning).toBeHidden();

  await conversation.write("Posso reservar?");
  await expect(conversation.message("Posso reservar?")).toBeVisible();
});
