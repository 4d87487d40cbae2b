import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect, inspectDialog } from "./support/inspect.js";

const PHONE = { viewport: { width: 390, height: 844 } };

test("a colleague of another queue is invited, reads and comments, and the invitation is taken back under his eyes [D-550, D-551, D-552]", async ({
  enter,
  ana,
  api,
  connection,
  problems,
}, testInfo) => {
  test.slow();
  // He reads again why the conversation is gone.
  problems.accept(/status of 403.*\/api\/tickets\/\d+/);
  const customer = await connection.newCustomer();
  const bento = await api.createAccount("Bento Alves", { profile: "user" });
  const bentos = await enter(bento, PHONE);
  const his = new InboxPage(bentos);
  const invitations = bentos.getByRole("list", { name: "Conversas com convite" });
  await his.open("Abertos");
  await expect(invitations).toHaveCount(0);

  await customer.writes("Qual é o prazo da peça?");
  const page = await enter(ana);
  const conversation = await (await new InboxPage(page).open("Aguardando")).accept(customer.name);
  const faces = conversation.region.getByRole("button", { name: `Convidados: ${bento.name}` });

  await test.step("the menu invites a colleague with a comment, and the header shows whom [D-550]", async () => {
    await conversation.choose("Convidar colega");
    const dialog = page.getByRole("dialog", { name: "Convidar colega" });
    await dialog.getByRole("combobox", { name: "Colega" }).fill(bento.name);
    await dialog.getByRole("option", { name: bento.name }).click();
    await dialog.getByRole("textbox", { name: /^Comentário/ }).fill("sabe o prazo?");
    await dialog.getByRole("button", { name: "Convidar", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(faces).toBeVisible();
    await expect(conversation.message(/Comentário interno/).getByText("sabe o prazo?")).toBeVisible();
  });

  await test.step("he has it above his lists, reads all of it, and comments; nothing else is offered [D-550, D-552]", async () => {
    await inspect(bentos, testInfo, "invitations");
    await invitations.getByRole("button", { name: new RegExp(customer.name) }).click();
    const region = his.conversation(customer.name).region;
    await expect(region.getByText("Qual é o prazo da peça?")).toBeVisible();
    await expect(region.getByText(`${ana.name} convidou você`)).toBeVisible();
    await expect(his.conversation(customer.name).box).toHaveCount(0);
    await expect(region.getByRole("button", { name: "Resolver" })).toHaveCount(0);
    const box = region.getByRole("textbox", { name: "Comentário interno" });
    await box.fill("dez dias úteis");
    // What is typed and not sent is kept.
    await bentos.reload();
    await expect(box).toHaveValue("dez dias úteis");
    await inspect(bentos, testInfo, "guest-box");
    await box.press("Enter");
    await expect(box).toHaveValue("");
    await expect(conversation.message(/Comentário interno/).getByText("dez dias úteis")).toBeVisible();
  });

  await test.step("who invited takes it back, and his open conversation closes [D-551]", async () => {
    await faces.click();
    const list = page.getByRole("dialog", { name: "Convidados da conversa" });
    await expect(list.getByText(`Convite de ${ana.name}`)).toBeVisible();
    await inspectDialog(page, "guests-dialog");
    await list.getByRole("button", { name: `Retirar o convite de ${bento.name}` }).click();
    await expect(list).toBeHidden();
    await expect(faces).toHaveCount(0);
    await expect(bentos.getByText("dez dias úteis")).toHaveCount(0);
    await his.open("Abertos");
    await expect(invitations).toHaveCount(0);
  });
});
