import { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { LoginPage } from "./support/loginPage.js";

interface Notes {
  readonly notes: readonly { readonly title: string; readonly text: string; readonly link: string | null }[];
  readonly count: number;
}

test.use({ notesShown: false });

test("the update notes open by themselves once per browser session, and again from their button [SHELL-044, SHELL-045, SHELL-046]", async ({
  page,
  ana,
}, testInfo) => {
  const hers = await Api.signIn(ana);
  const { notes, count } = await hers.get<Notes>("/notes");
  await hers.dispose();
  const dialog = page.getByRole("dialog", { name: "Novidades" });
  await page.goto("/login");
  await new LoginPage(page).signIn(ana);
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(`${count} novidades`);
  await expect(dialog.getByRole("article")).toHaveCount(count);
  for (const [at, { title, text, link }] of notes.entries()) {
    const note = dialog.getByRole("article").nth(at);
    await expect(note.getByRole("heading", { name: title })).toBeVisible();
    await expect(note).toContainText(text);
    const outside = note.getByRole("link");
    await expect(outside).toHaveCount(link === null ? 0 : 1);
    if (link === null) continue;
    await expect(outside).toHaveAttribute("href", link);
    await expect(outside).toHaveAttribute("target", "_blank");
    await expect(outside).toHaveAttribute("rel", /noopener/);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, testInfo, "notes-phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Entendi" }).click();
  await expect(dialog).toBeHidden();

  const loaded = page.waitForResponse("**/api/tickets?*");
  await page.reload();
  await loaded;
  const inbox = new InboxPage(page);
  await expect(inbox.tab("Conversas")).toBeVisible();
  const other = await page.context().newPage();
  await new InboxPage(other).open();
  await expect(other.getByRole("dialog")).toBeHidden();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Novidades" }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the update notes wait for a person who is typing, and do not open without notes", async ({ enter, ana, customer }) => {
  await customer.writes("Tem horário hoje?");
  const page = await enter(ana);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/notes", async (route) => {
    await held;
    await route.continue();
  });
  const conversation = await (await new InboxPage(page).open("Aguardando")).accept(customer.name);
  await conversation.box.fill("Sim, temos");
  const read = page.waitForResponse("**/api/notes");
  release();
  await read;
  const dialog = page.getByRole("dialog", { name: "Novidades" });
  await expect(conversation.box).toBeFocused();
  await expect(dialog).toBeHidden();
  await conversation.box.blur();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Entendi" }).click();

  await test.step("without notes nothing opens by itself, and the button shows that there are none [SHELL-045]", async () => {
    await page.route("**/api/notes", (route) => route.fulfill({ json: { notes: [], count: 0 } }));
    await page.context().clearCookies({ name: "balcao-notes" });
    const read = page.waitForResponse("**/api/notes");
    const inbox = await new InboxPage(page).open();
    await read;
    await expect(inbox.list("Abertos")).toBeVisible();
    await page.getByRole("button", { name: "Novidades" }).click();
    await expect(page.getByRole("dialog", { name: "Novidades" })).toContainText("Nenhuma novidade por enquanto");
  });
});
