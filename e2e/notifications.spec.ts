import type { BrowserContext, Worker } from "@playwright/test";
import { passUntil } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { allowNotifications, shownIn, type ShowingWindow, type Shown } from "./support/notifications.js";
import { product } from "./support/product.js";

test("the question has a place of its own, and is put off for a week in all tabs of a browser [NOTIF-002, NOTIF-003, NOTIF-009]", async ({
  enter,
  ana,
}) => {
  const page = await enter(ana, { viewport: { width: 390, height: 844 } });
  await page.clock.install();
  await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  const inbox = await new InboxPage(page).open();
  const question = page.getByRole("region", { name: "Notificações" });
  const [strip, tab] = await Promise.all([question.boundingBox(), inbox.tab("Conversas").boundingBox()]);
  expect((strip?.y ?? 0) + (strip?.height ?? Infinity)).toBeLessThanOrEqual(tab?.y ?? 0);
  const other = await page.context().newPage();
  await other.goto("/contacts");
  await expect(other.getByRole("region", { name: "Notificações" })).toBeVisible();
  await question.getByRole("button", { name: "Agora não" }).click();
  for (const each of [page, other]) await expect(each.getByRole("region", { name: "Notificações" })).toBeHidden();
  await page.evaluate((name) => localStorage.setItem(name, String(Date.now() - 8 * 86_400_000)), "balcao-notifications-later");
  await page.reload();
  await expect(question).toBeVisible();

  await test.step("the question for notifications greets the person, asks to sign in again and signs out [NOTIF-002, NOTIF-003, NOTIF-009]", async () => {
    await expect(question).toContainText(new RegExp(`(Bom dia|Boa tarde|Boa noite), ${ana.name}!`));
    await expect.poll(() => warnings.filter((text) => text.startsWith("No service worker")).length).toBe(2);
    await question.getByRole("button", { name: "Ativar" }).click();
    await expect(question).toContainText("Entre novamente");
    await passUntil(page, 5_000, (soon) => expect(page).toHaveURL(/\/login/, soon));
  });
});

test("two tabs show one notification with the time; a click opens its ticket, and an open ticket shows none [NOTIF-005]", async ({
  enter,
  ana,
  connection,
}) => {
  const customer = await connection.newCustomer();
  const page = await enter(ana);
  await allowNotifications(page);
  await new InboxPage(page).open();
  const other = await page.context().newPage();
  await other.goto("/contacts");
  const tabs = [page, other];
  const all = async (tag: string) => (await Promise.all(tabs.map(shownIn))).flat().filter((each) => each.tag === tag);
  const heard = async (name: string) => {
    for (const tab of tabs) {
      await tab.getByRole("button", { name: /^Notificações, \d+ com mensagens novas/ }).click();
      await expect(tab.getByRole("dialog", { name: "Notificações" }).getByText(name)).toBeVisible();
      await tab.keyboard.press("Escape");
    }
  };
  await customer.writes("Tem pão?");
  await heard(customer.name);
  const first = async () => (await Promise.all(tabs.map(shownIn))).flat().find(({ title }) => title === customer.name);
  await expect.poll(first).toMatchObject({ body: expect.stringMatching(/^Tem pão\?\n\d\d:\d\d$/) });
  const { tag = "", path = "" } = (await first()) ?? {};

  const [speaker] = await Promise.all(tabs.map(async (tab) => ((await shownIn(tab)).length > 0 ? tab : null))).then((found) =>
    found.flatMap((tab) => tab ?? []),
  );
  if (!speaker) throw new Error("no tab has shown the notification");
  await speaker.evaluate(() => (window as ShowingWindow).clickLast?.());
  await expect(speaker).toHaveURL(new RegExp(`${path}$`));

  // The second customer's notification proves that the first one's message was judged before it.
  const second = await connection.newCustomer();
  await expect(speaker.getByText("Tem pão?").last()).toBeVisible();
  await customer.writes("E leite?");
  await expect(speaker.getByText("E leite?").last()).toBeVisible();
  await second.writes("Olá");
  const ofSecond = async () => (await Promise.all(tabs.map(shownIn))).flat().filter(({ title }) => title === second.name).length;
  await expect.poll(ofSecond).toBe(1);
  expect(await all(tag)).toHaveLength(1);
});

/** Subscribes at the stand-in in place of Google's push service. */
async function usePushService(context: BrowserContext): Promise<void> {
  await context.exposeBinding("subscribeAtStandIn", async (_source, key: string) =>
    (await fetch(`${product.pushUrl}/subscribe`, { method: "POST", body: key })).json(),
  );
  await context.addInitScript(() => {
    type Standing = Window & { subscribeAtStandIn: (key: string) => Promise<object> };
    let known: Promise<object> | undefined;
    PushManager.prototype.subscribe = async (options) => {
      const bytes = new Uint8Array(options?.applicationServerKey as ArrayBuffer);
      const key = btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
      // A browser that has subscribed keeps its subscription.
      known ??= (window as unknown as Standing).subscribeAtStandIn(key);
      const subscription = await known;
      return { ...subscription, toJSON: () => subscription } as unknown as PushSubscription;
    };
  });
}

interface Received {
  readonly received: readonly { readonly endpoint: string; readonly text: string }[];
  readonly faults: readonly string[];
}

/** The decrypted pushes to one browser. */
async function pushesTo(endpoint: string): Promise<string[]> {
  const { received, faults } = (await (await fetch(`${product.pushUrl}/received`)).json()) as Received;
  expect(faults).toEqual([]);
  return received.filter((push) => push.endpoint === endpoint).map(({ text }) => text);
}

type PlayedWorker = typeof globalThis & {
  shown: Shown[];
  registration: { showNotification: (title: string, options: { body: string; tag: string; data: { path: string } }) => Promise<void> };
};

