import { Api, type Account } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { allowNotifications, shownIn } from "./support/notifications.js";

const PHONE = { viewport: { width: 390, height: 844 } };

test("a comment mentions a colleague, who is notified and opens the ticket at it; one who may not see the ticket is named before sending [D-254]", async ({
  enter,
  ana,
  api,
  connection,
}, testInfo) => {
  const customer = await connection.newCustomer();
  const [rita, bento] = await Promise.all([
    api.createAccount("Rita Mendes", { profile: "gerente", queueIds: [connection.queue.id] }),
    api.createAccount("Bento Alves", { profile: "user" }),
  ]);
  if (!rita || !bento) throw new Error("an account is missing");
  const ritas = await enter(rita, PHONE);
  await allowNotifications(ritas);
  await ritas.goto("/contacts");
  const bell = ritas.getByRole("button", { name: /^Notificações/ });
  await expect(bell).toBeVisible();

  await customer.writes("Minha entrega não chegou");
  const page = await enter(ana);
  const conversation = await (await new InboxPage(page).open("Aguardando")).accept(customer.name);
  const { region, box } = conversation;
  await region.getByRole("button", { name: "Comentário interno" }).click();
  // Only the number in a name is no other person's.
  const numberOf = ({ name }: Account) => name.split(" ").at(-1) ?? "";
  const colleagues = page.getByRole("listbox", { name: "Colegas" });
  await box.pressSequentially(`@${numberOf(bento)}`);
  await expect(colleagues.getByRole("option")).toHaveText([new RegExp(`${bento.name}.*não vê esta conversa`)]);
  await page.keyboard.press("Escape");
  await expect(colleagues).toBeHidden();
  await box.fill("-- ");
  await box.pressSequentially(`@${numberOf(rita)}`);
  await expect(colleagues.getByRole("option")).toHaveText([new RegExp(rita.name)]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue(`-- @${rita.name} `);
  await expect(region.getByRole("status").filter({ hasText: "não vê esta conversa" })).toBeHidden();
  await box.pressSequentially(`veja com @${numberOf(bento)}`);
  await expect(colleagues.getByRole("option", { name: bento.name })).toBeVisible();
  await colleagues.getByRole("option", { name: bento.name }).click();
  await expect(
    region.getByRole("status").filter({ hasText: `${bento.name} não vê esta conversa e não receberá aviso da menção.` }),
  ).toBeVisible();
  await inspect(page, testInfo, "mention-note");
  await box.press("Enter");
  const text = `@${rita.name} veja com @${bento.name}`;
  await expect(conversation.message(/Comentário interno/).getByText(`@${bento.name}`)).toHaveClass("waMention");

  await expect(bell).toHaveAccessibleName(/^Notificações, \d+ com mensagens novas/);
  const shown = async () => (await shownIn(ritas)).filter(({ tag }) => tag.startsWith("message-"));
  await expect
    .poll(shown)
    .toMatchObject([{ title: customer.name, body: expect.stringMatching(/^Ana.* mencionou você: @Rita Mendes.* veja com @Bento Alves/) }]);
  await ritas.reload();
  await bell.click();
  const list = ritas.getByRole("dialog", { name: "Notificações" });
  await expect(list.getByRole("link").filter({ hasText: customer.name })).toContainText([`${ana.name} mencionou você: ${text}`]);
  await inspect(ritas, testInfo, "mention-bell");
  const seen = ritas.waitForResponse((response) => response.ok() && response.url().endsWith("/notices/seen"));
  await list.getByRole("link").filter({ hasText: customer.name }).click();
  await expect(ritas).toHaveURL(/\/tickets\/\d+\?message=\d+$/);
  const hers = new InboxPage(ritas).conversation(customer.name);
  const comment = hers.message(/Comentário interno/);
  await expect(comment.getByText(`@${rita.name}`)).toHaveClass("waMention");
  await seen;
  await hers.back.click();
  await bell.click();
  await expect(list).toBeVisible();
  await expect(list.getByText("mencionou você")).toHaveCount(0);

  const bentos = await Api.signIn(bento);
  expect(await bentos.get("/notices")).toEqual([]);
  await bentos.dispose();
});
