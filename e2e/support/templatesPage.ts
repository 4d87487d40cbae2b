import type { Locator, Page } from "@playwright/test";

/** The page of an account's templates with its dialogs. */
export class TemplatesPage {
  readonly connection: Locator;
  readonly form: Locator;

  constructor(readonly page: Page) {
    this.connection = page.getByRole("combobox", { name: "Conexão" });
    this.form = page.getByRole("dialog", { name: "Novo template" });
  }

  /** Opens the page with the templates of a connection. */
  async open(connection: string): Promise<this> {
    await this.page.goto("/templates");
    await this.connection.selectOption({ label: connection });
    return this;
  }

  row(name: string): Locator {
    return this.page.getByRole("row", { name });
  }

  /** Opens the dialog of a new template. */
  async add(): Promise<Locator> {
    await this.page.getByRole("button", { name: "Novo template" }).first().click();
    return this.form;
  }

  /** Adds a button to the template that is being written. */
  async addButton(kind: "Resposta rápida" | "Link" | "Telefone"): Promise<void> {
    await this.form.getByRole("button", { name: "Adicionar botão" }).click();
    await this.page.getByRole("menuitem", { name: kind }).click();
  }
}
