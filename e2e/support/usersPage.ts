import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the users and returns a person's row; a list of few people has no search. */
export async function findPerson(page: Page, name: string): Promise<Locator> {
  await page.goto("/users");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Buscar usuário" });
  if (await search.isVisible()) await search.fill(name);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  return row;
}
