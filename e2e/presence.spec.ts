import { Api } from "./support/api.js";
import { passUntil } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { walkTo } from "./support/walk.js";

test("colleagues see in the list and in the conversation who has it on the screen and who answers, until it is left [D-256]", async ({
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

  const hers = await enter(ana, { viewport: { width: 1440, height: 900 } });
  await hers.clock.install();
  const anas = await new InboxPage(hers).open("Aguardando");
  await anas.row(customer.name).click();
  await expect(row.getByTitle(`${ana.name} está vendo`)).toBeVisible();
  await inspect(bias.page, testInfo, "row-viewing-phone");
  await expect(anas.row(customer.name).getByTitle("está vendo")).toHaveCount(0);

  const conversation = await anas.accept(customer.name);
  const { box } = conversation;
  await bias.show("Abertos");
  await expect(row).toBeVisible();
  await box.fill("Já respondo");
  await expect(row.getByTitle(`${ana.name} está respondendo`)).toBeVisible();
  await inspect(bias.page, testInfo, "row-typing-phone");

  await test.step("the conversation itself says so, too", async () => {
    await walkTo(bias.page, anas.page.url());
    const seen = bias.conversation(customer.name).region;
    const present = seen.getByRole("list", { name: "Quem está nesta conversa" }).getByRole("listitem");
    await expect(present.filter({ hasText: ana.name })).toHaveCount(1);
    const others = conversation.region.getByRole("list", { name: "Quem está nesta conversa" });
    await expect(others.getByRole("listitem")).toHaveText([new RegExp(`${bia.name} está vendo`)]);
    let typed = 0;
    // What is typed soon after a word about it is not told again.
    await expect(async () => {
      await box.fill(`Já respondo ${(typed += 1)}`);
      await expect(seen.getByText(`${ana.name} está respondendo…`)).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await inspect(bias.page, testInfo, "typing-phone");
    await passUntil(hers, 5_000, (soon) => expect(seen.getByText(`${ana.name} está respondendo…`)).toBeHidden(soon));
    await expect(seen.getByRole("listitem").filter({ hasText: "está vendo" })).toBeVisible();
    await walkTo(bias.page, "/tickets");
    await expect(others).toBeHidden();
    await inspect(anas.page, testInfo, "alone-desktop");
  });

  await test.step("a text that was begun before a colleague answered is sent on the second try only", async () => {
    await conversation.box.fill("Tem, sim");
    const session = await Api.signIn(bia);
    await session.post(`/messages/${/\/tickets\/(\d+)/.exec(anas.page.url())?.[1] ?? ""}`, { body: "Temos, chega na terça" });
    await session.dispose();
    await expect(conversation.message("Temos, chega na terça")).toBeVisible();

    await conversation.box.press("Enter");
    const warning = conversation.region.getByRole("alert").filter({ hasText: `${bia.name} respondeu` });
    await expect(warning).toBeVisible();
    await expect(conversation.box).toHaveValue("Tem, sim");
    await expect(conversation.message("Tem, sim")).toHaveCount(0);
    await inspect(anas.page, testInfo, "answered-desktop");
    await warning.getByRole("button", { name: "Enviar mesmo assim" }).click();
    await expect(conversation.message("Tem, sim")).toBeVisible();
    await expect(warning).toBeHidden();

    await conversation.write("Posso reservar?");
    await expect(conversation.message("Posso reservar?")).toBeVisible();
  });

  await bias.page.setViewportSize({ width: 1440, height: 900 });
  await bias.show("Abertos");
  await passUntil(hers, 5_000, (soon) => expect(row.getByTitle(`${ana.name} está vendo`)).toBeVisible(soon));
  await walkTo(hers, "/tags");
  await expect(row.getByTitle(new RegExp(`^${ana.name} está`))).toHaveCount(0);
});
