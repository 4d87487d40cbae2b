import { expect, type Locator } from "@playwright/test";

/**
 * Waits until a corrected field has lost its sentence, and the button below it has moved. A press that begins before and ends after
 * that is no click.
 */
export async function expectValid(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
}
