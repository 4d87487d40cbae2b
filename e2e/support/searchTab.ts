import { expect, type Locator, type Page } from "@playwright/test";

/** The search tab of the inbox. */
export class SearchTab {
  readonly region: Locator;
  readonly text: Locator;
  readonly filters: Locator;
  readonly rows: Locator;
  readonly limit: Locator;

  constructor(readonly page: Page) {
    this.region = page.getByRole("search", { name: "Buscar conversas" });
    this.text = this.region.getByRole("searchbox", { name: "Mensagem" });
    this.filters = this.region.getByRole("button", { name: "Filtros" });
    this.rows = this.region.getByRole("grid", { name: "Resultados da busca" }).getByRole("row");
    this.limit = this.region.getByText("Listagem limitada a 50 tickets");
  }

  async open(): Promise<this> {
    await this.page.goto("/tickets?tab=search");
    await expect(this.text).toBeVisible();
    return this;
  }

  row(customer: string): Locator {
    return this.rows.filter({ hasText: customer });
  }

  field(name: "Contato" | "Conexão" | "Fila"): Locator {
    return this.region.getByRole("textbox", { name, exact: true });
  }
}
