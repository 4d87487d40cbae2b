import { patience } from "@balcao/testing/patience";
import type { Page } from "@playwright/test";
import { passUntil } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

test.setTimeout(patience(180_000));

/** The lists of the pages with the call that reads each, and what says that nothing exists. */
const LISTS = [
  ["/contacts", "contacts", "Nenhum contato"],
  ["/tickets", "tickets", /Nenhuma conversa/],
  ["/tickets?tab=chat", "chats", "Comece uma conversa interna"],
  ["/quickAnswers", "quickAnswers", "Nenhuma resposta rápida"],
  ["/protocolos", "protocolos", /Nenhum protocolo/],
  ["/perguntas", "pergunta", /Nenhuma pergunta/],
  ["/agendamentos", "agendamento", "Nenhum agendamento"],
  ["/envios", "envioMassa", "Nenhum envio em massa"],
  ["/nps", "ticketNPS", /Nenhuma avaliação/],
  ["/tokens", "tokens", "Nenhum token"],
  ["/audit", "audit", /Nenhum/],
] as const;

/** Those that other pages read too, which are read again only where the page is loaded. */
const SHARED_LISTS = [
  ["/ticketsBot", "ticket2", /Nenhuma conversa/],
  ["/tags", "tag", /Nenhuma etiqueta/],
  ["/templates", "whatsapp", /Nenhum/],
  ["/connections", "whatsapp", "Nenhuma conexão"],
  ["/queues", "queue", "Nenhuma fila"],
  ["/users", "users", "Nenhum usuário"],
] as const;

type Refusal = { readonly status: number; readonly code: string; readonly headers?: Record<string, string> };

/** Refuses what reads a list, as often as told, and says how often it was. */
async function refuse(page: Page, call: string, { status, code, headers }: Refusal, times = Infinity): Promise<() => number> {
  let refused = 0;
  await page.route(
    (url) => url.pathname === `/api/${call}`,
    async (route) => {
      if (route.request().method() !== "GET" || refused >= times) return route.fallback();
      refused += 1;
      await route.fulfill({ status, headers: { ...headers }, json: { error: code, message: code, code } });
    },
  );
  return () => refused;
}

const NEW = ":not([data-before])";

/** Goes to another page, and marks what the one before has, which is still there for a moment. */
async function leaveFor(page: Page, address: string): Promise<void> {
  await page.evaluate(() => {
    for (const old of document.querySelectorAll("[role=alert], button")) old.setAttribute("data-before", "");
  });
  await walkTo(page, address);
}

/** Where something is chosen from a list, and how one gets there. */
const CHOICES: readonly (readonly [address: string, open?: (page: Page) => Promise<void>])[] = [
  ["/contacts"],
  ["/tickets"],
  ["/audit"],
  ["/nps"],
  ["/report"],
  ["/"],
  ["/settings?section=tickets&hours=company"],
  ["/tickets?tab=search", (page) => page.getByRole("button", { name: "Filtros" }).click()],
  ["/perguntas", (page) => page.getByRole("button", { name: "Adicionar pergunta" }).first().click()],
  [
    "/envios",
    async (page) => {
      await page.getByRole("button", { name: "Novo envio" }).first().click();
      await page.getByRole("button", { name: "Entendi" }).click();
    },
  ],
];

test("what could not be read says so and never looks empty, on every page and where something is chosen [D-421, D-490]", async ({
  enter,
  problems,
  api,
}) => {
  problems.accept(/status of (500|429)|^HTTP 500/);
  const name = uniqueName("Etiqueta");
  await api.post("/tag", { name, color: "#336699" });
  const page = await enter();
  await page.clock.install();
  const looksUnread = async (empty: string | RegExp) => {
    await expect(page.getByRole("button", { name: "Tentar novamente" }).and(page.locator(NEW)).first()).toBeVisible();
    await expect(page.getByText(empty)).toHaveCount(0);
  };
  const letThrough = () => page.unrouteAll({ behavior: "ignoreErrors" });

  for (const [at, [address, call, empty]] of LISTS.entries())
    await test.step(`the list of ${address}`, async () => {
      const refused = await refuse(page, call, { status: 500, code: "ERR_INTERNAL" });
      await (at === 0 ? page.goto(address) : leaveFor(page, address));
      await looksUnread(empty);
      expect(refused()).toBeGreaterThan(0);
      await letThrough();
    });
  for (const [address, call, empty] of SHARED_LISTS)
    await test.step(`the list of ${address}`, async () => {
      const refused = await refuse(page, call, { status: 500, code: "ERR_INTERNAL" });
      await page.goto(address);
      await looksUnread(empty);
      expect(refused()).toBeGreaterThan(0);
      await letThrough();
    });

  await test.step("a person who calls too often is told once, and the lists come by themselves [D-421]", async () => {
    const refused = await refuse(page, "tag", { status: 429, code: "ERR_TOO_MANY_CALLS", headers: { "Retry-After": "1" } }, 2);
    await page.goto("/tags");
    await expect(page.getByText("O Balcão espera alguns segundos e repete sozinho")).toBeVisible();
    await passUntil(page, 1_000, (soon) => expect(page.getByRole("row", { name })).toBeVisible(soon));
    expect(refused()).toBe(2);
    await letThrough();
  });

  const unread = page.getByRole("alert").and(page.locator(NEW)).filter({ hasText: "Parte das opções não pôde ser carregada." });
  for (const call of ["queue", "tag", "users", "whatsapp"]) await refuse(page, call, { status: 500, code: "ERR_INTERNAL" });
  for (const [at, [address, open]] of CHOICES.entries())
    await test.step(`the choices of ${address}`, async () => {
      await (at === 0 ? page.goto(address) : leaveFor(page, address));
      await open?.(page);
      await expect(unread.last()).toBeVisible();
    });
  await test.step("they are there after another try", async () => {
    await letThrough();
    await unread.last().getByRole("button", { name: "Tentar novamente" }).click();
    await expect(unread).toHaveCount(0);
  });
});