/** Plays the window of the worker's notifications, which a headless browser refuses. */
async function playNotifications(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as PlayedWorker;
    scope.shown = [];
    scope.registration.showNotification = (title, { body, tag, data }) => {
      scope.shown.push({ title, body, tag, path: data.path });
      return Promise.resolve();
    };
  });
}

const shownBy = (worker: Worker): Promise<readonly Shown[]> => worker.evaluate(() => (globalThis as PlayedWorker).shown);

test("a push goes from the server through the push service and the service worker to the screen and opens its ticket [NOTIF-010, NOTIF-011, API-005, API-006, API-007, D-099]", async ({
  enter,
  ana,
  connection,
}) => {
  const customer = await connection.newCustomer();
  const page = await enter(ana, { serviceWorkers: "allow" });
  const context = page.context();
  await allowNotifications(page);
  await usePushService(context);
  const [registered, worker] = await Promise.all([
    page.waitForRequest("**/api/push/register"),
    context.waitForEvent("serviceworker"),
    page.goto("/tickets"),
  ]);
  const { subscription } = registered.postDataJSON() as { subscription: { endpoint: string } };
  // Only what arrives after the registration is pushed.
  expect((await registered.response())?.ok()).toBe(true);
  await playNotifications(worker);
  const session = await context.newCDPSession(page);
  const registrations: string[] = [];
  session.on("ServiceWorker.workerRegistrationUpdated", (event) =>
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId)),
  );
  await session.send("ServiceWorker.enable");
  const deliver = async (data: string) => {
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    const [registrationId = ""] = registrations;
    await session.send("ServiceWorker.deliverPushMessage", { origin: new URL(product.url).origin, registrationId, data });
  };

  await customer.writes("Quanto custa?");
  await expect.poll(async () => (await pushesTo(subscription.endpoint)).at(-1) ?? "").toContain("Quanto custa?");
  const push = (await pushesTo(subscription.endpoint)).at(-1) ?? "";
  // Nobody looks at the app: the worker must show it.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { clients: { matchAll: (options?: object) => Promise<readonly object[]> } };
    const matchAll = scope.clients.matchAll.bind(scope.clients);
    scope.clients.matchAll = async (options) =>
      (await matchAll(options)).map((client) => ({
        focused: false,
        postMessage: (message: unknown) => (client as { postMessage: (message: unknown) => void }).postMessage(message),
        focus: () => Promise.resolve(),
      }));
  });
  await deliver(push);
  await expect
    .poll(() => shownBy(worker))
    .toEqual([expect.objectContaining({ title: customer.name, body: expect.stringMatching(/^Quanto custa\?\n\d\d:\d\d$/) })]);
  const path = (await shownBy(worker))[0]?.path ?? "";
  await worker.evaluate((opened) => {
    const click = new Event("notificationclick");
    const notification = { close: () => undefined, data: { path: opened } };
    globalThis.dispatchEvent(Object.assign(click, { notification, waitUntil: () => undefined }));
  }, path);
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  await page.getByRole("button", { name: `Conta de ${ana.name}` }).click();
  await page.getByRole("menuitem", { name: "Notificações" }).click();
  const dialog = page.getByRole("dialog", { name: "Notificações" });
  await dialog.getByRole("button", { name: "Testar minhas notificações" }).click();
  const test = async () => (await pushesTo(subscription.endpoint)).find((text) => text.includes("testId")) ?? "";
  await expect.poll(test).not.toBe("");
  await expect(dialog.getByText("O serviço de push recebeu a mensagem")).toBeVisible();
  await deliver(await test());
  await expect(dialog).toContainText("A notificação chegou à tela.");
  await page.keyboard.press("Escape");

  const removed = page.waitForRequest("**/api/push/unregister");
  await page.getByRole("button", { name: `Conta de ${ana.name}` }).click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  expect((await removed).postDataJSON()).toMatchObject({ key: subscription.endpoint });
  await expect(page).toHaveURL(/\/login/);
});

test("the installed app says that there is no network, and a new version keeps what was written", async ({
  enter,
  ana,
  customer,
  problems,
}) => {
  const page = await enter(ana, { serviceWorkers: "allow" });
  await page.clock.install();
  const context = page.context();
  const inbox = await new InboxPage(page).open("Aguardando");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await customer.writes("Bom dia");
  const conversation = await inbox.accept(customer.name);
  await conversation.box.fill("Rascunho que fica");

  // Another address is another script for the browser, as a new version is.
  await page.evaluate(() => navigator.serviceWorker.register("/sw.js?next").then(() => undefined));
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Atualizar" }).click();
  await loaded;
  await expect(conversation.message("Bom dia")).toBeVisible();
  await expect(conversation.box).toHaveValue("Rascunho que fica");

  const manifest = (await (await page.request.get("/manifest.webmanifest")).json()) as { icons: { src: string }[]; start_url: string };
  for (const { src } of manifest.icons) expect((await page.request.get(src)).headers()["content-type"]).toBe("image/png");
  problems.accept(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  // As when the server was away and not the network.
  await page.addInitScript(() => addEventListener("online", (event) => event.stopImmediatePropagation(), true));
  await context.setOffline(true);
  await page.goto("/contacts");
  await expect(page.getByRole("heading", { name: "Sem conexão" })).toBeVisible();
  const other = await context.newPage();
  await expect(other.goto("/api/health")).rejects.toThrow();
  await context.setOffline(false);
  await passUntil(page, 5_000, (soon) => expect(page.getByRole("heading", { name: "Contatos" })).toBeVisible(soon));
  await page.goto(manifest.start_url);
  await expect(inbox.tab("Conversas")).toBeVisible();
});
