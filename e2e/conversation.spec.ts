import { patience } from "@balcao/testing/patience";
import type { Locator } from "@playwright/test";
import { alterAnswer, nextFrames, recordCalls } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { addHistory } from "./support/history.js";
import { InboxPage } from "./support/inboxPage.js";
import { walkTo } from "./support/walk.js";

const note = (name: string) => ({ name, type: "text/plain", text: "Nota 1042" });

/** Drags files over an element and drops them there. */
async function drop(target: Locator, ...files: readonly ReturnType<typeof note>[]): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { text, name, type } of list) transfer.items.add(new File([text], name, { type }));
    return transfer;
  }, files);
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

/** Makes a browser like those that cannot size a box by its style. */
function withoutFieldSizing(): void {
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...asked: [string, string?]) => asked[0] !== "field-sizing" && supports(...(asked as [string, string]));
  addEventListener("DOMContentLoaded", () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("textarea { field-sizing: fixed !important; }");
    document.adoptedStyleSheets = [sheet];
  });
}

/** How many rows the box shows with so many lines. */
async function rowsWith(box: Locator, lines: number): Promise<number> {
  await box.fill(Array.from({ length: lines }, (_, at) => `Linha ${at + 1}`).join("\n"));
  return box.evaluate((area: HTMLElement) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
    return (area.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) / Number.parseFloat(lineHeight);
  });
}

const ROWS = [
  [1, 1],
  [4, 4],
  [5, 5],
  [6, 5],
  [20, 5],
] as const;

