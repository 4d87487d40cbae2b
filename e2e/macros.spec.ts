import type { Locator, Page } from "@playwright/test";
import type { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspectDialog } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

/** It is first in the list, whatever other tests have added. */
const uniqueShortcut = (): string => uniqueName("0macro").replace(" ", "");
const tagOf = (api: Api) => api.post<{ id: number }>("/tag", { name: uniqueName("Etiqueta"), color: "#236681" });

async function macro(api: Api, deeds: object, message = "{{name}}, vamos cuidar disso."): Promise<string> {
  const shortcut = uniqueShortcut();
  await api.post("/quickAnswers", { shortcut, message, deeds: JSON.stringify(deeds) });
  return shortcut;
}

/** Chooses it in the list of the message box, and returns its preview. */
async function choose(page: Page, box: Locator, shortcut: string): Promise<Locator> {
  await box.pressSequentially(`/${shortcut}`);
  await expect(page.getByRole("option", { name: `/${shortcut}` })).toHaveAttribute("aria-selected", "true");
  await box.press("Enter");
  const preview = page.getByRole("dialog", { name: `/${shortcut}` });
  await expect(preview.getByRole("list", { name: "O que será feito" }).getByRole("listitem").first()).toBeVisible();
  return preview;
}

test("a quick answer gets deeds, loses them again, may say nothing, and one Enter does what its preview shows [D-531, D-532, D-614]", async ({
  enter,
  api,
  ana,
  connection,
  customer,
  problems,
}) => {
  problems.accept(/Console: .*status of 400.*\/api\/quickAnswers/);
  const tag = await tagOf(api);
  const [spoken, silent] = [await macro(api, { tagIds: [tag.id], userId: ana.id }), uniqueShortcut()];
  const page = await enter();

  await test.step("a quick answer gets deeds behind a button, and loses them again [D-531, D-532]", async () => {
    const shortcut = uniqueShortcut();
    await page.goto("/quickAnswers");
    await page.getByRole("button", { name: "Adicionar resposta rápida" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Adicionar resposta rápida" });
    await dialog.getByLabel("Atalho", { exact: true }).fill(shortcut);
    await dialog.getByLabel("Mensagem").fill("Um momento, por favor.");
    await dialog.getByRole("button", { name: "Adicionar ação" }).click();
    const deeds = dialog.getByRole("group", { name: "Ações depois do envio" });
    await expect(deeds.getByLabel("Transferir para a fila")).toBeFocused();
    await deeds.getByLabel("Transferir para a fila").selectOption({ label: connection.queue.name });
    await deeds.getByLabel("Adiar").selectOption({ label: "amanhã 9:00" });
    await inspectDialog(page, "quick-answer-deeds");
    await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
    await expect(deeds.getByLabel("Adiar")).toHaveAccessibleDescription(/não pode ser adiada/);
    // A closing takes the place of the snooze.
    await deeds.getByLabel("Encerrar").selectOption({ label: "Encerrar sem mensagem" });
    await expect(deeds.getByLabel("Adiar")).toHaveValue("");
    await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
    const row = page.getByRole("row", { name: shortcut });
    await expect(row).toContainText("com ações");

    await page.getByRole("button", { name: `Editar ${shortcut}` }).click();
    const editing = page.getByRole("dialog", { name: "Editar resposta rápida" });
    await expect(editing.getByLabel("Encerrar")).toHaveValue("silent");
    await editing.getByLabel("Encerrar").selectOption({ label: "Não" });
    await editing.getByLabel("Transferir para a fila").selectOption({ label: "Não" });
    await editing.getByRole("button", { name: "Salvar" }).click();
    await expect(row).not.toContainText("com ações");
  });

  await test.step("the text of the form may be empty as soon as there is a deed [D-614]", async () => {
    await page.getByRole("button", { name: "Adicionar resposta rápida" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Adicionar resposta rápida" });
    const add = dialog.getByRole("button", { name: "Adicionar", exact: true });
    await dialog.getByLabel("Atalho", { exact: true }).fill(silent);
    await add.click();
    await expect(dialog.getByLabel("Mensagem")).toHaveAccessibleDescription(/Obrigatório/);
    await dialog.getByRole("button", { name: "Adicionar ação" }).click();
    await dialog.getByLabel("Transferir para a pessoa").selectOption({ label: ana.name });
    await expect(dialog.getByLabel("Mensagem")).not.toHaveAccessibleDescription(/Obrigatório/);
    await add.click();
    await expect(page.getByRole("row", { name: silent })).toContainText("Não envia mensagem");
  });

  await customer.writes("Quebrou");
  await walkTo(page, "/tickets");
  const inbox = new InboxPage(page);
  await inbox.show("Aguardando");
  const conversation = await inbox.accept(customer.name);
  const ticket = `/tickets/${/\/tickets\/(\d+)/.exec(page.url())?.[1] ?? ""}`;
  const owner = async () => (await api.get<{ userId: number | null }>(ticket)).userId;
  const own = await owner();

  await test.step("the preview of a macro without a text says so, and Enter does it [D-614]", async () => {
    const preview = await choose(page, conversation.box, silent);
    await expect(preview.getByRole("listitem")).toHaveText(["Não envia mensagem", `Transferir: ${ana.name}`]);
    await expect(preview.getByLabel("Mensagem")).toHaveCount(0);
    await expect(preview.getByRole("button", { name: "Executar" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(`/${silent}: ações feitas.`)).toBeVisible();
    await expect.poll(owner).toBe(ana.id);
    // It has left the screen with what was handed over.
    await api.put(ticket, { userId: own, queueId: connection.queue.id, whatsappId: connection.id });
    await walkTo(page, ticket);
  });

  await test.step("the preview has the text with its variables and each deed in words", async () => {
    const preview = await choose(page, conversation.box, spoken);
    await expect(preview.getByLabel("Mensagem")).toHaveValue(`${customer.name}, vamos cuidar disso.`);
    await expect(preview.getByRole("listitem")).toHaveText([/^Etiquetar com Etiqueta/, `Transferir: ${ana.name}`]);
    await inspectDialog(page, "macro");
    await page.keyboard.press("Escape");
    await expect(preview).toBeHidden();
    await expect(conversation.box).toHaveValue("");
  });

  await test.step("the palette offers it where a conversation takes it, and Enter hands the conversation over", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Buscar ou executar um comando" }).getByRole("combobox").fill(spoken);
    await page.getByRole("option", { name: `/${spoken}` }).click();
    const preview = page.getByRole("dialog", { name: `/${spoken}` });
    await expect(preview.getByRole("button", { name: "Enviar e executar" })).toBeEnabled();
    await preview.getByLabel("Mensagem").fill("Rui cuida disso.");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`/${spoken}: enviada, com as ações.`)).toBeVisible();
    const uses = async () =>
      (await api.get<{ quickAnswers: { usedCount: number }[] }>(`/quickAnswers?searchParam=${spoken}`)).quickAnswers[0]?.usedCount;
    await expect.poll(uses).toBe(1);
    expect(await owner()).toBe(ana.id);
    const { messages } = await api.get<{ messages: { body: string }[] }>(ticket.replace("/tickets/", "/messages/"));
    expect(messages.map(({ body }) => body)).toContainEqual(expect.stringContaining("Rui cuida disso."));
  });
});

test.describe("with a reason that the company requires", () => {
  test.afterEach(async ({ api }) => {
    await api.put("/settings/closingReason", { value: "off" });
    await api.put("/settings/closingReasons", { value: "" });
  });

  test("a macro whose tag is gone is marked and not sent; one that closes asks what the button asks [D-532, D-533]", async ({
    enter,
    api,
    ana,
    customer,
  }) => {
    await api.put("/settings/closingReasons", { value: JSON.stringify([{ id: 1, name: "Vendido", color: "#1f7a4d" }]) });
    await api.put("/settings/closingReason", { value: "required" });
    const tag = await tagOf(api);
    const [lost, closing] = [await macro(api, { tagIds: [tag.id] }), await macro(api, { close: "silent" })];
    await api.delete(`/tag/${tag.id}`);
    const page = await enter(ana);
    const inbox = await new InboxPage(page).open("Aguardando");
    await customer.writes("Comprei");
    const { box } = await inbox.accept(customer.name);

    const marked = await choose(page, box, lost);
    await expect(marked.getByRole("listitem")).toHaveText(["Etiquetar com (não existe mais)"]);
    await expect(marked.getByRole("alert")).toContainText("impede o envio");
    await expect(marked.getByRole("button", { name: "Enviar e executar" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(marked).toBeHidden();

    const preview = await choose(page, box, closing);
    await page.keyboard.press("Enter");
    await expect(preview.getByLabel("Motivo do encerramento")).toHaveAccessibleDescription("Escolha um motivo.");
    await preview.getByLabel("Motivo do encerramento").selectOption({ label: "Vendido" });
    await inspectDialog(page, "macro-closing");
    await preview.getByRole("button", { name: "Enviar e encerrar" }).click();
    await expect(preview).toBeHidden();
    await inbox.tab("Encerradas").click();
    await expect(inbox.row(customer.name)).toBeVisible();
  });
});
