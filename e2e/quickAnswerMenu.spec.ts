import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { product, uniqueName } from "./support/product.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** A shortcut of one word that no other test uses. */
const uniqueShortcut = (kind: string): string => uniqueName(kind).replace(" ", "");
const answers = ({ region }: Conversation) => region.getByRole("listbox", { name: "Respostas rápidas" });

/** Adds a quick answer with two pictures, with the session of the page. */
async function addPictures(page: Page, shortcut: string, message: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const form = new FormData();
  form.append("shortcut", shortcut);
  form.append("message", message);
  for (const name of ["loja.png", "mapa.png"]) form.append("medias", new File([new Uint8Array(PNG)], name, { type: "image/png" }));
  const response = await page.request.post(`${product.url}/api/quickAnswers`, {
    headers: { authorization: `Bearer ${token ?? ""}` },
    multipart: form,
  });
  expect(response.ok()).toBe(true);
}

test("quick answers and variables are inserted from the message box [CONV-010, CONV-012, D-064, D-167]", async ({
  enter,
  ana,
  api,
  connection,
  customer,
}, testInfo) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Entregam?");
  const conversation = await inbox.accept(customer.name);

  await test.step("a / lists the quick answers by shortcut and text; the keyboard inserts one with its variables filled [CONV-010, CONV-012, D-064, D-167]", async () => {
    const [word, first, second] = [uniqueShortcut("palavra"), uniqueShortcut("entrega"), uniqueShortcut("outra")];
    await api.post("/quickAnswers", { shortcut: first, message: "{{name}}, entregamos em {{queue}}. Fale com {{user}}." });
    await api.post("/quickAnswers", { shortcut: second, message: `Também serve: ${word} e ${first}.` });
    const { box } = conversation;
    const list = answers(conversation);
    const options = list.getByRole("option");

    await box.pressSequentially("12/");
    await expect(box).toHaveAttribute("aria-expanded", "false");
    await box.fill("");
    await box.pressSequentially(`/${first}`);
    await expect(options).toHaveCount(2);
    await expect(options.first()).toContainText(`/${first}`);
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await expect(options.nth(1)).toContainText(`/${second}`);
    await inspect(page, testInfo, "quick-answer-menu");
    await box.press("ArrowDown");
    await expect(box).toHaveAttribute("aria-activedescendant", (await options.nth(1).getAttribute("id")) ?? "none");
    await box.press("ArrowDown");
    await box.press("Enter");
    await expect(box).toHaveValue(`${customer.name}, entregamos em ${connection.queue.name}. Fale com ${ana.name}.`);
    await expect(list).toBeHidden();
    const uses = async () =>
      (await api.get<{ quickAnswers: { usedCount: number }[] }>(`/quickAnswers?searchParam=${first}`)).quickAnswers[0]?.usedCount;
    await expect.poll(uses).toBe(1);

    await box.fill("Bom dia! ");
    await box.pressSequentially(`/${word.slice(0, -1)}`);
    await expect(options).toHaveCount(1);
    await box.press("Tab");
    await expect(box).toHaveValue(`Bom dia! Também serve: ${word} e ${first}.`);
    await expect(box).toBeFocused();
    await box.press("Enter");
    await expect(conversation.state(`Bom dia! Também serve: ${word}`, "Entregue")).toBeVisible();
  });

  await test.step("a {{ lists the variables with their values; one without a value is named, and sending it asks first [CONV-012, D-064]", async () => {
    const shortcut = uniqueShortcut("preco");
    await api.post("/quickAnswers", { shortcut, message: "{{user}}: custa {{valor}}." });
    const { box, region } = conversation;
    const variables = region.getByRole("listbox", { name: "Variáveis" });

    await box.pressSequentially("Oi, {{");
    await expect(variables.getByRole("option", { name: /Nome do contato/ })).toContainText(customer.name);
    await box.pressSequentially("seu");
    await expect(variables.getByRole("option")).toHaveText([new RegExp(ana.name)]);
    await expect(box).toHaveAttribute("aria-activedescendant", (await variables.getByRole("option").getAttribute("id")) ?? "none");
    await box.press("Enter");
    await expect(box).toHaveValue(`Oi, ${ana.name}`);
    await expect(variables).toBeHidden();

    await box.fill("");
    await box.pressSequentially(`/${shortcut}`);
    await expect(answers(conversation).getByRole("option")).toHaveCount(1);
    await box.press("Enter");
    await expect(box).toHaveValue(`${ana.name}: custa {{valor}}.`);
    const note = region.getByText("{{valor}} não tem valor aqui");
    await expect(note).toBeVisible();
    // What must be changed is selected.
    await page.keyboard.type("10 reais");
    await expect(box).toHaveValue(`${ana.name}: custa 10 reais.`);
    await expect(note).toBeHidden();

    await box.fill("Custa {{valor}}");
    await box.press("Enter");
    await expect(region.getByRole("alert")).toContainText("{{valor}} não tem valor aqui");
    await expect(box).toHaveValue("Custa {{valor}}");
    await box.press("Enter");
    await expect(conversation.state("Custa {{valor}}", "Entregue")).toBeVisible();
  });

  await test.step("Escape closes the quick answers, and without one Enter sends what was typed [CONV-010]", async () => {
    const { box, region } = conversation;
    await region.getByRole("button", { name: "Respostas rápidas" }).click();
    await expect(box).toHaveValue("/");
    await expect(box).toBeFocused();
    await expect(answers(conversation).or(region.getByText("Nenhuma resposta rápida ainda")).first()).toBeVisible();
    await box.press("Escape");
    await expect(box).toHaveAttribute("aria-expanded", "false");
    await expect(box).toBeFocused();
    const nothing = uniqueShortcut("nada");
    await box.pressSequentially(nothing);
    await expect(region.getByText(`Nenhuma resposta rápida com “${nothing}”`)).toBeVisible();
    await expect(region.getByRole("link", { name: "Criar resposta rápida" })).toHaveAttribute("href", "/quickAnswers");
    await box.press("Enter");
    await expect(conversation.message(`/${nothing}`)).toBeVisible();
  });

  await test.step("a quick answer with pictures puts them in their order among the files to send, with more answers than one page [CONV-010, D-167]", async () => {
    const shortcut = uniqueShortcut("zfoto");
    const many = Array.from({ length: 21 }, (_each, at) => uniqueShortcut(`${at}a`));
    await Promise.all(many.map((each) => api.post("/quickAnswers", { shortcut: each, message: "Uma de muitas respostas." })));
    await page.setViewportSize({ width: 390, height: 844 });
    await addPictures(page, shortcut, "Esta é a nossa loja.");
    const { box, region } = conversation;
    await box.pressSequentially(`/${shortcut}`);
    const option = answers(conversation).getByRole("option");
    await expect(option).toHaveCount(1);
    await expect(option).toContainText("com imagem+1");
    await inspect(page, testInfo, "quick-answer-menu-phone");
    await option.click();
    await expect(box).toHaveValue("Esta é a nossa loja.");
    await expect(region.locator(".trayName")).toHaveText(["loja.png", "mapa.png"]);
    await region.getByRole("button", { name: "Enviar", exact: true }).click();
    await expect(region.getByRole("button", { name: "Abrir a imagem" })).toHaveCount(2);
    await expect(conversation.message(/Esta é a nossa loja/)).toBeVisible();
  });
});