test("an agent writes in the message box where a message can be written, leaves the conversation, and reads all of it on the smallest phone [CONV-006, CONV-008, CONV-014, CONV-015, CONV-016, CONV-017, CONV-020, LOG-001, D-229]", async ({
  enter,
  ana,
  customer,
}) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Mande as notas, por favor");
  await inbox.row(customer.name).click();
  const conversation = inbox.conversation(customer.name);
  await expect(conversation.message("Mande as notas, por favor")).toBeVisible();
  const cure = async (prompt: string, action: string) => {
    await expect(conversation.region.getByText(prompt)).toBeVisible();
    await expect(conversation.region.getByRole("textbox")).toHaveCount(0);
    await conversation.region.locator('[data-region="composer"]').getByRole("button", { name: action }).click();
    await expect(conversation.box).toBeVisible();
  };
  await test.step("nothing can be written before it is accepted: a button offers the next step [CONV-020]", () =>
    cure("Aceite a conversa para responder", "Aceitar"));

  for (const [browser, sizing] of [
    ["that sizes it by its style", "content"],
    ["that does not", "fixed"],
  ] as const)
    await test.step(`the message box grows to five rows, then scrolls, in a browser ${browser}`, async () => {
      const { box } = conversation;
      await expect(box).toHaveCSS("field-sizing", sizing);
      for (const [lines, rows] of ROWS) expect(await rowsWith(box, lines), `rows with ${lines} lines`).toBeCloseTo(rows, 1);
      await expect(box).toHaveCSS("overflow-y", "auto");
      await box.fill("");
      await page.addInitScript(withoutFieldSizing);
      await page.reload();
    });

  await test.step("files can be dropped into the message box, several with a warning, and never onto the messages [CONV-015, CONV-016, CONV-017]", async () => {
    const caption = (name: string) => conversation.region.getByLabel(`Legenda de ${name}`);
    const warning = conversation.region.getByText("2 arquivos: cada um vira uma mensagem");

    await drop(conversation.feed, note("perdida.txt"));
    await expect(page.getByText("Solte o arquivo na barra de digitação para anexa-lo")).toBeVisible();
    await drop(conversation.box, note("nota.txt"));
    await expect(caption("nota.txt")).toBeVisible();
    await expect(caption("perdida.txt")).toBeHidden();
    await expect(warning).toBeHidden();
    await drop(conversation.box, note("recibo.txt"));
    await expect(warning).toBeVisible();
    await conversation.region.getByRole("button", { name: "Enviar", exact: true }).click();
    for (const name of ["nota.txt", "recibo.txt"])
      await expect(conversation.region.getByRole("link", { name: `Baixar ${name}` })).toBeVisible();
  });

  await test.step("saving a received file is recorded in the audit trail [LOG-001, D-229]", async () => {
    await customer.sends("document");
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    const file = conversation.region.getByRole("link", { name: "Baixar pedido.pdf" });
    const saved = page.waitForEvent("download");
    await file.click();
    await saved;
    const { log } = (await remark).postDataJSON() as { log: Record<string, unknown> };
    expect(log["origem"]).toBe("Mensagens");
    expect(log["descricao"]).toMatch(/^Baixou o arquivo .+/);
    expect(log["messageId"]).toEqual(expect.any(Number));
    expect(log["ticketId"]).toEqual(expect.any(Number));
  });

  await test.step("every message is signed if the company requires it [CONV-014]", async () => {
    await alterAnswer<{ key: string; value: string }[]>(page, "/api/settings", (settings) =>
      settings.map((setting) => (setting.key === "forceSign" ? { ...setting, value: "enabled" } : setting)),
    );
    await page.evaluate(() => localStorage.setItem("signOption", "off"));
    await page.reload();
    // The name stands above the first of a person's messages.
    await customer.writes("Quem fala?");
    await expect(conversation.message("Quem fala?")).toBeVisible();
    const sign = conversation.region.getByRole("checkbox", { name: "Assinar" });
    await expect(sign).toBeChecked();
    await expect(sign).toBeDisabled();
    await conversation.write("Sou do atendimento.");
    await expect(conversation.message("Sou do atendimento.")).toContainText(`${ana.name}:`);
  });

  const address = page.url();
  await test.step("the back button leads to the tickets [CONV-006]", async () => {
    await conversation.back.click();
    await expect(page).toHaveURL(/\/tickets(\?|$)/);
    await expect(conversation.region).toBeHidden();
    await walkTo(page, address);
  });

  await test.step("nor can it after it has ended, until it is opened again [CONV-020]", async () => {
    await page.clock.install();
    await conversation.choose("Encerrar sem despedida");
    await page.getByRole("button", { name: "Encerrar conversa" }).click();
    await expect(page.getByRole("status").filter({ hasText: customer.name })).toContainText("encerrando");
    await page.clock.fastForward(5_000);
    await expect(conversation.region).toBeHidden();
    await walkTo(page, address);
    await cure("Reabra a conversa para enviar mensagens", "Reabrir");
  });

  await test.step("it is not clipped on the smallest phone, has lines in a high contrast, and its row grows with the text", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { region, box, back } = conversation;
    await box.fill("Nós também");
    await expect(region.getByRole("button", { name: "Enviar", exact: true })).toBeInViewport({ ratio: 1 });
    const state = region.getByText("Em atendimento");
    expect(await state.evaluate((word) => word.scrollWidth - word.clientWidth), "the state is said whole").toBeLessThanOrEqual(0);
    const status = await state.boundingBox();
    const button = await region.getByRole("button", { name: "Resolver", exact: true }).boundingBox();
    expect((status?.x ?? Infinity) + (status?.width ?? 0), "the status ends before the button").toBeLessThanOrEqual(button?.x ?? 0);
    await page.emulateMedia({ forcedColors: "active" });
    await expect(region.locator(".composer")).toHaveCSS("border-top-style", "solid");
    await page.emulateMedia({ forcedColors: null });
    await back.click();
    await inbox.show("Abertos");
    const row = inbox.row(customer.name);
    await expect(row).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expect.poll(() => row.evaluate((line) => line.scrollHeight - line.clientHeight)).toBeLessThanOrEqual(1);
    await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan(110);
  });
});

test("older messages are loaded within 50 px of the top [CONST-007]", async ({ enter, ana, customer }) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  const long = Array.from({ length: 12 }, () => "uma linha da história").join("\n");
  await customer.writes(`Capítulo 44.\n${long}`);
  const id = await inbox.row(customer.name).getAttribute("data-ticket-id");
  await addHistory(
    Number(id),
    Array.from({ length: 43 }, (_each, at) => ({ body: `Capítulo ${at + 1}.\n${long}` })),
  );
  const older = recordCalls(page, ({ pathname, searchParams }) => pathname.startsWith("/api/messages/") && searchParams.has("before"));
  const conversation = await inbox.accept(customer.name);
  await expect(conversation.message("Capítulo 44.")).toBeVisible();
  const atTop = async () => {
    await conversation.feed.evaluate((feed) => feed.scrollTo(0, 49));
    await nextFrames(page);
    return older.length;
  };
  await expect.poll(atTop).toBeGreaterThan(0);
  const pill = conversation.region.locator(".dayPill");
  await expect(async () => {
    await conversation.feed.evaluate((feed) => feed.scrollBy(0, 30));
    await expect(pill).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: patience(20_000) });
  // The history ends an hour ago.
  await expect(pill).toHaveText(/^(Hoje|Ontem)$/);
  await expect(pill).toBeHidden();
  await expect.poll(async () => (await atTop(), conversation.message(/Capítulo 1\./).isVisible())).toBe(true);
});
