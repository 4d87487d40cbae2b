import { letNoticesPass, letUndoPass } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { addTickets } from "./support/history.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

test("several conversations are marked and closed at once, after a moment in which all of it can be undone [D-502, D-503]", async ({
  enter,
  api,
  connection,
}, testInfo) => {
  test.slow();
  // Of her own, so that no other test's conversations are marked.
  const eva = await api.createAccount("Eva", { profile: "user", queueIds: [connection.queue.id], editContact: true });
  const kind = uniqueName("Três");
  await addTickets(kind, 3, { connectionId: connection.id, queueId: connection.queue.id, userId: eva.id });
  const [one, two, three] = [`${kind} 1`, `${kind} 2`, `${kind} 3`];
  const page = await enter(eva);
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Abertos");
  const bar = page.getByRole("group", { name: "Conversas marcadas" });
  const face = (name: string) => inbox.row(name).locator(".ticketFace");

  await test.step("a face marks its row, x the one with the focus, Shift all between, and closing the bar none [D-503]", async () => {
    await face(three).click();
    await expect(bar).toContainText("1 marcada");
    await expect(inbox.row(three)).toHaveAccessibleName(/Marcada/);
    await inbox.row(one).click({ modifiers: ["Shift"] });
    await expect(bar).toContainText("3 marcadas");
    await inspect(page, testInfo, "many-marked");
    await bar.getByRole("button", { name: "Desmarcar todas" }).click();
    await expect(bar).toHaveCount(0);
    // A letter is a command where keys have moved the focus; where a pointer has, it is text for the conversation.
    await inbox.row(one).focus();
    await page.keyboard.press("ArrowDown");
    await expect(inbox.row(two)).toBeFocused();
    await page.keyboard.press("x");
    await expect(bar).toContainText("1 marcada");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+X");
    await expect(bar).toContainText("2 marcadas");
    await page.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
    await page.keyboard.press("x");
    await expect(bar).toContainText("1 marcada");
    await bar.getByRole("button", { name: "Marcar todas (3)" }).click();
    await expect(bar).toContainText("3 marcadas");
  });

  const undo = page.getByRole("button", { name: "Desfazer" });
  await test.step("it is asked once, and undone as a whole [D-503]", async () => {
    await bar.getByRole("button", { name: "Encerrar" }).click();
    const dialog = page.getByRole("dialog", { name: "Encerrar 3 conversas" });
    await expect(dialog.getByRole("switch", { name: "Enviar a despedida" })).toBeChecked();
    await inspectDialog(page, "many-resolve");
    await dialog.getByRole("button", { name: "Encerrar" }).click();
    await expect(page.getByText(/^Encerrando 3 em \d s/)).toBeVisible();
    await expect(bar).toHaveCount(0);
    await undo.click();
    await expect(undo).toHaveCount(0);
    await expect(inbox.rows).toHaveCount(3);
  });

  await test.step("those that are refused are named with their reason, and the others are done [D-502]", async () => {
    await face(one).click();
    await face(two).click();
    await expect(bar).toContainText("2 marcadas");
    await bar.getByRole("button", { name: "Encerrar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Encerrar" }).click();
    await letUndoPass(page);
    await expect(page.getByText("2 encerradas")).toBeVisible();
    await expect(inbox.rows).toHaveCount(1);
    await expect(inbox.row(three)).toBeVisible();
  });
});

