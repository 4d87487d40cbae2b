import { expect, type Page } from "@playwright/test";
import { Api } from "./support/api.js";
import { test } from "./support/fixtures.js";
import { Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

/** The internal chats of one person. */
const chatsOf = (page: Page) => ({
  row: (name: string | RegExp) => page.locator(".chatRow").filter({ hasText: name }),
  chat: (name: string) => new Conversation(page.getByRole("region", { name: `Chat com ${name}` }), name),
  create: async () => {
    await page.getByRole("button", { name: "Novo chat" }).first().click();
    return page.getByRole("dialog", { name: "Novo conversa interna" });
  },
});

test("colleagues talk on a desktop and a phone, with texts, changes and files [CHAT-001, CHAT-002, CHAT-003, CHAT-004, CHAT-005, CHAT-007, CHAT-011, CHAT-012, CHAT-017, CHAT-018, CHAT-019, CHAT-020, CHAT-022, CHAT-023, CHAT-024, CHAT-025, INBOX-031, SHELL-004, SHELL-043, API-102, API-103, API-104, API-107, API-108, API-109, API-110, CHAT-008, RT-003, RT-005, RT-012, RT-013, RT-014, RT-015, D-095, D-097]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  problems.accept(/status of 403.*\/api\/chats\/\d+/);
  const [bia, caio] = await Promise.all(["Beatriz", "Caio"].map((name) => api.createAccount(name, { profile: "user" })));
  if (!bia || !caio) throw new Error("an account is missing");
  const bias = await enter(bia, DESKTOP);
  await bias.goto("/tickets");
  await bias.getByRole("tab", { name: /^Chat interno/ }).click();
  await expect(bias.getByRole("heading", { name: "Comece uma conversa interna" })).toBeVisible();
  const left = chatsOf(bias);

  const dialog = await left.create();
  const create = dialog.getByRole("button", { name: "Criar" });
  await expect(create).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Usuário" }).fill(bia.name);
  await bias.getByRole("option", { name: bia.name }).click();
  await expect(dialog.getByText("Você não pode abrir um chat para você mesmo")).toBeVisible();
  await expect(create).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Usuário" }).fill(caio.name);
  await bias.getByRole("option", { name: caio.name }).click();
  await create.click();
  await expect(bias).toHaveURL(/\/tickets\/0\/\d+/);
  const withCaio = left.chat(caio.name);
  await withCaio.write("Bom dia, Caio");
  await expect(withCaio.state("Bom dia, Caio", "Enviada")).toBeVisible();

  await expect(withCaio.region.getByText("Chat interno · Offline")).toBeVisible();
  const caios = await enter(caio, PHONE);
  await caios.clock.install();
  const beats: string[] = [];
  caios.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes('"user-heartbeat"')) beats.push(String(payload));
    }),
  );
  await caios.goto("/tickets");
  await expect(withCaio.region.getByText("Chat interno · Online")).toBeVisible();
  expect(beats).toHaveLength(1);
  await caios.getByRole("button", { name: /^Notificações/ }).click();
  const bell = caios.getByRole("dialog", { name: "Notificações" });
  await bell.getByRole("link").filter({ hasText: bia.name }).click();
  await expect(caios).toHaveURL(/\/tickets\/0\/\d+/);
  const withBia = chatsOf(caios).chat(bia.name);
  await expect(withBia.message("Bom dia, Caio")).toBeVisible();
  await expect(withCaio.state("Bom dia, Caio", "Lida")).toBeVisible();
  await withBia.box.fill("Bom dia");
  await expect(withCaio.region.getByText(`${caio.name} está respondendo…`)).toBeVisible();
  await withBia.box.press("Enter");
  await expect(withCaio.message("Bom dia").last()).toBeVisible();
  await inspect(caios, testInfo, "chat-phone");
  await withBia.region.getByRole("button", { name: "Voltar às conversas" }).click();
  await expect(caios.getByText("Nenhum chat aberto. Escolha uma conversa.")).toBeVisible();
  await caios.getByRole("button", { name: "Notificações", exact: true }).click();
  await expect(bell.getByText("Nenhuma notificação.")).toBeVisible();
  await caios.keyboard.press("Escape");

  await withCaio.write("São dez");
  await (await withCaio.openMenu("São dez")).getByRole("menuitem", { name: "Editar" }).click();
  await withCaio.region.getByRole("textbox", { name: "Editando mensagem" }).fill("São doze");
  await withCaio.region.getByRole("button", { name: "Salvar" }).click();
  await expect(withCaio.message("São doze").getByText(/Editada/)).toBeVisible();
  await expect(chatsOf(caios).row(bia.name).getByText("São doze")).toBeVisible();
  await withCaio.region.locator('input[type="file"]').setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await withCaio.box.press("Enter");
  await expect(withCaio.region.getByRole("img", { name: /logo|Imagem|Foto/i }).first()).toBeVisible();
  const before = beats.length;
  await caios.clock.fastForward(120_000);
  await expect.poll(() => beats.length).toBeGreaterThan(before);
});

