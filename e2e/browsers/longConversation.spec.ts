import { patience } from "@balcao/testing/patience";
import { expect, test } from "../support/fixtures.js";
import { addMixedHistory } from "../support/history.js";
import { product } from "../support/product.js";
import { openFirefox, openWebKit, type Engine } from "./engine.js";
import { scrollUp, type Steps } from "./steps.js";
import { Screen } from "./screen.js";

const INSTALLED = JSON.parse(process.env["E2E_BROWSERS"] ?? "{}") as { readonly firefox?: string; readonly webkit?: string };
const OPENERS = { firefox: openFirefox, webkit: openWebKit } as const;

const LINES = 3_000;
const STEPS = 60;
const STEPS_AT_ONCE = 10;
const STEP_PX = 500;
/** A person reads for so long every few steps: the list takes the scrolling as ended and draws other rows. */
const REST_MS = 250;
/** What a line may slip in a step: the browser rounds to whole pixels. */
const SLIP_PX = 2;

test.setTimeout(patience(240_000));

for (const name of ["firefox", "webkit"] as const) {
  const program = INSTALLED[name];
  if (program === undefined) continue;
  test(`a long conversation of all kinds is scrolled up and down in ${name}, and no line slips`, async ({ api, connection, customer }) => {
    await customer.sends("photo");
    await customer.sends("voice");
    await customer.sends("document");
    await customer.writes("Bom dia");
    const ticket = async () =>
      (await api.get<{ tickets: { id: number; contact: { name: string } }[] }>("/tickets?status=pending&showAll=true")).tickets.find(
        ({ contact }) => contact.name === customer.name,
      )?.id;
    await expect.poll(ticket).toBeDefined();
    const id = (await ticket()) ?? 0;
    await api.put(`/tickets/${String(id)}`, { status: "open", userId: 1 });
    await addMixedHistory(id, LINES);
    const engine: Engine = await OPENERS[name](program);
    try {
      const screen = new Screen(engine);
      await screen.signIn(product.url, product.admin);
      await engine.resize(1280, 1000);
      await engine.navigate(`${product.url}/tickets/${String(id)}`);
      await screen.see(".message", "Bom dia");
      // A list that has just been opened stays at its end until what it shows is measured.
      await engine.run((ms: number) => new Promise((resolve) => setTimeout(resolve, ms)), REST_MS);
      const parts: Steps[] = [];
      // A script may take half a minute.
      for (let step = 0; step < STEPS; step += STEPS_AT_ONCE) parts.push(await engine.run(scrollUp, STEPS_AT_ONCE, STEP_PX, REST_MS));
      const moved = parts.flatMap((part) => part.moved);
      expect(moved).toHaveLength(STEPS);
      expect(moved.filter((px) => px === null || Math.abs(px - STEP_PX) > SLIP_PX)).toEqual([]);
      expect(parts.flatMap((part) => part.resized)).toEqual([]);
      expect(parts.flatMap((part) => part.errors)).toEqual([]);
      await screen.press("button", "Ir para a mensagem mais recente");
      await screen.see(".message", "Bom dia");
    } finally {
      await engine.close();
      expect(connection.id).toBeGreaterThan(0);
    }
  });
}
