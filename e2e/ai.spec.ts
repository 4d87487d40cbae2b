import { patience } from "@balcao/testing/patience";
import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";

test.setTimeout(patience(120_000));

test("an agent has a conversation summarized and a voice note written down [CONV-035, CONV-040, API-016, API-026]", async ({
  enter,
  ana,
  connection,
}, testInfo) => {
  const customer = await connection.newCustomer();
  await customer.writes("Bom dia, meu boleto venceu");
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await expect(conversation.message(/meu boleto venceu/)).toBeVisible();

  await customer.does({ kind: "audio" });
  const voice = conversation.message(/Áudio/);
  await expect(voice.getByRole("button", { name: "Reproduzir" })).toBeVisible();
  await (await conversation.openMenu(/Áudio/)).getByRole("menuitem", { name: "Transcrever" }).click();
  const transcription = conversation.region.getByRole("region", { name: "Transcrição" });
  await expect(transcription).toContainText("Preciso de uma segunda via do boleto.");
  await expect((await conversation.openMenu(/Áudio/)).getByRole("menuitem", { name: "Transcrever" })).toBeHidden();
  await page.keyboard.press("Escape");

  await conversation.choose("Resumir com IA");
  const dialog = page.getByRole("dialog", { name: `Resumo da conversa com ${customer.name}` });
  await expect(dialog).toContainText("Resumo de 2 linhas.");
  await expect(dialog).toContainText("Feito por IA com 2 mensagens");
  await inspect(page, testInfo, "summary");
  await dialog.getByRole("button", { name: "Adicionar como comentário" }).click();
  await expect(dialog).toBeHidden();
  await expect(conversation.region.getByRole("group", { name: /Comentário interno.*Resumo de 2 linhas/ })).toBeVisible();
});

test("without a configured server both options are there, disabled with their reason [CONV-039]", async ({ enter, ana, connection }) => {
  const customer = await connection.newCustomer();
  await customer.writes("Bom dia");
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  await alterAnswer<{ readonly key: string; readonly value: string }[]>(page, "/api/settings", (rows) =>
    rows.map((row) => (row.key.startsWith("ai") ? { ...row, value: "disabled" } : row)),
  );
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await customer.does({ kind: "audio" });
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
