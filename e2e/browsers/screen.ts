import { patience } from "@balcao/testing/patience";
import { expect } from "@playwright/test";
import type { Credentials } from "../support/api.js";
import type { Engine } from "./engine.js";

export const KEYS = { enter: "\uE007", escape: "\uE00C", control: "\uE009" } as const;

/** Where the first shown element is that a selector and a name fit; null where there is none. */
function findShown(css: string, name: string): { x: number; y: number } | null {
  const nameOf = (element: Element): string =>
    element.getAttribute("aria-label") ??
    (element instanceof HTMLInputElement
      ? [...(element.labels ?? [])].map((label) => label.textContent).join(" ")
      : (element.textContent ?? ""));
  for (const element of document.querySelectorAll(css)) {
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || element.closest("[inert]") || !nameOf(element).includes(name)) continue;
    element.scrollIntoView({ block: "nearest" });
    const { x, y } = element.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  }
  return null;
}

/** What a person sees and does in an installed browser. */
export class Screen {
  constructor(readonly engine: Engine) {}

  /** Signs in in Portuguese, and waits for the list. */
  async signIn(url: string, { email, password }: Credentials): Promise<void> {
    await this.engine.navigate(`${url}/login`);
    await this.engine.run(() => {
      localStorage.setItem("balcao-language", "pt");
      document.cookie = "balcao-notes=shown; path=/";
    });
    await this.engine.navigate(`${url}/login`);
    await this.fill("input", "E-mail", email);
    await this.fill("input", "Senha", password);
    await this.type(KEYS.enter);
    await this.see("[role=tab]", "Aguardando");
  }

  /** Waits until an element with the name is shown. */
  async see(css: string, name = ""): Promise<{ x: number; y: number }> {
    let at: { x: number; y: number } | null = null;
    await expect
      .poll(async () => (at = await this.engine.run(findShown, css, name)) !== null, {
        message: `${css} "${name}" is shown`,
        timeout: patience(20_000),
      })
      .toBe(true);
    return at ?? { x: 0, y: 0 };
  }

  async seeNot(css: string, name = ""): Promise<void> {
    await expect
      .poll(() => this.engine.run(findShown, css, name), { message: `${css} "${name}" is gone`, timeout: patience(20_000) })
      .toBeNull();
  }

  /** Presses an element once it keeps its place: what arrives moves a list. */
  async press(css: string, name = ""): Promise<void> {
    let at = await this.see(css, name);
    await expect
      .poll(
        async () => {
          const before = at;
          at = await this.see(css, name);
          return [at.x - before.x, at.y - before.y];
        },
        { message: `${css} "${name}" keeps its place`, timeout: patience(10_000) },
      )
      .toEqual([0, 0]);
    const actions = [
      { type: "pointerMove", duration: 0, origin: "viewport", ...at },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.engine.act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
  }

  /** Types what has the focus gets. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.engine.act({ type: "key", id: "keyboard", actions });
  }

  async chord(held: string, value: string): Promise<void> {
    const actions = [
      { type: "keyDown", value: held },
      { type: "keyDown", value },
      { type: "keyUp", value },
      { type: "keyUp", value: held },
    ];
    await this.engine.act({ type: "key", id: "keyboard", actions });
  }

  async fill(css: string, name: string, text: string): Promise<void> {
    await this.press(css, name);
    await this.type(text);
  }
}
