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
