import { patience } from "@balcao/testing/patience";
import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";

test.setTimeout(patience(120_000));

test("an agent has a conversation summarized and a voice note written down [CONV-035, CONV-039, CONV-040, API-016, API-026]", async ({
  enter,
  ana,
  connection,
}) => {
  const customer = await connection.newCustomer();
  await customer.writes("Bom dia, meu boleto venceu");
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  await alterAnswer<{ readonly key: string; readonly value: string }[]>(page, "/api/settings", (rows) =>
    rows.map((row) => (row.key.startsWith("ai") ? { ...row, value: "disabled" } : row)),
  );
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await expect(conversation.message(/meu boleto venceu/)).toBeVisible();

  await customer.does({ kind: "audio" });
  const voice = conversation.message(/Áudio/);
  await expect(voice.getByRole("button", { name: "Reproduzir" })).toBeVisible();
  await test.step("without a configured server both options are there, disabled with their reason [CONV-039]", async () => {
    await expect(conversation.message(/Áudio/).getByRole("button", { name: "Reproduzir" })).toBeVisible();
    const transcribe = (await conversation.openMenu(/Áudio/)).getByRole("menuitem", { name: "Transcrever" });
    await expect(transcribe).toBeDisabled();
    await expect(transcribe).toContainText("Falta AI_KEY no servidor");
    await page.keyboard.press("Escape");
    await conversation.region.getByRole("button", { name: "Mais ações" }).click();
    const summarize = page.getByRole("menuitem", { name: "Resumir com IA" });
    await expect(summarize).toBeDisabled();
    await expect(summarize).toContainText("Falta AI_KEY no servidor");
  });
  await page.unroute("**/api/settings");
  await page.reload();
  await expect(voice.getByRole("button", { name: "Reproduzir" })).toBeVisible();
  await (await conversation.openMenu(/Áudio/)).getByRole("menuitem", { name: "Transcrever" }).click();
  const transcription = conversation.region.getByRole("region", { name: "Transcrição" });
  await expect(transcription).toContainText("Preciso de uma segunda via do boleto.");
  await transcription.getByRole("button", { name: "Copiar a transcrição" }).click();
  await expect(page.getByText("Texto copiado.")).toBeVisible();
  await expect((await conversation.openMenu(/Áudio/)).getByRole("menuitem", { name: "Transcrever" })).toBeHidden();
  await page.keyboard.press("Escape");

  await conversation.choose("Resumir com IA");
  const dialog = page.getByRole("dialog", { name: `Resumo da conversa com ${customer.name}` });
  await expect(dialog).toContainText("Resumo de 2 linhas.");
  await expect(dialog).toContainText("Feito por IA com 2 mensagens");
  await dialog.getByRole("button", { name: "Adicionar como comentário" }).click();
  await expect(dialog).toBeHidden();
  await expect(conversation.region.getByRole("group", { name: /Comentário interno.*Resumo de 2 linhas/ })).toBeVisible();
});

/** Keeps back what follows the first word of the AI server's stream, or lets it go. */
const control = (what: "hold" | "release") => fetch(new URL(`/control/${what}`, product.aiUrl), { method: "POST" });

test("a summary is read while it is written; one that breaks off stays, named incomplete, and cannot be kept [CONV-040, D-255]", async ({
  enter,
  ana,
  connection,
}, testInfo) => {
  const customer = await connection.newCustomer();
  await customer.writes("Bom dia");
  const page = await enter(ana, { viewport: { width: 390, height: 844 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await expect(conversation.message(/Bom dia/)).toBeVisible();
  const dialog = page.getByRole("dialog", { name: `Resumo da conversa com ${customer.name}` });

  await control("hold");
  try {
    await conversation.choose("Resumir com IA");
    await expect(dialog.getByText("Resumo", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("status")).toHaveText("Escrevendo o resumo…");
    await expect(dialog.getByRole("button", { name: "Adicionar como comentário" })).toBeHidden();
    await inspect(page, testInfo, "summary-coming");
  } finally {
    await control("release");
  }
  await expect(dialog).toContainText("Resumo de 1 linhas.");
  await expect(dialog.getByRole("button", { name: "Adicionar como comentário" })).toBeVisible();
  await dialog.getByRole("button", { name: "Fechar" }).last().click();

  const sentence = "O servidor de inteligência artificial não deu uma resposta válida. Tente novamente.";
  const error = { error: sentence, message: sentence, code: "ERR_AI_FAILED" };
  await page.route("**/api/tickets/ai/resume/*", (route) =>
    route.fulfill({ contentType: "application/x-ndjson", body: `{"text":"O cliente disse "}\n${JSON.stringify({ error })}\n` }),
  );
  await conversation.choose("Resumir com IA");
  await expect(dialog.getByRole("alert")).toContainText("O resumo ficou incompleto");
  await expect(dialog.getByText("O cliente disse")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Adicionar como comentário" })).toBeHidden();
  await page.unroute("**/api/tickets/ai/resume/*");
  await dialog.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(dialog).toContainText("Resumo de 1 linhas.");
  await expect(dialog.getByText("O cliente disse")).toBeHidden();
});
