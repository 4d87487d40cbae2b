import { expect, type Locator, type Page } from "@playwright/test";
import { product } from "./product.js";

/** The phone simulator's page: the phones of the shop and of its customers. */
export class PhonePage {
  readonly input: Locator;
  readonly messages: Locator;

  constructor(readonly page: Page) {
    this.input = page.getByTestId("chat-input");
    this.messages = page.getByTestId("message");
  }

  async open(): Promise<this> {
    await this.page.goto(product.phoneUrl);
    await expect(this.page.getByTestId("customer-item").first()).toBeVisible();
    return this;
  }

  /** Scans the QR of a connection. */
  async link(connection: string): Promise<void> {
    await this.page
      .getByTestId("link-number")
      .and(this.page.locator(`[data-name="${connection}"]`))
      .click();
  }

  async addCustomer(name: string, phone: string): Promise<void> {
    await this.page.getByTestId("add-customer").click();
    await this.page.getByTestId("customer-name").fill(name);
    await this.page.getByTestId("customer-phone").fill(phone);
    await this.page.getByTestId("dialog-confirm").click();
    await expect(this.customer(phone)).toBeVisible();
  }

  customer(phone: string): Locator {
    return this.page.getByTestId("customer-item").and(this.page.locator(`[data-phone="${phone}"]`));
  }

  /**
   * Opens a customer's chat with a connection. With a single connection the page offers no choice.
   */
  async openChat(phone: string, connection: string): Promise<void> {
    await this.customer(phone).click();
    const choice = this.page.getByLabel("Conexão");
    if (await choice.isVisible()) await choice.selectOption({ label: connection });
    await expect(this.page.locator("#chat-title")).toHaveText(connection);
  }

  async write(text: string): Promise<void> {
    await this.input.fill(text);
    await this.page.getByTestId("chat-send").click();
    await expect(this.message(text)).toBeVisible();
  }

  async send(sample: "photo" | "video" | "voice" | "document" | "sticker" | "location" | "contact"): Promise<void> {
    const sent = this.page.waitForResponse("**/api/send");
    await this.page.getByTestId(`send-${sample}`).click();
    await sent;
  }

  message(text: string): Locator {
    return this.messages.filter({ hasText: text });
  }

  /** Whether the customer's phone is online, and whether it sends read receipts. */
  async set(name: "customer-online" | "read-receipts", on: boolean): Promise<void> {
    await this.page.getByTestId(name).setChecked(on);
  }

  async markRead(): Promise<void> {
    await this.page.getByTestId("mark-read").click();
  }
}
