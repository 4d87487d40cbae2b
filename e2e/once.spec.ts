import type { Locator, Page } from "@playwright/test";
import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName } from "./support/product.js";
import { createContact, sql } from "./support/sends.js";
import { walkTo } from "./support/walk.js";

/** Lets the api do the next matching call, and cuts its answer. */
async function cutAnswer(page: Page, path: RegExp): Promise<void> {
  let isCut = false;
  await page.route(path, async (route) => {
    if (isCut || route.request().method() !== "POST") return route.fallback();
    isCut = true;
    await route.fetch();
    await route.abort();
  });
}

/** How many rows a statement counts. */
async function count(text: string, ...values: readonly unknown[]): Promise<number> {
  return (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`, values))[0]?.n ?? 0;
}

interface Creation {
  readonly path: RegExp;
  readonly submit: Locator;
  readonly made: () => Promise<number>;
}

/**
 * Presses a button twice within one frame, whose answer is cut, and presses it again: one thing is there, and that is said. Every form
 * creates by the same two hooks, which creations.test.ts of the web sees to.
 */
async function pressTwice(page: Page, { path, submit, made }: Creation): Promise<void> {
  await cutAnswer(page, path);
  await expect(submit).toBeEnabled();
  await submit.evaluate((button: HTMLElement) => [1, 2].forEach(() => button.click()));
  await expect(page.getByText(/^Não houve resposta/).last()).toBeVisible();
  expect(await made()).toBe(1);
  await submit.click();
  await expect(page.getByText(/^A primeira tentativa já tinha chegado/).last()).toBeVisible();
  expect(await made()).toBe(1);
}

test("a form and a button make one thing when its answer is lost and its button pressed again [D-275]", async ({
  enter,
  api,
  connection,
  problems,
}) => {
  problems.accept(/ERR_FAILED/);
  const marta = await api.createAccount("Marta", { profile: "admin", queueIds: [connection.queue.id] });
  const contact = await createContact(api, uniqueName("Cliente"));
  const place = { contactId: contact.id, queueId: connection.queue.id, whatsappId: connection.id, userId: marta.id, status: "open" };
  const { id } = await api.post<{ id: number }>("/tickets", place);
  const page = await enter(marta);
  await alterAnswer<{ key: string; value: string }[]>(page, "/api/settings", (settings) =>
    settings.map((each) => (each.key === "generateProtocol" ? { ...each, value: "enabled" } : each)),
  );

  await test.step("a form", async () => {
    await page.goto("/tags");
    await page.getByRole("button", { name: "Adicionar etiqueta" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Adicionar etiqueta" });
    const tag = uniqueName("Etiqueta");
    await dialog.getByLabel("Nome", { exact: true }).fill(tag);
    await pressTwice(page, {
      path: /\/api\/tag$/,
      submit: dialog.getByRole("button", { name: "Adicionar", exact: true }),
      made: () => count("tag WHERE name = $1", tag),
    });
  });

  await walkTo(page, `/tickets/${id}`);
  const { region } = new InboxPage(page).conversation(contact.name);
  const yes = page.getByRole("alertdialog", { name: "Gerar e enviar protocolo?" }).getByRole("button", { name: "Sim" });
  await test.step("Enter that is held down answers no question that it has opened", async () => {
    await region.getByRole("button", { name: "Resolver" }).focus();
    await page.keyboard.down("Enter");
    await expect(yes).toBeFocused();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
  });
  await test.step("a button", () =>
    pressTwice(page, { path: /\/api\/protocolos$/, submit: yes, made: () => count("protocol WHERE ticket_id = $1", id) }));
});
