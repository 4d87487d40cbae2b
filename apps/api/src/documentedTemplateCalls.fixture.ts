import { LIST, someLike, TEXT, type DocumentedCall } from "./documentedCalls/documentedCall.fixture.js";

/** Ids to which only the calls about templates refer. */
export interface CloudScene {
  readonly cloudId: number;
  readonly cloudTicketId: number;
}

/** The documented calls about message templates. */
export function documentedTemplateCalls({ cloudId, cloudTicketId }: CloudScene): DocumentedCall[] {
  return [
    {
      id: "API-029",
      who: "ticket",
      method: "GET",
      path: `/meta/templates/${cloudTicketId}`,
      answers: { data: someLike({ name: TEXT, status: "APPROVED", components: LIST }) },
    },
    { id: "API-030", method: "GET", path: `/meta/templates/wpp/${cloudId}`, answers: { data: someLike({ name: TEXT, status: TEXT }) } },
    {
      id: "API-031",
      who: "ticket",
      method: "POST",
      path: "/meta/templates",
      body: { template: "aviso", values: ["Rui"], ticketId: cloudTicketId },
    },
    {
      id: "API-032",
      method: "POST",
      path: `/meta/templates/create/${cloudId}`,
      who: "admin",
      body: {
        name: "lembrete",
        language: "pt_BR",
        category: "UTILITY",
        components: [
          { type: "HEADER", format: "TEXT", text: "Lembrete" },
          { type: "BODY", text: "Olá, {{1}}! Até amanhã." },
          { type: "FOOTER", text: "Balcão" },
        ],
        buttons: [{ type: "QUICK_REPLY", text: "Confirmo" }],
      },
      answers: { name: TEXT, status: TEXT, components: LIST },
    },
    { id: "API-033", method: "DELETE", path: `/meta/template/${cloudId}/lembrete`, who: "admin" },
  ];
}
