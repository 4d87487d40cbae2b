import { patience } from "@balcao/testing/patience";
import { alterAnswer } from "./support/answers.js";
import { letNoticesPass } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

/** The duration of a toast's bar, in milliseconds; the toast closes when it ends. */
const timeOf = (toast: Element): unknown =>
  toast.querySelector("[class*=progress-bar--animated]")?.getAnimations()[0]?.effect?.getComputedTiming().duration;

test("a blocking notice signs the person out and closes after 5000 ms [CONST-009]", async ({
  enter,
  api,
  connection,
  customer,
  problems,
}) => {
  // Whatever is being read while the session ends is refused.
  problems.accept(/Console: .*status of 401.*\/api\//);
  // A day off that is neither today nor tomorrow for the server, and that the browser takes for
  // today.
  const weekday = new Date().toLocaleDateString("en-US", { timeZone: "America/Sao_Paulo", weekday: "short" });
  const [dayOff, date] =
    { Sat: ["weekdays", "2030-01-02"] as const, Sun: ["saturday", "2030-01-05"] as const }[weekday] ?? (["sunday", "2030-01-06"] as const);
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id], [dayOff]: false });
  await customer.writes("Vocês abrem hoje?");
  const page = await enter(rui);
  await page.clock.setFixedTime(`${date}T15:00:00Z`);
  const inbox = await new InboxPage(page).open("Aguardando");
  await inbox.row(customer.name).click();
  await expect(page).toHaveURL(/\/login/);
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "Você está fora do seu horário de trabalho. Seu acesso está temporariamente bloqueado." });
  await expect(notice).toBeVisible();
  expect(await notice.evaluate(timeOf)).toBe(5_000);
  await letNoticesPass(page);
  await expect(notice).toBeHidden();
});

test("a new message has the sound of the setting; an error without a specified text has one sentence, in a toast and in a dialog [NOTIF-004, ERR-004]", async ({
  enter,
  ana,
  customer,
  problems,
}) => {
  problems.accept(/502/);
  const page = await enter(ana);
  await alterAnswer<{ key: string; value: string }[]>(page, "/api/settings", (settings) =>
    settings.map((each) => (each.key === "sound" ? { ...each, value: "blub" } : each)),
  );
  const live = page.waitForEvent("websocket");
  const inbox = await new InboxPage(page).open("Aguardando");
  await live;
  const played = page.waitForResponse("**/sounds/*.wav", { timeout: patience(60_000) });
  await customer.writes("Alguém pode me atender?");
  expect(new URL((await played).url()).pathname).toBe("/sounds/blub.wav");
  for (const sound of ["default", "blub", "experience", "skype"]) {
    const response = await page.request.get(`/sounds/${sound}.wav`);
    expect(response.ok()).toBe(true);
    expect(response.headers()["content-type"]).toMatch(/^audio\//);
  }
  await page.route(/\/api\/(tickets\/\d+|contacts)(\?|$)/, (route) =>
    route.request().method() === "GET" && !route.request().url().includes("/contacts")
      ? route.continue()
      : route.fulfill({ status: 502, contentType: "text/html", body: "<html>Bad gateway</html>" }),
  );
  await inbox
    .row(customer.name)
    .getByRole("button", { name: `Aceitar ${customer.name}` })
    .click();
  await expect(page.getByRole("alert").filter({ hasText: "Ocorreu um erro!" })).toBeVisible();
  await page.getByRole("button", { name: "Nova conversa" }).first().click();
  const search = page.getByRole("dialog", { name: "Nova conversa" }).getByRole("combobox", { name: "Contato" });
  await search.fill("Cliente");
  await expect(search).toHaveAccessibleDescription("Ocorreu um erro!");
});

test("in English, the texts that the documents quote in Portuguese are English, in the administration too [I18N-003, I18N-004, D-620]", async ({
  enter,
  api,
}) => {
  const nobody = await api.createAccount(uniqueName("Rui"), { profile: "user", queueIds: [] });
  const inbox = await enter(nobody, { locale: "en-US" });
  await inbox.goto("/tickets");
  await inbox.getByRole("button", { name: "Notifications" }).click();
  await expect(inbox.getByRole("dialog", { name: "Notifications" })).toContainText("No notifications.");
  await inbox.keyboard.press("Escape");
  await walkTo(inbox, "/connections");
  await expect(inbox.getByRole("alert")).toContainText("You don't have permission to open this page");

  const office = await enter(undefined, { locale: "en-US" });
  await office.goto("/connections");
  await expect(office.getByRole("heading", { name: "Connections" })).toBeVisible();
  await office
    .getByRole("button", { name: /^Add( connection)?$/ })
    .first()
    .click();
  const form = office.getByRole("dialog", { name: "Add connection" });
  await form.getByRole("radio", { name: /Meta Cloud API/ }).check();
  await form.getByRole("button", { name: /^Option list/ }).click();
  await form.getByRole("switch", { name: "Send queues as a list" }).click();
  await expect(office.getByText("Option list unlocked!")).toBeVisible();
});
