import { patience } from "@balcao/testing/patience";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { uniqueName } from "./support/product.js";

test.setTimeout(patience(180_000));

/** The lists of the pages with the call that reads each, and what says that nothing exists. */
const LISTS = [
  ["/tickets", "tickets", /Nenhuma conversa/],
  ["/tickets?tab=chat", "chats", "Comece uma conversa interna"],
  ["/contacts", "contacts", "Nenhum contato"],
  ["/quickAnswers", "quickAnswers", "Nenhuma resposta rápida"],
  ["/protocolos", "protocolos", /Nenhum protocolo/],
  ["/ticketsBot", "ticket2", /Nenhuma conversa/],
  ["/perguntas", "pergunta", /Nenhuma pergunta/],
  ["/tags", "tag", /Nenhuma etiqueta/],
  ["/agendamentos", "agendamento", "Nenhum agendamento"],
  ["/envios", "envioMassa", "Nenhum envio em massa"],
  ["/templates", "whatsapp", /Nenhum/],
  ["/connections", "whatsapp", "Nenhuma conexão"],
  ["/queues", "queue", "Nenhuma fila"],
  ["/nps", "ticketNPS", /Nenhuma avaliação/],
  ["/users", "users", "Nenhum usuário"],
  ["/tokens", "tokens", "Nenhum token"],
  ["/audit", "audit", /Nenhum/],
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

test("a list that could not be read says so and never looks empty, on every page [D-421]", async ({ enter, problems }) => {
  problems.accept(/status of 500|^HTTP 500/);
  const page = await enter();
  for (const [address, call, empty] of LISTS)
    await test.step(address, async () => {
      const refused = await refuse(page, call, { status: 500, code: "ERR_INTERNAL" });
      await page.goto(address);
      await expect(page.getByRole("button", { name: "Tentar novamente" }).first()).toBeVisible();
      await expect(page.getByText(empty)).toHaveCount(0);
      expect(refused()).toBeGreaterThan(0);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
});

test("a person who calls too often is told once, and the lists come by themselves [D-421]", async ({ enter, problems, api }) => {
  problems.accept(/status of 429/);
  const name = uniqueName("Etiqueta");
  await api.post("/tag", { name, color: "#336699" });
  const page = await enter();
  const refused = await refuse(page, "tag", { status: 429, code: "ERR_TOO_MANY_CALLS", headers: { "Retry-After": "1" } }, 2);
  await page.goto("/tags");
  await expect(page.getByText("O Balcão espera alguns segundos e repete sozinho")).toBeVisible();
  await expect(page.getByRole("row", { name })).toBeVisible();
  expect(refused()).toBe(2);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/** Where something is chosen from a list, how one gets there, and the calls that read such lists. */
const CHOICES: readonly (readonly [address: string, calls: readonly string[], open?: (page: Page) => Promise<void>])[] = [
  ["/tickets", ["queue"]],
  ["/contacts", ["tag"]],
  ["/audit", ["users"]],
  ["/nps", ["whatsapp"]],
  ["/report", ["queue"]],
  ["/", ["users", "queue"]],
  ["/settings?section=tickets&hours=company", ["queue"]],
  ["/tickets?tab=search", ["tag"], (page) => page.getByRole("button", { name: "Filtros" }).click()],
  ["/perguntas", ["queue"], (page) => page.getByRole("button", { name: "Adicionar pergunta" }).first().click()],
  [
    "/envios",
    ["whatsapp"],
    async (page) => {
      await page.getByRole("button", { name: "Novo envio" }).first().click();
      await page.getByRole("button", { name: "Entendi" }).click();
    },
  ],
];

test("a choice whose list could not be read says so, and has it after another try [D-490]", async ({ enter, problems }) => {
  problems.accept(/status of 500|^HTTP 500/);
  const page = await enter();
  const unread = page.getByRole("alert").filter({ hasText: "Parte das opções não pôde ser carregada." });
  for (const [address, calls, open] of CHOICES)
    await test.step(address, async () => {
      for (const call of calls) await refuse(page, call, { status: 500, code: "ERR_INTERNAL" });
      await page.goto(address);
      await open?.(page);
      await expect(unread.last()).toBeVisible();
      await page.unrouteAll({ behavior: "ignoreErrors" });
      // The page may have asked again by itself meanwhile, as after a reconnect.
      await expect(async () => {
        if ((await unread.count()) > 0) await unread.last().getByRole("button", { name: "Tentar novamente" }).click({ timeout: 2_000 });
        await expect(unread).toHaveCount(0, { timeout: 2_000 });
      }).toPass();
    });
});
