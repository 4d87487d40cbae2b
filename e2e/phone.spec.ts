import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { PhonePage } from "./support/phonePage.js";

test("the phone page keeps a click while it is updated, draws formats, plays a scene, changes messages and drops the number", async ({
  context,
  connection,
  customer,
}) => {
  const phone = await new PhonePage(await context.newPage()).open();
  await phone.openChat(customer.phone, connection.name);

  await test.step("the phone page keeps a click when it is updated while the button is down", async () => {
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

  await test.step("the phone page draws formats, plays a scene, changes messages and drops the number", async () => {
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

    for (const sample of ["sticker", "location", "contact", "video"] as const) await phone.send(sample);
    const film = phone.messages.locator("video");
    await film.evaluate((element: HTMLVideoElement) => element.play());
    await expect
      .poll(() => film.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.currentTime > 0]))
      .toEqual([320, true]);
    await expect(phone.messages.filter({ has: phone.page.locator("img.sticker") })).toHaveCount(1);
    await expect(phone.message("Avenida Paulista, 1578")).toBeVisible();
    await expect(phone.message("Oficina do Zé")).toBeVisible();

    await phone.page.getByLabel(`Derrubar número ${connection.name}`).click();
    await expect(phone.page.getByLabel(`Derrubar número ${connection.name}`)).toBeHidden();
  });
});

/** Everything that a person sees or hears on the page, and all its texts by language. */
const wordsOf = (page: Page) =>
  page.evaluate(async () => {
    const address = "/texts.js";
    const { TEXTS } = (await import(address)) as { TEXTS: Record<"pt" | "en" | "es", Record<string, string>> };
    const spoken = [...document.querySelectorAll("body *")].flatMap((element) => [
      ...["aria-label", "placeholder", "alt"].map((name) => element.getAttribute(name) ?? ""),
      ...[...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
    ]);
    return { texts: TEXTS, spoken: spoken.map((text) => text.trim()).filter((text) => text !== "") };
  });

test("the phone page is in the browser's language, and in the one that is chosen on it from then on", async ({
  browser,
  context,
  connection,
  customer,
  problems,
}, testInfo) => {
  const phone = await new PhonePage(await context.newPage()).open();
  const { page } = phone;
  await phone.openChat(customer.phone, connection.name);
  await customer.writes("Bom dia");
  await phone.send("document");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Simulador de celular");
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
  for (const language of ["en", "es"] as const) {
    await page.getByTestId("language").selectOption(language);
    const { texts, spoken } = await wordsOf(page);
    const others = Object.entries(texts.pt).filter(([key, text]) => text !== texts[language][key] && !/[{]/.test(text));
    const foreign = others.map(([, text]) => text).filter((text) => !Object.values(texts[language]).includes(text));
    expect(foreign.length).toBeGreaterThan(80);
    expect(spoken.filter((text) => foreign.includes(text))).toEqual([]);
    await expect(page.getByTestId("send-photo")).toHaveAccessibleName(language === "en" ? "Send photo" : "Enviar foto");
    await inspect(page, testInfo, `phone-page-${language}`);
  }
  problems.accept(/status of 400 .*\/api\/customer/);
  await page.getByTestId("add-customer").click();
  await page.getByTestId("customer-name").fill("Nadie");
  await page.getByTestId("customer-phone").fill("12");
  await page.getByTestId("dialog-confirm").click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(/solo dígitos: 8 a 15/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Simulador de teléfono");

  const english = await browser.newContext({ locale: "en-US", viewport: { width: 390, height: 844 } });
  const abroad = await new PhonePage(await english.newPage()).open();
  await expect(abroad.page.getByRole("heading", { level: 1 })).toHaveText("Phone simulator");
  await inspect(abroad.page, testInfo, "phone-page-narrow");
  await english.close();
});
