import type { Account } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";

test("a waiting ticket leaves everybody's list when one accepts it", async ({ enter, ana, customer }) => {
  const [hers, his] = await Promise.all([enter(ana), enter()]).then((pages) =>
    Promise.all(pages.map((page) => new InboxPage(page).open("Aguardando"))),
  );
  if (!hers || !his) throw new Error("Two browsers are needed.");
  await customer.writes("Preciso de ajuda com a nota");
  await expect(hers.row(customer.name)).toBeVisible();
  await expect(his.row(customer.name)).toBeVisible();
  const conversation = await hers.accept(customer.name);
  await expect(his.row(customer.name)).toBeHidden();
  await expect(conversation.message("Preciso de ajuda com a nota")).toBeVisible();
  for (const inbox of [hers, his]) {
    const counted = async () => {
      const rows = await inbox.page.getByRole("grid", { includeHidden: true }).getAttribute("aria-rowcount");
      await expect(inbox.list("Aguardando")).toHaveText(`Aguardando${rows ?? ""}`, { timeout: 500 });
    };
    await inbox.show("Aguardando");
    await expect(counted, "the count is the number of rows").toPass();
  }
});

test("a transferred ticket arrives at the other person without a reload", async ({ enter, ana, api, line, customer }) => {
  const rui: Account = await api.createAccount("Rui", { profile: "user", queueIds: [line.queue.id] });
  const hers = await new InboxPage(await enter(ana)).open("Aguardando");
  const his = await new InboxPage(await enter(rui)).open("Abertos");
  await customer.writes("Quero falar com o Rui");
  const conversation = await hers.accept(customer.name);
  await conversation.choose("Transferir");
  const dialog = hers.page.getByRole("dialog", { name: "Transferir ticket" });
  await dialog.getByRole("combobox", { name: /^Atendente/ }).fill(rui.name);
  await dialog.getByRole("option", { name: rui.name }).click();
  // The news of the transfer may be here before the answer to it; they are no error.
  await hers.page.route("**/api/tickets/*", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const response = await route.fetch();
    await expect(hers.row(customer.name)).toBeHidden();
    await route.fulfill({ response });
  });
  await dialog.getByRole("button", { name: "Transferir", exact: true }).click();
  await expect(hers.page.getByText("Ticket transferido.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(his.row(customer.name)).toBeVisible();
  await expect(hers.page).toHaveURL(/\/tickets(\?|$)/);
  await his.row(customer.name).click();
  await his.conversation(customer.name).write("Aqui é o Rui, pode falar.");
  await expect(his.conversation(customer.name).state("Aqui é o Rui", "Entregue")).toBeVisible();
});
