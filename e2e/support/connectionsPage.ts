import type { Locator, Page } from "@playwright/test";

/** The connections and the dialogs over them. */
export class ConnectionsPage {
  readonly add: Locator;
  readonly form: Locator;

  constructor(readonly page: Page) {
    this.add = page.getByRole("button", { name: /^Adicionar( conexão)?$/ }).first();
    this.form = page.getByRole("dialog", { name: "Adicionar conexão" });
  }

  /** Fills the form and saves it; the dialog with the QR follows. */
  async create(name: string): Promise<void> {
    await this.add.click();
    await this.form.getByLabel("Nome", { exact: true }).fill(name);
    await this.form.getByRole("button", { name: "Adicionar", exact: true }).click();
  }

  /** Opens the form of a saved connection, from its row or from the menu of its card. */
  async edit(name: string): Promise<Locator> {
    const button = this.page.getByRole("button", { name: `Editar ${name}` });
    const menu = this.page.getByRole("button", { name: `Mais ações de ${name}` });
    await button.or(menu).first().click();
    const item = this.page.getByRole("menuitem", { name: `Editar ${name}` });
    const form = this.page.getByRole("dialog", { name: `Editar ${name}` });
    await item.or(form).first().waitFor();
    if (await item.isVisible()) await item.click();
    return form;
  }

  linkDialog(name: string): Locator {
    return this.page.getByRole("dialog", { name: `Conectar ${name}` });
  }

  qr(name: string): Locator {
    return this.page.getByRole("img", { name: `QR code para conectar ${name}` });
  }

  row(name: string): Locator {
    return this.page.getByRole("row", { name });
  }
}