test("a group's drawer shows its people and changes its name and people, who can be mentioned after an @ [CHAT-006, D-092]", async ({
  enter,
  api,
}, testInfo) => {
  const [iris, joel, nara] = await Promise.all(["Íris", "Joel", "Nara"].map((name) => api.createAccount(name, { profile: "user" })));
  if (!iris || !joel || !nara) throw new Error("an account is missing");
  const irises = await Api.signIn(iris);
  const first = uniqueName("Equipe");
  const { id: chatId } = await irises.post<{ id: number }>("/chats", { isGroup: true, groupName: first, users: [joel.id] });
  await irises.dispose();
  const [page, other] = [await enter(iris, DESKTOP), await enter(nara, DESKTOP)];
  await other.goto("/tickets?tab=chat");
  await page.goto(`/tickets/0/${chatId}`);
  await page.getByRole("button", { name: "Detalhes do chat" }).click();
  const drawer = page.getByRole("complementary", { name: "Detalhes do chat" });
  await expect(drawer.getByRole("heading", { name: "2 participantes" })).toBeVisible();
  for (const fact of ["Você", "Criou o grupo", joel.name, "Offline"]) await expect(drawer.getByText(fact).first()).toBeVisible();

  await drawer.getByRole("combobox", { name: "Adicionar participante" }).fill(nara.name);
  await page.getByRole("option", { name: nara.name }).click();
  await expect(drawer.getByRole("heading", { name: "3 participantes" })).toBeVisible();
  await expect(chatsOf(other).row(first)).toBeVisible();
  const second = uniqueName("Vendas");
  await drawer.getByRole("button", { name: "Mudar o nome do grupo" }).click();
  const dialog = page.getByRole("dialog", { name: "Mudar o nome do grupo" });
  await dialog.getByLabel("Nome do grupo").fill(second);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(drawer.getByRole("heading", { name: second })).toBeVisible();
  await expect(chatsOf(other).row(second)).toBeVisible();
  await inspect(page, testInfo, "chat-group");

  const group = chatsOf(page).chat(second);
  await group.box.fill("Bom dia @nar");
  await page.getByRole("option", { name: nara.name }).click();
  await expect(group.box).toHaveValue(`Bom dia @${nara.name} `);
  await group.box.press("Enter");
  await expect(group.message(`Bom dia @${nara.name}`)).toBeVisible();
  await expect(chatsOf(other).row(second).getByText(`Bom dia @${nara.name}`)).toBeVisible();

  await drawer.getByRole("button", { name: `Remover ${nara.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remover" }).click();
  await expect(drawer.getByRole("heading", { name: "2 participantes" })).toBeVisible();
  await expect(chatsOf(other).row(second)).toBeHidden();

  const run = async (command: string) => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Buscar ou executar um comando" });
    await palette.getByRole("combobox").fill(command);
    await page.keyboard.press("Enter");
    // Keys wait while a dialog fades.
    await expect(palette).toBeHidden();
  };
  await run("detalhes do chat");
  await expect(drawer).toBeHidden();
  await run("novo chat");
  await expect(page.getByRole("dialog", { name: "Novo conversa interna" })).toBeVisible();
});

test("an administrator sees all chats, reads and does not write; others are sent away; a search jumps to a message that blinks [CHAT-009, CHAT-010, CHAT-014, CHAT-015, CHAT-016, CHAT-021, INBOX-009, API-106, D-093]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  problems.accept(/status of 403.*\/api\/chats\/\d+/);
  const [ana, leo, eva] = await Promise.all(
    ["Antônia", "Leo Bastos", "Eva Reis"].map((name) => api.createAccount(name, { profile: "user" })),
  );
  if (!ana || !leo || !eva) throw new Error("an account is missing");
  const anas = await Api.signIn(ana);
  const { id: chatId } = await anas.post<{ id: number }>("/chats", { callingUserId: leo.id });
  await anas.post(`/chats/messages/${chatId}`, { body: "A senha do cofre mudou" });
  // So many that the first message is loaded by the jump.
  await Promise.all(Array.from({ length: 45 }, (_each, at) => anas.post(`/chats/messages/${chatId}`, { body: `Linha ${at}` })));
  const place = `data:image/png;base64,${PNG.toString("base64")}|https://maps.google.com/?q=1,2|Loja do centro`;
  await anas.post(`/chats/messages/${chatId}`, { body: place, mediaType: "location" });
  const card = "BEGIN:VCARD\nVERSION:3.0\nFN:Marina Lopes\nTEL;type=CELL;waid=5511999990001:+55 11 99999-0001\nEND:VCARD";
  await anas.post(`/chats/messages/${chatId}`, { body: card, mediaType: "vcard" });
  await anas.dispose();

  const evas = await enter(eva, DESKTOP);
  await evas.goto(`/tickets/0/${chatId}`);
  await expect(evas.getByText("Você não tem permissão para acessar esse chat")).toBeVisible();
  await expect(evas).toHaveURL(/\/tickets(\?|$)/);
  await evas.getByRole("tab", { name: /^Chat interno/ }).click();
  await expect(evas.getByRole("button", { name: "Novo chat" }).first()).toBeVisible();
  await expect(evas.getByRole("switch", { name: "Todos" })).toHaveCount(0);

  const page = await enter(undefined, DESKTOP);
  await page.goto("/tickets?tab=chat");
  const showAll = page.getByRole("switch", { name: "Todos" });
  await expect(showAll).toBeChecked();
  await page.getByRole("searchbox", { name: "Buscar chat" }).fill(ana.name);
  await chatsOf(page).row(ana.name).click();
  const chat = chatsOf(page).chat(`${ana.name}, ${leo.name}`);
  await expect(chat.region.getByRole("note").filter({ hasText: "Somente participantes podem escrever" })).toBeVisible();
  await expect(chat.box).toHaveCount(0);
  await expect(chat.region.getByText("Loja do centro")).toBeVisible();
  await expect(chat.region.getByText("Marina Lopes")).toBeVisible();

  await chat.region.getByRole("button", { name: "Buscar na conversa" }).click();
  await page.getByRole("searchbox", { name: "Palavra da mensagem" }).fill("cofre");
  await expect(page.locator(".findResult").first()).toBeVisible();
  await page.clock.install();
  await page.locator(".findResult").first().click();
  await expect(chat.region.locator(".message[data-blink]")).toContainText("A senha do cofre mudou");
  await inspect(page, testInfo, "chat-admin");
  await page.clock.fastForward(5_000);
  await expect(chat.region.locator(".message[data-blink]")).toHaveCount(0);

  await api.delete(`/users/${leo.id}`);
  await expect(page.getByRole("heading", { name: `${ana.name}, ${leo.name} (Usuário excluído)` }).first()).toBeVisible();
});
