import type { Locator, Page } from "@playwright/test";

/** The page of connections with its dialogs. */
export class ConnectionsPage {
  readonly add: Locator;
  readonly form: Locator;

  constructor(readonly page: Page) {
    this.add = page.getByRole("button", { name: /^Adicionar( conexão)?$/ }).first();
    this.form = page.getByRole("dialog", { name: "Adicionar conexão" });
  }

  /** Fills the form and saves it; the dialog with the QR code follows. */
  async create(name: string): Promise<void> {
    await this.add.click();
    await this.form.getByLabel("Nome", { exact: true }).fill(name);
    await this.form.getByRole("button", { name: "Adicionar", exact: true }).click();
  }

  /** Opens the form of a saved connection. */
  edit(name: string): Promise<Locator> {
    return this.choose(`Editar ${name}`, name, this.page.getByRole("dialog", { name: `Editar ${name}` }));
  }

  /** Opens the details of a connection. */
  details(name: string): Promise<Locator> {
    return this.choose(`Detalhes de ${name}`, name, this.page.getByRole("dialog", { name, exact: true }));
  }

  /** Runs an action of a row, or of the menu of a card; returns the dialog that it opens. */
  private async choose(action: string, name: string, dialog: Locator): Promise<Locator> {
    const button = this.page.getByRole("button", { name: action });
    const menu = this.page.getByRole("button", { name: `Mais ações de ${name}` });
    await button.or(menu).first().click();
    const item = this.page.getByRole("menuitem", { name: action });
    await item.or(dialog).first().waitFor();
    if (await item.isVisible()) await item.click();
    return dialog;
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
