import { patience } from "@balcao/testing/patience";
import { expect, type Locator, type Page } from "@playwright/test";

type List = "Abertos" | "Aguardando" | "Grupos" | "Contatos";

/** The inbox: lists on the left, one conversation on the right. */
export class InboxPage {
  readonly bell: Locator;
  readonly rows: Locator;
  /** The switch that shows everybody's tickets. */
  readonly showAll: Locator;

  constructor(readonly page: Page) {
    this.showAll = page.getByRole("switch", { name: "Mostrar todos" });
    this.bell = page.getByRole("button", { name: /^Notificações/ });
    this.rows = page.getByRole("grid").getByRole("row");
  }

  async open(list?: List): Promise<this> {
    await this.page.goto("/tickets");
    await expect(this.tab("Conversas")).toBeVisible();
    if (list !== undefined) await this.show(list);
    return this;
  }

  tab(name: "Conversas" | "Encerradas" | "Pausados"): Locator {
    return this.page.getByRole("tablist", { name: "Listas" }).getByRole("tab", { name: new RegExp(`^${name}`) });
  }

  list(name: List): Locator {
    return this.page.getByRole("tab", { name: new RegExp(`^${name}`) });
  }

  /** Shows a list of the current tab. */
  async show(list: List): Promise<void> {
    await this.list(list).click();
    await expect(this.list(list)).toHaveAttribute("aria-selected", "true");
  }

  row(customer: string): Locator {
    return this.rows.filter({ hasText: customer });
  }

  /** Accepts a waiting ticket in its row and waits for what its conversation then shows: the message box unless `sign` says otherwise. */
  async accept(customer: string, sign: (conversation: Conversation) => Locator = ({ box }) => box): Promise<Conversation> {
    const button = this.row(customer).getByRole("button", { name: `Aceitar ${customer}` });
    const conversation = this.conversation(customer);
    const accepted = sign(conversation);
    const timeout = patience(6_000);
    // Rows keep their places while the pointer is over them, also when other customers write. A notice about another test's
    // number still moves the page, and a click in that moment hits nothing.
    await expect(async () => {
      if (!(await accepted.isVisible())) {
        await button.hover({ timeout });
        await button.click({ timeout });
      }
      await expect(accepted).toBeVisible({ timeout });
    }).toPass();
    return conversation;
  }

  /** Opens the dialog of a new ticket. */
  async startTicket(): Promise<Locator> {
    await this.page.getByRole("button", { name: "Nova conversa" }).first().click();
    return this.page.getByRole("dialog", { name: "Nova conversa" });
  }

  conversation(customer: string): Conversation {
    return new Conversation(this.page.getByRole("region", { name: `Conversa com ${customer}` }), customer);
  }
}

/** An open conversation. */
export class Conversation {
  readonly box: Locator;
  readonly back: Locator;
  /** The scrolling element. */
  readonly feed: Locator;

  constructor(
    readonly region: Locator,
    readonly customer: string,
  ) {
    const name = `Mensagem para ${customer}`;
    this.box = region.getByRole("textbox", { name }).or(region.getByRole("combobox", { name }));
    this.back = region.getByRole("button", { name: "Voltar às conversas" });
    this.feed = region.locator('[data-region="messages"]');
  }

  message(text: string | RegExp): Locator {
    return this.region.getByRole("group", { name: text });
  }

  /** The delivery state of an own message. */
  state(text: string, word: "Enviada" | "Entregue" | "Lida"): Locator {
    return this.message(text).getByRole("img", { name: word });
  }

  async write(text: string): Promise<void> {
    await this.box.fill(text);
    await this.box.press("Enter");
  }

  /** Presses a button of a message. They are shown while the pointer is on it; where it moves away, the pointer follows. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const message = this.message(text);
    await expect(async () => {
      await message.hover();
      await message.getByRole("button", { name: button }).click({ timeout: 2_000 });
    }).toPass({ timeout: patience(20_000) });
  }

  /** Opens the menu of a message. */
  async openMenu(text: string | RegExp): Promise<Locator> {
    await this.press(text, "Mais sobre esta mensagem");
    return this.region.page().getByRole("menu");
  }

  /** Resolves it, and lets the seconds pass in which that can be undone. */
  async resolve(press: (button: Locator) => Promise<void> = (button) => button.click()): Promise<void> {
    const page = this.region.page();
    await page.clock.install();
    await press(this.region.getByRole("button", { name: "Resolver", exact: true }));
    await expect(page.getByRole("status").filter({ hasText: this.customer })).toContainText("encerrando");
    await page.clock.fastForward(5_000);
    await expect(this.region).toBeHidden();
  }

  /** Chooses an action of the menu "Mais ações". */
  async choose(action: string): Promise<void> {
    await this.region.getByRole("button", { name: "Mais ações" }).click();
    await this.region.page().getByRole("menuitem", { name: action }).click();
  }
}
