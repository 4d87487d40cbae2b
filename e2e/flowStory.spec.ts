import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

test("a customer goes from the menu to the bot and to an agent, gets a protocol, and rates; every step can be read afterwards [CONV-002, BOT-009, PROT-006, NPS-001, TICKET-014]", async ({
  enter,
  api,
}) => {
  test.slow();
  const connection = await LinkedConnection.link(api);
  const other = await api.createQueue();
  await api.put(`/whatsapp/${connection.id}`, {
    ...{ name: connection.name, queueIds: [connection.queue.id, other.id], nps: true },
    ...{ greetingMessage: "Olá! Escolha:", npsMessage: "Que nota de 1 a 5?", npsTksMessage: "Obrigado pela nota!" },
  });
  const words = uniqueName("Onde está meu pedido?");
  await api.post("/pergunta", { pergunta: words, resposta: "Vou chamar alguém.", queueId: connection.queue.id, openTicket: true });
  const bia = await api.createAccount("Bia", { profile: "user", queueIds: [connection.queue.id] });
  const customer = await connection.newCustomer();
  const page = await enter(bia);
  await alterAnswer<{ key: string; value: string }[]>(page, "/api/settings", (settings) =>
    settings.map((setting) => (setting.key === "generateProtocol" ? { ...setting, value: "enabled" } : setting)),
  );
  /** What the customer's conversation says, the oldest first. */
  const said = async (): Promise<string> => {
    const { contacts } = await api.get<{ contacts: { id: number }[] }>(`/contacts?searchParam=${encodeURIComponent(customer.name)}`);
    const [contact] = contacts;
    if (!contact) return "";
    const { tickets } = await api.get<{ tickets: { id: number }[] }>(`/tickets/history/${contact.id}`);
    const texts: string[] = [];
    for (const { id } of tickets) {
      const { messages } = await api.get<{ messages: { body: string }[] }>(`/messages/${id}`);
      texts.push(...messages.map(({ body }) => body));
    }
    return texts.join("\n");
  };

  await customer.writes("Oi");
  await expect.poll(said).toContain("Olá! Escolha:");
  await customer.writes(connection.queue.name);
  await expect.poll(said).toContain(words);
  await customer.writes("1");
  const inbox = await new InboxPage(page).open("Aguardando");
  const talk = await inbox.accept(customer.name);
  const ticketId = Number(/\/tickets\/(\d+)/.exec(page.url())?.[1]);
  for (const text of ["Olá! Escolha:", words, "Vou chamar alguém."]) await expect(talk.feed.getByText(text).first()).toBeVisible();
  await page.getByRole("button", { name: "Dados do contato" }).click();
  await expect(page.getByText(/O cliente escolheu a fila no menu/).first()).toBeVisible();
  await talk.box.fill("Seu pedido saiu hoje.");
  await talk.box.press("Enter");
  await expect(talk.feed.getByText("Seu pedido saiu hoje.")).toBeVisible();

  await page.clock.install();
  await talk.region.getByRole("button", { name: "Resolver" }).click();
  const posted = page.waitForResponse((response) => response.url().endsWith("/api/protocolos"));
  await page.getByRole("alertdialog", { name: "Gerar e enviar protocolo?" }).getByRole("button", { name: "Sim" }).click();
  const { protocolo: number } = (await (await posted).json()) as Readonly<Record<"protocolo", string>>;
  const status = async () => (await api.get<{ status: string }>(`/tickets/${ticketId}`)).status;
  // The time in which it can be undone.
  const later = async () => (await page.clock.fastForward(5_000), status());
  await expect.poll(later).toBe("nps");
  await expect.poll(said).toContain("Que nota de 1 a 5?");
  await customer.writes("nota 5 ⭐");
  await expect.poll(status).toBe("closed");
  await expect.poll(said).toContain("Obrigado pela nota!");

  const admin = await enter();
  await admin.goto("/nps");
  await expect(admin.getByRole("row", { name: customer.name })).toContainText("5 de 5");
  await walkTo(admin, "/protocolos");
  await expect(admin.getByRole("row").filter({ hasText: number })).toContainText(customer.name);
});
