import { patience } from "@balcao/testing/patience";
import { expect, test } from "../support/fixtures.js";
import { product, uniqueName } from "../support/product.js";
import { Cable } from "./cable.js";
import { openFirefox, openWebKit } from "./engine.js";
import { KEYS, Screen } from "./screen.js";

const INSTALLED = JSON.parse(process.env["E2E_BROWSERS"] ?? "{}") as { readonly firefox?: string; readonly webkit?: string };
const OPENERS = { firefox: openFirefox, webkit: openWebKit } as const;

const BOX = ".composer textarea";
const MESSAGE = ".message";

test.setTimeout(patience(240_000));

for (const name of ["firefox", "webkit"] as const) {
  const program = INSTALLED[name];
  if (program === undefined) continue;
  test(`the main path in ${name}: sign in, accept, write, hear, see, find, make, report, offline and back`, async ({
    api,
    connection,
    customer,
  }) => {
    const engine = await OPENERS[name](program);
    const cable = await Cable.lay(product.url);
    const screen = new Screen(engine);
    const ticketOf = async () =>
      (await api.get<{ tickets: { id: number; contact: { name: string } }[] }>("/tickets?status=open&showAll=true")).tickets.find(
        ({ contact }) => contact.name === customer.name,
      )?.id ?? 0;
    try {
      await test.step("sign in, and the list", async () => {
        await screen.signIn(cable.url, product.admin);
        await engine.run(() => {
          const errors: string[] = [];
          Object.assign(window, { walkErrors: errors });
          addEventListener("error", ({ message }) => errors.push(message));
          addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
        });
      });

      await test.step("accept and write", async () => {
        await customer.writes("Tem furadeira?");
        await screen.press("[role=tab]", "Aguardando");
        await screen.press("button", `Aceitar ${customer.name}`);
        await screen.see(MESSAGE, "Tem furadeira?");
        await screen.fill(BOX, "", `Tem, sim${KEYS.enter}`);
        await screen.see(`${MESSAGE} [role=img]`, "Entregue");
      });

      await test.step("a voice note is heard with one press, and a picture is seen", async () => {
        await customer.sends("voice");
        await screen.press(`${MESSAGE} .audioPlay`, "Reproduzir");
        await expect
          .poll(
            () =>
              engine.run(() => {
                const position = document.querySelector<HTMLInputElement>(".message [type=range]")?.value ?? "0";
                return position !== "0" || document.querySelector(".message .audioPlay")?.getAttribute("aria-label") === "Pausar";
              }),
            { timeout: patience(10_000) },
          )
          .toBe(true);
        await customer.sends("photo");
        await screen.see(`${MESSAGE} button`, "Abrir a imagem");
        await expect
          .poll(
            () =>
              engine.run(() => document.querySelector<HTMLImageElement>(".message .picture img, .message button img")?.naturalWidth ?? 0),
            { timeout: patience(10_000) },
          )
          .toBeGreaterThan(100);
        await screen.press(`${MESSAGE} button`, "Abrir a imagem");
        await screen.see("[role=dialog]");
        await screen.type(KEYS.escape);
        await screen.seeNot("[role=dialog]");
      });

      if (name === "firefox")
        await test.step("a voice note is recorded and sent", async () => {
          await screen.press("button", "Gravar mensagem de voz");
          await expect
            .poll(() => engine.run(() => document.querySelector("[role=timer]")?.textContent ?? ""), { timeout: patience(20_000) })
            .toMatch(/0?[3-9]$/);
          await screen.press("[aria-label='Gravação de voz'] button", "Enviar");
          await screen.see(`${MESSAGE}[data-out] .audioPlay`);
        });

      await test.step("the palette leads to the tags, where a form makes one", async () => {
        const tag = uniqueName("Etiqueta");
        await screen.chord(KEYS.control, "k");
        await screen.see("[role=dialog] input");
        await screen.type(`etiquetas${KEYS.enter}`);
        await screen.press("button", "Adicionar etiqueta");
        await screen.fill("[role=dialog] input", "Nome", tag);
        await screen.press("[role=dialog] button[type=submit]");
        await screen.see("tr, .card", tag);
      });

      await test.step("a report is made", async () => {
        await engine.navigate(`${cable.url}/report`);
        await screen.press("button", "Gerar PDF");
        await screen.see("a", "Atendimentos (PDF)");
      });

      await test.step("offline and back: what was written meanwhile goes out", async () => {
        await engine.navigate(`${cable.url}/tickets/${String(await ticketOf())}`);
        await screen.see(BOX);
        cable.cut();
        await screen.see("[role=status], [role=alert], .offlineBar", "Sem conexão");
        await screen.fill(BOX, "", `Escrito sem rede${KEYS.enter}`);
        await screen.see(MESSAGE, "Escrito sem rede");
        cable.mend();
        await screen.seeNot(".offlineBar", "Sem conexão");
        await expect
          .poll(
            () =>
              engine.run(
                () =>
                  [...document.querySelectorAll(".message")]
                    .find((each) => each.textContent.includes("Escrito sem rede"))
                    ?.querySelector("[role=img]")
                    ?.getAttribute("aria-label") ?? "",
              ),
            { timeout: patience(40_000) },
          )
          .toMatch(/Enviada|Entregue|Lida/);
      });
      expect(await engine.run(() => (window as unknown as { walkErrors?: string[] }).walkErrors ?? [])).toEqual([]);
    } finally {
      cable.remove();
      await engine.close();
      expect(connection.id).toBeGreaterThan(0);
    }
  });
}
