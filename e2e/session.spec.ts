import type { Locator } from "@playwright/test";
import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { openTicket } from "./support/history.js";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";

test("the login has the person's language, an error at its field, and leads to the tickets [AUTH-006, AUTH-021]", async ({
  page,
  api,
  problems,
}) => {
  problems.accept(/Console: .*status of 40[01].*\/auth\/login/);
  const account = await api.createAccount("Ana", { profile: "user" });
  await page.goto("/login");

  await test.step("the interface is in Portuguese, English and Spanish", async () => {
    const words = [
      ["English", "en", "Sign in"],
      ["Español", "es", "Entrar"],
      ["Português", "pt", "Entrar"],
    ] as const;
    for (const [language, code, submit] of words) {
      await page.getByRole("button", { name: /^(Idioma|Language)/ }).click();
      await page.getByRole("menuitem", { name: language }).click();
      await expect(page.getByRole("button", { name: submit, exact: true })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${code}`));
    }
  });

  await test.step("a wrong password shows an error at its field, the right one leads to the tickets [AUTH-006, AUTH-021]", async () => {
    const login = new LoginPage(page);
    await login.signIn({ ...account, password: "outra-Senha-1" });
    await expect(login.password).toHaveAccessibleDescription("E-mail ou senha incorretos. Confira e tente de novo.");
    await expect(login.password).toBeFocused();
    // A notice beside it would be gone after some seconds.
    expect(await page.getByRole("alert").filter({ hasText: /\S/ }).count()).toBe(1);
    await login.password.fill(account.password);
    await login.password.press("Enter");
    await expect(page).toHaveURL(/\/tickets/);
    await expect(page.getByRole("status").filter({ hasText: "Login efetuado com sucesso!" })).toBeVisible();
  });

  await test.step("the app, too", async () => {
    const waiting = [
      [/^Idioma/, "English", "Waiting"],
      [/^Language/, "Español", "En espera"],
      [/^Idioma/, "Português", "Aguardando"],
    ] as const;
    for (const [entry, language, list] of waiting) {
      await page.getByRole("button", { name: account.name }).click();
      await page.getByRole("menuitem", { name: entry }).click();
      await page.getByRole("menuitemradio", { name: language }).click();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("tab", { name: new RegExp(`^${list}`) })).toBeVisible();
    }
    await page.reload();
    await expect(page.getByRole("tab", { name: /^Aguardando/ })).toBeVisible();
  });
});

test("a session is restored with its list and its conversation, until another tab ends it [AUTH-003, AUTH-007, AUTH-016, SHELL-025, SHELL-039]", async ({
  enter,
  ana,
  customer,
}) => {
  const viewport = { width: 1024, height: 640 };
  const page = await enter(ana, { viewport });

  await test.step("a full-screen spinner is shown while the session is being restored [SHELL-025]", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/auth/refresh_token", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/tickets");
    // Until then the document shows the places of bar and list (D-725).
    const list = page.locator(".frameList");
    await expect(list).toBeVisible();
    expect(await list.boundingBox()).toMatchObject({ x: 64, y: 56, width: 340 });
    const spinner = page.getByRole("status").filter({ hasText: "Carregando" });
    await expect(spinner).toBeVisible();
    await expect(list).toBeHidden();
    expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
    await expect(page.getByRole("navigation")).toBeHidden();
    release();
    await expect(new InboxPage(page).tab("Conversas")).toBeVisible();
    await expect(spinner).toBeHidden();
  });

  await test.step("the socket opens with the stored token that POST /auth/socket gave [AUTH-016]", async () => {
    // The page before has its own token, whose answer could be taken for the next one.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("socketToken"))).not.toBeNull();
    const given = page
      .waitForResponse((response) => response.url().endsWith("/api/auth/socket"))
      .then((response) => response.json() as Promise<{ token: string }>);
    const handshake = new Promise<string>((resolve) =>
      page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => {
          if (String(payload).startsWith("40")) resolve(String(payload).slice(2));
        }),
      ),
    );
    await page.goto("/tickets");
    const { token } = await given;
    expect(JSON.parse(await handshake)).toEqual({ token, resumes: true });
    expect(await page.evaluate(() => localStorage.getItem("socketToken"))).toBe(token);
  });

  await test.step("a signed-in person is redirected from the login [AUTH-003]", async () => {
    await page.goto("/login");
    await expect(page).toHaveURL(/\/tickets(\?|$)/);
  });

  const inbox = await new InboxPage(page).open("Aguardando");
  await test.step("a reload keeps the session, the list and the conversation", async () => {
    await customer.writes("Qual é o horário?");
    const conversation = await inbox.accept(customer.name);
    await page.reload();
    await expect(conversation.message("Qual é o horário?")).toBeVisible();
    await expect(inbox.list("Abertos")).toHaveAttribute("aria-selected", "true");
    await expect(inbox.row(customer.name)).toHaveAttribute("aria-selected", "true");
  });

  await test.step("the page title ends with the configured name of the app [SHELL-039]", async () => {
    await alterAnswer<{ appName: string }>(page, "/config.json", (config) => ({ ...config, appName: "Loja da Praça" }));
    await page.reload();
    await expect(page).toHaveTitle(/ - Loja da Praça$/);
  });

  await test.step("a part that renders just when another tab ends the session leads to the login as well [AUTH-007]", async () => {
    await new InboxPage(page).open();
    // The click renders the menu of the account before the event of the other tab has rendered the guard.
    await page.getByRole("button", { name: `Conta de ${ana.name}` }).evaluate((button: HTMLElement) => {
      localStorage.removeItem("token");
      window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
      button.click();
    });
    await expect(new LoginPage(page).submit).toBeVisible();
  });
});

test("signing out says what stays in the browser, forgets the drafts for who wants it, and ends the other tabs too [AUTH-004, AUTH-007]", async ({
  enter,
  ana,
  customer,
  problems,
}) => {
  // What the other tab was asking for when the session ended.
  problems.accept(/status of 401.*\/api\//);
  await test.step("signing out says what stays in the browser, and forgets the drafts for who wants it", async () => {
    await customer.writes("Bom dia");
    const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
    const inbox = await new InboxPage(page).open("Aguardando");
    const { box, back } = await inbox.accept(customer.name);
    await box.fill("Vou verificar");
    await back.click();
    await inbox.show("Abertos");
    await expect(inbox.row(customer.name)).toContainText("Rascunho");
    const signOut = async () => {
      await page.getByRole("button", { name: `Conta de ${ana.name}` }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
    };
    await signOut();
    const question = page.getByRole("alertdialog", { name: "Sair da conta?" });
    await expect(question).toContainText("1 rascunho fica guardado neste navegador");
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await inbox.row(customer.name).click();
    await expect(box).toHaveValue("Vou verificar");
    await signOut();
    const other = await page.context().newPage();
    await new InboxPage(other).open();
    await question.getByRole("checkbox", { name: "Esquecer rascunhos deste navegador" }).check();
    await question.getByRole("button", { name: "Sair" }).click();
    await expect(new LoginPage(page).submit).toBeVisible();
    await expect(new LoginPage(other).submit).toBeVisible();
    await other.goto("/tickets");
    await expect(other).toHaveURL(/\/login/);
    const stored = () =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve, reject) => {
            const opening = indexedDB.open("keyval-store");
            opening.onerror = () => reject(new Error("no storage"));
            opening.onsuccess = () => {
              const keys = opening.result.transaction("keyval").objectStore("keyval").getAllKeys();
              keys.onsuccess = () => resolve(keys.result.map(String).filter((key) => key.startsWith("draft:")));
            };
          }),
      );
    // The open box would store its text again as it goes.
    await expect.poll(stored).toEqual([]);
  });
});

test("the address of a ticket is kept during the login [AUTH-004, SHELL-003, SHELL-005]", async ({ page, api, connection, ana }) => {
  const { ticketId } = await openTicket(api, { connection, userId: ana.id, texts: ["Segue o endereço"] });
  const address = `/tickets/${ticketId}`;
  await page.goto(address);
  await expect(page).toHaveURL(/\/login/);
  await new LoginPage(page).signIn(ana);
  await expect(page).toHaveURL(new RegExp(`${address}(\\?|$)`));
  await expect(page.getByRole("group", { name: "Segue o endereço" })).toBeVisible();
});

/** Presses a key until the target has the focus. */
async function pressUntilFocused(key: string, target: Locator): Promise<void> {
  const focused = async () => {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press(key);
    await expect(target).toBeFocused({ timeout: 50 });
  };
  await expect(focused).toPass({ intervals: [0] });
}

test("a person can sign in, accept and answer with the keyboard only", async ({ page, ana, customer }) => {
  await customer.writes("Consegue me ajudar?");
  const { keyboard } = page;
  const inbox = new InboxPage(page);
  const login = new LoginPage(page);
  await page.goto("/login");
  await expect(login.email).toBeFocused();
  await keyboard.type(ana.email);
  await keyboard.press("Tab");
  await keyboard.type(ana.password);
  await keyboard.press("Enter");
  await expect(inbox.list("Abertos")).toBeVisible();
  await pressUntilFocused("Tab", inbox.list("Abertos"));
  await pressUntilFocused("ArrowRight", inbox.list("Aguardando"));
  await expect(inbox.list("Aguardando")).toHaveAttribute("aria-selected", "true");
  await expect(inbox.row(customer.name)).toBeVisible();
  await pressUntilFocused("Tab", page.getByLabel("Mais antigas primeiro"));
  await keyboard.press("Tab");
  await pressUntilFocused("ArrowDown", inbox.row(customer.name));
  await keyboard.press("Enter");
  const conversation = inbox.conversation(customer.name);
  await expect(conversation.region.getByRole("heading", { name: customer.name })).toBeFocused();
  await pressUntilFocused("Tab", conversation.region.getByRole("button", { name: "Aceitar" }).first());
  await keyboard.press("Enter");
  await expect(conversation.box).toBeFocused();
  await keyboard.press("F6");
  await expect(conversation.box).not.toBeFocused();
  await pressUntilFocused("F6", conversation.box);
  await keyboard.type("Claro, conte o que houve.");
  await keyboard.press("Enter");
  await expect(conversation.state("conte o que houve", "Entregue")).toBeVisible();
});

test("a message that comes between the list and the socket of a page that opens is shown [RT-002, P-25]", async ({
  enter,
  ana,
  customer,
}) => {
  // Where it shows, the server has sent its events: to sockets that open later they are not sent again.
  const other = await new InboxPage(await enter(ana)).open("Aguardando");
  const page = await enter(ana);
  // The list is read before the message and arrives after the socket, which opens after the message.
  const [wasRead, mayOpen, mayArrive] = [createGate(), createGate(), createGate()];
  await page.route("**/api/auth/socket", async (route) => {
    await mayOpen.opened;
    await route.fallback();
  });
  await page.route(
    ({ pathname, searchParams }) => pathname === "/api/tickets" && searchParams.get("status") === "pending",
    async (route) => {
      const response = await route.fetch();
      wasRead.open();
      await mayArrive.opened;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const isReady = new Promise<void>((resolve) =>
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => String(payload).includes('["ready"') && resolve())),
  );
  const inbox = await new InboxPage(page).open("Aguardando");
  await wasRead.opened;
  await customer.writes("Cheguei no meio");
  await expect(other.row(customer.name)).toBeVisible();
  mayOpen.open();
  await isReady;
  mayArrive.open();
  await expect(inbox.row(customer.name)).toContainText("Cheguei no meio");
});

/** Something that others wait for. */
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
