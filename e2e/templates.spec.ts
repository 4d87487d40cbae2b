import { expect, test } from "./support/fixtures.js";

test("templates have their place under Administration, and a page that everybody who is signed in may read [SHELL-030]", async ({
  enter,
  ana,
}) => {
  const admin = await enter();
  await admin.goto("/tickets");
  await admin.getByRole("link", { name: "Templates" }).click();
  await expect(admin).toHaveURL(/\/templates$/);
  await expect(admin.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();

  const page = await enter(ana);
  await page.goto("/tickets");
  await expect(page.getByRole("link", { name: "Templates" })).toBeHidden();
  await page.goto("/templates");
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/templates$/);
  await expect(page.getByRole("button", { name: "Novo template" })).toBeHidden();
});