test("they are transferred, snoozed, tagged and read together, on a phone by taps, and one of another queue is named [D-502, D-503, D-530]", async ({
  enter,
  api,
  connection,
}) => {
  test.slow();
  const { id: queueId } = connection.queue;
  const other = await api.createQueue();
  const tag = await api.post<{ name: string }>("/tag", { name: uniqueName("Etiqueta"), color: "#236681" });
  const eva = await api.createAccount("Eva", { profile: "user", queueIds: [queueId], editContact: true });
  const several = uniqueName("Várias");
  await addTickets(several, 6, { connectionId: connection.id, queueId, userId: eva.id });
  const page = await enter(eva, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Abertos");
  const bar = page.getByRole("group", { name: "Conversas marcadas" });
  const mark = async (...names: readonly string[]) => {
    const [first = "", ...others] = names;
    await inbox.row(first).locator(".ticketFace").tap();
    await expect(bar).toContainText("1 marcada");
    // Where one is marked, a tap anywhere on a row marks it, and opens no conversation.
    for (const [at, name] of others.entries()) {
      await inbox.row(name).tap();
      await expect(bar).toContainText(`${at + 2} marcadas`);
    }
  };
  const does = async (work: string, submit = work) => {
    await bar.getByRole("button", { name: work }).tap();
    return page.locator('[role="dialog"], [role="alertdialog"]').getByRole("button", { name: submit, exact: true });
  };

  await test.step("tags are added to the contacts", async () => {
    await mark(`${several} 1`, `${several} 2`);
    const submit = await does("Etiquetar");
    await page.getByRole("group", { name: "Etiquetas" }).getByText(tag.name).tap();
    await submit.tap();
    await letUndoPass(page);
    await expect(page.getByText("2 etiquetadas")).toBeVisible();
    await letNoticesPass(page);
  });

  await test.step("they sleep until the customer writes", async () => {
    await mark(`${several} 1`, `${several} 2`);
    const submit = await does("Adiar");
    await page.getByRole("radio", { name: "até o cliente escrever" }).check();
    await submit.tap();
    await letUndoPass(page);
    await expect(page.getByText("2 adiadas")).toBeVisible();
    await letNoticesPass(page);
    await expect(inbox.rows).toHaveCount(4);
  });

  await test.step("they are read at once", async () => {
    await mark(`${several} 3`, `${several} 4`);
    await bar.getByRole("button", { name: "Lidas" }).tap();
    await expect(page.getByText("2 marcadas como lidas")).toBeVisible();
    await letNoticesPass(page);
  });

  await test.step("one that a colleague has taken over meanwhile is named, and the other is transferred", async () => {
    await mark(`${several} 3`, `${several} 4`);
    const submit = await does("Transferir");
    await page.getByRole("dialog").getByLabel("Fila").selectOption({ label: other.name });
    // The colleague is faster than the call, and later than the marks.
    await page.route("**/api/tickets/many", async (route) => {
      const address = `/tickets?status=open&showAll=true&queueIds=${encodeURIComponent(JSON.stringify([queueId]))}`;
      const { tickets } = await api.get<{ tickets: { id: number; contact: { name: string } }[] }>(address);
      const id = tickets.find(({ contact }) => contact.name === `${several} 3`)?.id ?? 0;
      await api.put(`/tickets/${id}`, { status: "pending", userId: null, queueId: other.id, whatsappId: connection.id });
      await route.continue();
    });
    await submit.tap();
    await letUndoPass(page);
    const answer = page.getByRole("region", { name: "Conversas marcadas" });
    await expect(answer).toContainText("1 transferida, 1 não");
    await answer.getByRole("button", { name: "OK" }).tap();
    await expect(answer).toHaveCount(0);
    await expect(inbox.rows).toHaveCount(2);
  });
});

test("more than fifty show how far they are, and stop when the person says so [D-502, D-530]", async ({
  enter,
  api,
  connection,
  problems,
}) => {
  problems.accept(/status of 409.*tickets\/many/);
  const { id: queueId } = connection.queue;
  const eva = await api.createAccount("Eva", { profile: "user", queueIds: [queueId] });
  await addTickets("Muitas", 900, { connectionId: connection.id, queueId, userId: eva.id });
  const page = await enter(eva);
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Abertos");
  const bar = page.getByRole("group", { name: "Conversas marcadas" });
  await inbox.rows.first().locator(".ticketFace").click();
  await bar.getByRole("button", { name: "Marcar todas (900)" }).click();
  await expect(bar).toContainText("900 marcadas");
  await expect(bar.getByRole("button", { name: "Etiquetar" })).toHaveCount(0);
  await bar.getByRole("button", { name: "Encerrar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Encerrar" }).click();
  await letUndoPass(page);
  const note = page.getByRole("region", { name: "Mudança de conversas" });
  await expect(note).toContainText("de 900");
  // It goes on without the page, and is there again after a reload.
  await page.reload();
  await expect(note).toContainText("de 900");
  await note.getByRole("button", { name: "Interromper" }).click();
  await expect(note).toContainText("parou a pedido. O que foi feito permanece.");
  await expect(note).toContainText(/\d+ conversas? mudadas?/);
  await note.getByRole("button", { name: "OK" }).click();
  await expect(note).toHaveCount(0);
  await expect(inbox.rows.first()).toBeVisible();
});
