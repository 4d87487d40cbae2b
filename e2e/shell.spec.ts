import { alterAnswer, withholdEvents } from "./support/answers.js";
import { letNoticesPass, stopClock } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

const PHONE = { viewport: { width: 390, height: 844 } };

/** The duration of a toast's bar, in milliseconds; the toast closes when it ends. */
const timeOf = (toast: Element): unknown =>
  toast.querySelector("[class*=progress-bar--animated]")?.getAnimations()[0]?.effect?.getComputedTiming().duration;

test("a person who is not an administrator gets a notice and is redirected from an administrators' page [SHELL-008, SHELL-021]", async ({
  enter,
  ana,
}) => {
  const page = await enter(ana);
  await page.goto("/connections");
  await test.step("a toast closes by itself after 3000 ms [CONST-008]", async () => {
    const toast = page.getByRole("alert").filter({ hasText: "Você não tem permissão para acessar essa página" });
    await expect(toast).toBeVisible();
    expect(await toast.evaluate(timeOf)).toBe(3_000);
    await letNoticesPass(page);
    await expect(toast).toBeHidden();
  });
  await expect(page).toHaveURL(/\/tickets(\?|$)/);
  await expect(page.getByRole("link", { name: /^Conexões/ })).toBeHidden();

  await test.step("settings and users are for administrators only, the tags for everybody [SHELL-007, SHELL-018, SHELL-020, SHELL-022, SHELL-023]", async () => {
    for (const address of ["/settings", "/users", "/connections", "/queues", "/nps", "/Nps", "/audit", "/health", "/"]) {
      await walkTo(page, address);
      await expect(page).toHaveURL(/\/tickets(\?|$)/);
    }
    for (const [address, title] of [
      ["/tags", "Etiquetas"],
      ["/quickAnswers", "Respostas rápidas"],
    ] as const) {
      await walkTo(page, address);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    }
  });
});

test("the drawer is permanent on wide screens, can be reduced to icons, and opens and closes below 600 px [SHELL-026, SHELL-037]", async ({
  enter,
}) => {
  const page = await enter();
  await page.goto("/connections");

  await test.step("wide and narrow", async () => {
    const drawer = page.getByRole("navigation");
    await expect(drawer).toHaveCSS("width", "240px");
    await expect(drawer).toContainText("v7.1.1");
    await page.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ }).click();
    await expect(drawer).toHaveCSS("width", "64px");
    await page.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ }).click();
    await expect(drawer).toHaveCSS("width", "240px");
  });

  await test.step("a press reaches what it began on, although the page moves before it ends; one that is drawn away reaches nothing [A9]", async () => {
    const drawer = page.getByRole("navigation");
    const button = page.getByRole("link", { name: /^Contatos/ });
    const moveBy = (px: number) =>
      page.locator(".shell").evaluate((shell, top) => shell.setAttribute("style", `translate: 0 ${top}px`), px);
    await button.hover();
    await page.mouse.down();
    await moveBy(120);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/contacts/);
    await moveBy(0);
    const away = page.getByRole("link", { name: /^Respostas rápidas/ });
    await away.hover();
    await page.mouse.down();
    await drawer.hover({ position: { x: 120, y: 4 }, force: true });
    await page.mouse.up();
    await expect(page).toHaveURL(/\/contacts/);
  });

  await test.step("of a phone", async () => {
    await page.setViewportSize(PHONE.viewport);
    await walkTo(page, "/connections");
    await expect(page.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ })).toBeVisible();
    await expect(page.getByRole("navigation")).toBeHidden();
    await page.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ }).click();
    await page.getByRole("link", { name: /^Tickets/ }).click();
    await expect(page).toHaveURL(/\/tickets/);
    await expect(page.getByRole("navigation")).toBeHidden();
  });

  await test.step("temporary at 599 px and permanent at 600 px", async () => {
    await page.setViewportSize({ width: 599, height: 844 });
    await expect(page.getByRole("navigation")).toBeHidden();
    await page.setViewportSize({ width: 600, height: 844 });
    await expect(page.getByRole("navigation")).toBeVisible();
    await page.setViewportSize({ width: 599, height: 844 });
    await expect(page.getByRole("navigation")).toBeHidden();
  });
});

test("/tickets is the inbox, below a bar with the app's name, bell, update notes and account [SHELL-002, SHELL-024, SHELL-042]", async ({
  enter,
  api,
}) => {
  const nobody = await api.createAccount(uniqueName("Rui"), { profile: "user", queueIds: [] });
  const page = await enter(nobody);
  // Other tests may have tickets without a queue, which everybody sees.
  await withholdEvents(page, "ticket", "appMessage");
  await alterAnswer<{ readonly tickets: readonly unknown[]; readonly count: number }>(
    page,
    "/api/tickets?*withUnreadMessages=true*",
    (list) => ({ ...list, tickets: [], count: 0 }),
  );
  const { appName } = (await (await page.request.get("/config.json")).json()) as { appName: string };
  const inbox = await new InboxPage(page).open();
  for (const tab of ["Conversas", "Encerradas", "Pausados"] as const) await expect(inbox.tab(tab)).toBeVisible();
  for (const list of ["Abertos", "Aguardando", "Grupos"] as const) await expect(inbox.list(list)).toBeVisible();
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("link", { name: new RegExp(`^${appName}`) })).toContainText(appName);
  await expect(inbox.bell).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await test.step("an empty bell shows that it is empty [SHELL-042]", async () => {
    await inbox.bell.click();
    const bell = inbox.page.getByRole("dialog", { name: "Notificações" });
    await expect(bell).toContainText("Nenhuma notificação.");
    await expect(bell).toHaveCSS("max-height", "350px");
  });
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Novidades" }).click();
  await expect(page.getByRole("dialog", { name: "Novidades" })).toBeVisible();
  await page.keyboard.press("Escape");
  const account = bar.getByRole("button", { name: `Conta de ${nobody.name}` });
  await account.click();
  await page.getByRole("menuitem", { name: "Perfil" }).click();
  const profile = page.getByRole("dialog", { name: "Meu perfil" });
  await expect(profile.getByLabel("Nome")).toHaveValue(nobody.name);
  await expect(profile.getByLabel("E-mail")).toHaveValue(nobody.email);
  for (const fact of ["Atendente", "00:00 – 23:59"]) await expect(profile).toContainText(fact);
  await profile.getByRole("button", { name: "Fechar" }).click();
  await account.click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await expect(page).toHaveURL(/\/login/);
});

test("a connection is marked as needing attention 2000 ms after the list of connections changed, not before [SHELL-034]", async ({
  enter,
  api,
}) => {
  const name = uniqueName("Loja");
  await api.post("/whatsapp", { name, api: "meow" });
  const page = await enter();
  await page.clock.install();
  // Without live events the list changes only once: when it is loaded.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/whatsapp", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/whatsapp");
  await page.goto("/connections");
  await expect(page.getByRole("heading", { name: "Conexões" })).toBeVisible();
  await asked;
  await stopClock(page);
  const answered = page.waitForResponse("**/api/whatsapp");
  release();
  await (await answered).finished();
  let waited = 0;
  const untilRead = async () => {
    await page.clock.runFor(10);
    waited += 10;
    await expect(page.getByText(name).first()).toBeVisible({ timeout: 500 });
  };
  await expect(untilRead).toPass({ intervals: [0] });
  const mark = page.getByRole("navigation").getByRole("link", { name: "Conexões, atenção necessária" });
  await page.clock.runFor(1_900 - waited);
  await expect(mark).toBeHidden();
  await page.clock.runFor(200 + waited);
  await expect(mark).toContainText("!");
});
