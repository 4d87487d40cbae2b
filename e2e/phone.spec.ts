import { expect, test } from "./support/fixtures.js";
import { PhonePage } from "./support/phonePage.js";

test("the phone page keeps a click when it is updated while the button is down", async ({ context, connection, customer }) => {
  const phone = await new PhonePage(await context.newPage()).open();
  await phone.openChat(customer.phone, connection.name);
  await phone.page.getByTestId("send-voice").hover();
  await phone.page.mouse.down();
  const neighbour = await connection.newCustomer();
  await expect(phone.customer(neighbour.phone)).toBeVisible();
  await customer.writes("Um recado do meio");
  await expect(phone.message("Um recado do meio")).toBeVisible();
  const sent = phone.page.waitForResponse("**/api/send");
  await phone.page.mouse.up();
  expect((await sent).ok()).toBe(true);
});

test("the phone page draws formats, plays a scene, changes messages and drops the number", async ({ context, connection, customer }) => {
  const phone = await new PhonePage(await context.newPage()).open();
  await phone.openChat(customer.phone, connection.name);
  await phone.page.getByTestId("scene-mistake").click();
  await expect(phone.message("Meu pedido é o 1042").first()).toContainText("editada");
  await expect(phone.message("Mensagem apagada")).toBeVisible();
  await expect(phone.message("É sobre este aqui")).toContainText("Meu pedido é o 1042");

  await phone.input.fill("É *caro*, mas _bonito_ e `X_1_2`");
  await phone.page.getByTestId("chat-send").click();
  const written = phone.message("É caro, mas bonito e X_1_2");
  await expect(written.locator("b")).toHaveText("caro");
  await expect(written.locator("code")).toHaveText("X_1_2");
  await written.hover();
  await written.getByTestId("more").click();
  await phone.page.getByTestId("react").first().click();
  await expect(written).toContainText("👍");
  await written.hover();
  await written.getByTestId("more").click();
  await phone.page.getByTestId("edit-message").click();
  await phone.page.getByTestId("edit-text").fill("É barato");
  await phone.page.getByTestId("dialog-confirm").click();
  await expect(phone.message("É barato")).toContainText("editada");
  await phone.message("É barato").hover();
  await phone.message("É barato").getByTestId("more").click();
  await phone.page.getByTestId("delete-message").click();
  await expect(phone.message("Mensagem apagada")).toHaveCount(2);

  for (const sample of ["sticker", "location", "contact"] as const) await phone.send(sample);
  await expect(phone.messages.filter({ has: phone.page.locator("img.sticker") })).toHaveCount(1);
  await expect(phone.message("Avenida Paulista, 1578")).toBeVisible();
  await expect(phone.message("Oficina do Zé")).toBeVisible();

  await phone.page.getByLabel(`Derrubar número ${connection.name}`).click();
  await expect(phone.page.getByLabel(`Derrubar número ${connection.name}`)).toBeHidden();
});
