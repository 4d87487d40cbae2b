import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { largePicture } from "./support/pictures.js";
import { uniqueName } from "./support/product.js";

const base64 = (bytes: Buffer) => bytes.toString("base64");
const openDetails = (page: Page) => page.getByRole("button", { name: "Dados do contato" }).click();

test("a third pane shows the contact, what was shared and other tickets; it stays open for the next conversation [CONV-003]", async ({
  enter,
  api,
  connection,
}, testInfo) => {
  const [customer, other] = [await connection.newCustomer(), await connection.newCustomer()];
  await customer.writes("Olá, veja https://example.com/mesa");
  await other.writes("Bom dia");
  const tag = await api.post<{ id: number; name: string }>("/tag", { name: uniqueName("Atacado"), color: "#b23b6a" });
  const bia = await api.createAccount("Bia", { profile: "user", queueIds: [connection.queue.id], editContact: true });
  const page = await enter(bia, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  const { region } = await inbox.accept(customer.name);
  await customer.does({ kind: "image", media: { base64: base64(largePicture(900, 600)), mime: "image/png" } });
  await customer.does({ kind: "video", media: { sample: "video" } });
  await customer.does({ kind: "document", media: { sample: "document" } });
  await expect(region.getByRole("link", { name: /^Baixar/ })).toBeVisible();

  await openDetails(page);
  const panel = page.getByRole("complementary", { name: "Dados do contato" });
  await expect(panel.getByRole("heading", { name: "Dados do contato" })).toBeFocused();
  await expect(panel.getByRole("heading", { name: customer.name })).toBeVisible();
  const newest = panel.getByRole("list", { name: "Imagens e vídeos mais recentes" });
  await expect(newest.getByRole("button")).toHaveCount(2);

  await test.step("edits the contact", async () => {
    await panel.getByRole("button", { name: "Editar" }).click();
    const dialog = page.getByRole("dialog", { name: "Editar contato" });
    await dialog.getByLabel("E-mail").fill("mariana@example.com");
    await dialog.getByRole("checkbox", { name: tag.name }).check();
    await dialog.getByRole("button", { name: "Adicionar informação" }).click();
    await dialog.getByLabel("Nome").last().fill("Pedido");
    await dialog.getByLabel("Valor").fill("88231");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.getByText("mariana@example.com")).toBeVisible();
    await expect(panel.getByText(tag.name)).toBeVisible();
    await expect(panel.getByText("88231")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Copiar Pedido" })).toBeVisible();
    await inspect(page, testInfo, "details-desktop");
  });

  await test.step("walks through the gallery", async () => {
    await panel.getByRole("button", { name: "Ver tudo" }).click();
    const gallery = page.getByRole("complementary", { name: "Mídia, links e documentos" });
    await expect(gallery.getByRole("list", { name: "Mídia" }).getByRole("button")).toHaveCount(2);
    await gallery.getByRole("button", { name: /^Imagem de/ }).click();
    await expect(page.locator(".yarl__slide_current img")).toHaveJSProperty("naturalWidth", 900);
    await page.keyboard.press("Escape");
    await gallery.getByRole("tab", { name: "Documentos" }).click();
    await expect(gallery.getByRole("link", { name: /^Baixar/ })).toBeVisible();
    await gallery.getByRole("tab", { name: "Links" }).click();
    await expect(gallery.getByRole("link", { name: "https://example.com/mesa" })).toHaveAttribute("rel", /noopener/);
    await inspect(page, testInfo, "gallery-desktop");
    await gallery.getByRole("button", { name: "Ir para a mensagem" }).click();
    await expect(region.getByRole("group", { name: /example\.com\/mesa/ })).toBeInViewport();
    await gallery.getByRole("button", { name: "Voltar aos dados" }).click();
  });

  await inbox.show("Aguardando");
  await inbox.accept(other.name);
  await expect(panel.getByRole("heading", { name: other.name })).toBeVisible();
  await expect(inbox.conversation(other.name).box).toBeFocused();
  await panel.getByRole("button", { name: "Fechar os dados" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: "Dados do contato" })).toBeFocused();
});

test("without the flag there is no button to edit; earlier tickets are a click away [CONTACT-006]", async ({
  enter,
  ana,
  api,
  connection,
  customer,
}) => {
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Primeira vez");
  await inbox.accept(customer.name);
  const first = Number(/\/tickets\/(\d+)/.exec(page.url())?.[1]);
  await api.put(`/tickets/${first}`, { status: "closed", onlyClose: true });
  const { contactId, queueId, whatsappId } = await api.get<{ contactId: number; queueId: number; whatsappId: number }>(`/tickets/${first}`);
  const second = await api.post<{ id: number }>("/tickets", { contactId, queueId, whatsappId, userId: ana.id, status: "open" });
  await page.goto(`/tickets/${second.id}`);
  await expect(inbox.conversation(customer.name).box).toBeVisible();
  await page.getByRole("heading", { name: customer.name, level: 2 }).click();
  const panel = page.getByRole("complementary", { name: "Dados do contato" });
  await expect(panel.getByRole("heading", { name: customer.name })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Editar" })).toBeHidden();

  await test.step("shows where the contact's tickets go, and begins another one with it", async () => {
    const { name, number } = await api.get<{ name: string; number: string }>(`/contacts/${contactId}`);
    const redirects = { queueId: [queueId], userId: [ana.id], redirect: [{ queueId, userId: ana.id }] };
    await api.put(`/contacts/${contactId}`, { name, number, respostaAutomatica: true, ...redirects });
    const queue = connection.queue.name;
    const section = panel.getByRole("heading", { name: "Redirecionamento" }).locator("..");
    await expect(section).toContainText(`Filas${queue}`);
    await expect(section).toContainText(`Na fila ${queue}${ana.name}`);
    await panel.getByRole("button", { name: "Chamar" }).click();
    const dialog = page.getByRole("dialog", { name: "Nova conversa" });
    await expect(dialog).toContainText(customer.name);
    await expect(page).toHaveURL(new RegExp(`/tickets/${second.id}`));
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await expect(dialog).toBeHidden();
  });
  await panel.getByRole("link", { name: new RegExp(`#${first} · Encerrad`) }).click();
  await expect(page).toHaveURL(new RegExp(`/tickets/${first}`));
  await expect(panel.getByRole("link", { name: new RegExp(`#${second.id} ·`) })).toBeVisible();
  await page.keyboard.press("Escape");
});
