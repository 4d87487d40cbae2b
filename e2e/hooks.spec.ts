import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { passTime } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { product, uniqueName, uniqueNumber } from "./support/product.js";

/** A receiver that answers what `status` says, and keeps the signatures and ids that arrived. */
async function openReceiver(): Promise<{ server: Server; arrived: { id: string; signature: string }[]; answer: { status: number } }> {
  const arrived: { id: string; signature: string }[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    const { "balcao-id": id, "balcao-signature": signature } = request.headers;
    arrived.push({ id: String(id), signature: String(signature) });
    request.resume().on("end", () => response.writeHead(answer.status).end());
  });
  await once(server.listen(product.hookPort, "127.0.0.1"), "listening");
  return { server, arrived, answer };
}

test("a webhook is made, tested, paused, gets another key, and sends again what was given up [D-600, D-603, D-606]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 400/);
  const { server, arrived, answer } = await openReceiver();
  const admin = await api.createAccount("Marta", { profile: "admin" });
  const page = await enter(admin);
  await page.clock.install();
  const name = uniqueName("Loja");
  await page.goto("/settings");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeVisible();
  await page.getByRole("button", { name: "Criar webhook" }).first().click();
  const form = page.getByRole("dialog", { name: "Criar webhook" });
  const kept = page.getByRole("alertdialog", { name: "Guarde a chave agora" });

  await test.step("what is missing or wrong is said at its field, and the key is shown once", async () => {
    await form.getByLabel("Nome").fill(name);
    await form.getByLabel("Endereço").fill("http://example.com/");
    await form.getByRole("checkbox", { name: "Mensagem nova" }).uncheck();
    await form.getByRole("button", { name: "Criar webhook" }).click();
    await expect(form.getByText("Escolha pelo menos um evento.")).toBeVisible();
    await form.getByRole("checkbox", { name: "Contato novo" }).check();
    await form.getByRole("button", { name: "Criar webhook" }).click();
    await expect(form.getByLabel("Endereço")).toHaveAccessibleDescription(/começa com https/);
    await inspectDialog(page, "hook-form");
    await form.getByLabel("Endereço").fill(`http://127.0.0.1:${product.hookPort}/loja`);
    await form.getByRole("button", { name: "Criar webhook" }).click();
    await expect(kept.getByLabel("Chave", { exact: true })).toHaveText(/^blh_[\w-]{43}$/);
    await kept.getByRole("button", { name: "Guardei" }).click();
  });

  const row = page.getByRole("row", { name });
  await expect(row).toContainText("Ativo");
  await row.getByRole("button", { name: `Entregas de ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Entregas de ${name}` });

  await test.step("a test says what the receiver answered, and is in the log with its content", async () => {
    await dialog.getByRole("button", { name: "Testar" }).click();
    await expect(dialog.getByRole("status")).toHaveText(/Respondeu 200 em \d+ ms\./);
    await dialog.getByText("Teste", { exact: true }).click();
    await expect(dialog.getByLabel("Conteúdo enviado")).toContainText('"event": "test"');
    answer.status = 500;
    await dialog.getByRole("button", { name: "Testar" }).click();
    await expect(dialog.getByRole("status")).toHaveText("O teste falhou: respondeu 500");
    await expect(dialog.getByRole("button", { name: "Testar" })).toBeEnabled();
    await inspectDialog(page, "hook-log");
  });

  await test.step("another key signs beside the first one until that is ended", async () => {
    answer.status = 200;
    await dialog.getByRole("button", { name: "Trocar chave" }).click();
    await expect(kept.getByLabel("Chave", { exact: true })).toHaveText(/^blh_/);
    await kept.getByRole("button", { name: "Guardei" }).click();
    await dialog.getByRole("button", { name: "Testar" }).click();
    await expect.poll(() => arrived.at(-1)?.signature).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    await dialog.getByRole("button", { name: "Encerrar chave anterior" }).click();
    await expect(dialog.getByText("Duas chaves assinam.")).toBeHidden();
  });

  await test.step("what the receiver refuses for good pauses it, and is sent again with its id", async () => {
    answer.status = 410;
    await api.post("/contacts", { name: uniqueName("Cliente"), number: uniqueNumber(), respostaAutomatica: true });
    // The page asks every ten seconds.
    await passTime(page, 10_000, dialog.getByText("Pausado: o endereço respondeu 410"));
    answer.status = 200;
    await dialog.getByRole("button", { name: "Retomar" }).click();
    await expect(dialog.getByText("Ativo", { exact: true })).toBeVisible();
    const refused = arrived.at(-1)?.id;
    await dialog.getByLabel("Quais entregas").selectOption("dead");
    const dead = dialog.getByRole("listitem").filter({ hasText: "Contato novo" });
    await expect(dead).toContainText("respondeu 410");
    await dead.getByRole("button", { name: "Reenviar" }).click();
    await expect.poll(() => arrived.filter(({ id }) => id === refused).length).toBe(2);
    await dialog.getByLabel("Quais entregas").selectOption("all");
    await passTime(page, 10_000, dialog.getByRole("listitem").filter({ hasText: "Contato novo" }).getByText("Entregue"));
  });

  await test.step("somebody pauses it, and deletes it", async () => {
    await dialog.getByRole("button", { name: "Pausar" }).click();
    await expect(dialog.getByText("Pausado", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Fechar" }).click();
    await expect(row).toContainText("Pausado");
    await inspect(page, testInfo, "hooks");
    await page.getByRole("button", { name: `Excluir ${name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir webhook" }).click();
    await expect(row).toBeHidden();
  });
  server.closeAllConnections();
  server.close();
});
