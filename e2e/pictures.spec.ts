import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { largePicture } from "./support/pictures.js";

const base64 = (bytes: Buffer) => bytes.toString("base64");

test("pictures and videos keep their places, are small until they are opened, and then whole [CONV-026]", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Segue a foto");
  const { region } = await inbox.accept(customer.name);

  await test.step("a picture keeps its place while its bytes are awaited [CONV-026]", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/public/media/**", async (route) => {
      await held;
      await route.continue();
    });
    const picture = await customer.does({ kind: "image", media: { base64: base64(largePicture(1_200, 1_800)), mime: "image/png" } });
    const button = region.getByRole("button", { name: "Abrir a imagem" });
    await expect(button).toBeVisible();
    const before = await button.boundingBox();
    release();
    await expect(button.getByRole("img")).toHaveJSProperty("naturalWidth", 480);
    expect(await button.boundingBox()).toEqual(before);
    await page.unroute("**/api/public/media/**");
    await customer.does({ revoke: picture });
    await expect(button).toHaveCount(0);
  });

  await test.step("bubbles load small pictures in boxes of their final size; the original is loaded when it is opened [CONV-026]", async () => {
    const originals: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith("/api/public/media/") && !searchParams.has("as")) originals.push(pathname);
    });
    await customer.does({ kind: "image", media: { base64: base64(largePicture(2_400, 1_600)), mime: "image/png" } });
    const button = region.getByRole("button", { name: "Abrir a imagem" });
    const picture = button.getByRole("img");
    await expect(picture).toHaveJSProperty("naturalWidth", 640);
    const box = await button.boundingBox();
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([320, 213]);
    expect(originals).toEqual([]);

    await button.click();
    const shown = page.locator(".yarl__slide_current img");
    await expect(shown).toHaveJSProperty("naturalWidth", 2_400);
    expect(originals).toHaveLength(1);
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await inspect(page, testInfo, "pictures-desktop");

    for (const width of [101, 102, 103, 104])
      await customer.does({ kind: "image", media: { base64: base64(largePicture(width, 80)), mime: "image/png" } });
    await page.getByRole("button", { name: "Dados do contato" }).click();
    const newest = page.getByRole("list", { name: "Imagens e vídeos mais recentes" }).getByRole("button");
    await expect(newest).toHaveCount(4);
    await newest.first().click();
    await expect(shown).toHaveJSProperty("naturalWidth", 104);
    for (const width of [103, 102, 101, 2_400]) {
      await page.keyboard.press("ArrowLeft");
      await expect(shown).toHaveJSProperty("naturalWidth", width);
    }
  });

  await test.step("a video is a still picture until it is opened and then plays; a picture that nothing can read is a file [CONV-026]", async () => {
    await page.keyboard.press("Escape");
    await expect(page.locator(".yarl__slide_current")).toHaveCount(0);
    await page.getByRole("button", { name: "Fechar os dados" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await customer.does({ kind: "video", media: { sample: "video" } });
    const video = region.getByRole("button", { name: "Abrir o vídeo" });
    await expect(video).toBeVisible();
    await expect(region.locator("video")).toHaveCount(0);
    const unreadable = largePicture(400, 400);
    // No png has seven bits for a point.
    unreadable[24] = 7;
    await customer.does({ kind: "image", media: { base64: base64(unreadable), mime: "image/png" } });
    await expect(region.getByRole("link", { name: /^Baixar/ })).toBeVisible();
    await inspect(page, testInfo, "video-phone");
    await video.click();
    const film = page.locator(".yarl__slide_current video");
    await expect(film).toBeVisible();
    await expect(film).toHaveJSProperty("videoWidth", 320);
    await expect(film).toHaveJSProperty("duration", 3);
  });
});
