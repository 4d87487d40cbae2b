import { expect, type BrowserContext } from "@playwright/test";

/**
 * What must not happen in any page: console errors, uncaught errors, violations of the content
 * policy, failed responses.
 */
export class Problems {
  private readonly found: string[] = [];
  private readonly accepted: RegExp[] = [];

  /** Ignores a problem that the test causes itself. */
  accept(pattern: RegExp): void {
    this.accepted.push(pattern);
  }

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        throw new Error(`Content policy: ${event.violatedDirective} refused ${event.blockedURI}`);
      });
    });
    context.on("console", (message) => {
      if (message.type() === "error") this.found.push(`Console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.found.push(`Page: ${error.error().stack ?? error.error().message}`));
    context.on("response", (response) => {
      if (response.status() >= 500) this.found.push(`HTTP ${response.status()}: ${response.url()}`);
    });
  }

  expectNone(): void {
    const unexpected = this.found.filter((problem) => !this.accepted.some((pattern) => pattern.test(problem)));
    expect(unexpected, "problems in the browser").toEqual([]);
  }
}
