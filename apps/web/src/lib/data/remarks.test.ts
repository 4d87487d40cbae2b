import { paths } from "@balcao/contracts/paths";
import { readFileSync } from "node:fs";
import path from "node:path";

const SOURCES = path.resolve(import.meta.dirname, "../..");

/** Where the browser makes a remark about a change or a download, and a part of its words there. */
const REMARKS: Readonly<Record<string, readonly [file: string, words: string]>> = {
  "botTickets.change": ["features/botTickets/BotTicketDialog.tsx", "o ticket ${ticket.id} do robô"],
  "connections.create": ["features/connections/form/useConnectionForm.ts", "a conexão ${saved.name}"],
  "connections.change": ["features/connections/form/useConnectionForm.ts", '"Alterou" : "Criou"} a conexão'],
  "connections.delete": ["features/connections/ConnectionsPage.tsx", "Excluiu a conexão"],
  "connections.restoreKeys": ["features/connections/details/KeyCopies.tsx", "Restaurou a sessão"],
  "connections.resolveGap": ["features/connections/details/GapRow.tsx", "Resolveu o período fora do ar"],
  "connections.retryParked": ["features/connections/details/ParkedEvents.tsx", "${REMARKS[action]} de"],
  "connections.discardParked": ["features/connections/details/ParkedEvents.tsx", "${REMARKS[action]} de"],
  "connections.recreate": ["features/connections/useSessionActions.ts", "Desconectou a conexão"],
  "connections.restart": ["features/connections/useSessionActions.ts", "Reiniciou a conexão"],
  "connections.startSession": ["features/connections/useSessionActions.ts", "Iniciou a sessão de"],
  "connections.renewSession": ["features/connections/useSessionActions.ts", "Pediu um novo QR code de"],
  "connections.pair": ["features/connections/link/PairPanel.tsx", "Pediu um código de pareamento"],
  "contacts.create": ["features/contacts/useContactForm.ts", "Criou o contato"],
  "contacts.change": ["features/contacts/useContactForm.ts", "Alterou o contato"],
  "contacts.changeMany": ["features/contacts/ManyDialog.tsx", "Tirou etiquetas de"],
  "contacts.deleteMany": ["features/contacts/ManyDialog.tsx", 'delete: "Excluiu"'],
  "contacts.delete": ["features/contacts/useContactForm.ts", "Excluiu o contato"],
  "contacts.import": ["features/contacts/useSheetImport.ts", "Importou contatos de uma planilha"],
  "contacts.importDelegations": ["features/contacts/useSheetImport.ts", "Importou delegações de uma planilha"],
  "contacts.export": ["features/contacts/saveSheet.ts", "Exportou os contatos"],
  "contacts.exportDelegations": ["features/contacts/saveSheet.ts", "Exportou as delegações"],
  "contacts.clear": ["features/contacts/ClearDialog.tsx", "Limpou os contatos"],
  "contacts.optOut": ["features/conversation/details/OptOutPart.tsx", "Retirou o contato dos envios"],
  "contacts.optIn": ["features/conversation/details/OptOutPart.tsx", "Incluiu o contato nos envios"],
  "contacts.merge": ["features/contacts/MergeDialog.tsx", "Mesclou o contato"],
  "contacts.separate": ["features/contacts/DuplicatesDialog.tsx", "Separou os contatos"],
  "contacts.undoMerge": ["features/contacts/ContactMerges.tsx", "Desfez a mescla do contato"],
  "dashboard.recount": ["lib/data/dashboard.ts", "Recalculou os números do painel"],
  "massSends.create": ["features/massSends/MassSendFormDialog.tsx", "log: { userId, userName }"],
  "massSends.export": ["features/massSends/ProofPage.tsx", "Exportou a comprovação do envio"],
  "massSends.pause": ["features/massSends/MassSendDialog.tsx", 'pause: "Pausou"'],
  "massSends.resume": ["features/massSends/MassSendDialog.tsx", 'resume: "Retomou"'],
  "massSends.cancel": ["features/massSends/MassSendDialog.tsx", 'cancel: "Cancelou"'],
  "massSends.lift": ["ui/audience/SendStops.tsx", "Retomou os envios da conexão"],
  "messages.delete": ["features/conversation/messages/useMessageChanges.ts", 'remarkOn("Apagou"'],
  "messages.forward": ["features/conversation/dialogs/ForwardDialog.tsx", "Encaminhou a mensagem"],
  "messages.reprocess": ["features/conversation/messages/useMessageChanges.ts", 'remarkOn("Processou de novo"'],
  "protocols.create": ["features/conversation/dialogs/ProtocolDialog.tsx", "Gerou o protocolo"],
  "protocols.change": ["features/protocols/ProtocolFormDialog.tsx", "Alterou o protocolo"],
  "questions.create": ["features/questions/QuestionFormDialog.tsx", '"Alterou" : "Criou"} a pergunta'],
  "questions.change": ["features/questions/QuestionFormDialog.tsx", '"Alterou" : "Criou"} a pergunta'],
  "questions.delete": ["features/questions/QuestionsPage.tsx", "Excluiu a pergunta"],
  "queues.create": ["features/queues/QueueFormDialog.tsx", '"Alterou" : "Criou"} a fila'],
  "queues.change": ["features/queues/QueueFormDialog.tsx", '"Alterou" : "Criou"} a fila'],
  "queues.delete": ["features/queues/QueuesPage.tsx", "Excluiu a fila"],
  "quickAnswers.create": ["features/quickAnswers/QuickAnswerFormDialog.tsx", "a resposta rápida"],
  "quickAnswers.change": ["features/quickAnswers/QuickAnswerFormDialog.tsx", "a resposta rápida"],
  "quickAnswers.delete": ["features/quickAnswers/QuickAnswersPage.tsx", "Excluiu a resposta rápida"],
  ...Object.fromEntries(
    ["ticket", "contact", "queue", "user", "target", "message"].map((kind) => [
      `reports.${kind}`,
      ["features/reports/useReport.ts", "Gerou o relatório"] as const,
    ]),
  ),
  "privacy.export": ["features/contacts/PrivacyPart.tsx", "Exportou os dados pessoais"],
  "privacy.erase": ["features/contacts/EraseDialog.tsx", "Eliminou os dados pessoais"],
  "ratings.export": ["features/ratings/RatingSummary.tsx", "Exportou as avaliações"],
  "schedules.create": ["features/schedules/ScheduleFormDialog.tsx", "const log = { userId, userName }"],
  "schedules.change": ["features/schedules/ScheduleFormDialog.tsx", "const log = { userId, userName }"],
  "schedules.pause": ["features/schedules/SchedulesPage.tsx", 'pause: "Pausou"'],
  "schedules.resume": ["features/schedules/SchedulesPage.tsx", 'resume: "Retomou"'],
  "schedules.delete": ["features/schedules/SchedulesPage.tsx", "Excluiu o agendamento"],
  "settings.change": ["lib/data/settings.ts", "log: { descricao: remark"],
  "settings.logo": ["features/settings/PictureControl.tsx", "Alterou o logotipo"],
  "settings.deleteFiles": ["lib/session/deleteUnusedFiles.ts", "Excluiu arquivos sem uso"],
  "tags.create": ["features/tags/TagFormDialog.tsx", '"Alterou" : "Criou"} a etiqueta'],
  "tags.change": ["features/tags/TagFormDialog.tsx", '"Alterou" : "Criou"} a etiqueta'],
  "tags.delete": ["features/tags/TagsPage.tsx", "Excluiu a etiqueta"],
  "templates.create": ["features/templates/form/useTemplateForm.ts", "Criou o template"],
  "templates.delete": ["features/templates/TemplatesPage.tsx", "Excluiu o template"],
  "tickets.changeMany": ["features/tickets/many/manyWork.ts", "conversas de uma vez"],
  "tickets.delete": ["features/conversation/dialogs/DeleteDialog.tsx", "Excluiu o ticket"],
  "users.create": ["features/users/useUserForm.ts", "Criou o usuário"],
  "users.change": ["features/users/useUserForm.ts", "Alterou o usuário"],
  "users.reset": ["features/users/PasswordButtons.tsx", "Redefiniu a senha"],
  "users.import": ["features/users/useUserImport.ts", "Importou ${"],
  "users.picture": ["features/account/PhotoField.tsx", "Alterou a foto"],
  "users.endSession": ["features/account/SessionList.tsx", "Encerrou uma sessão"],
  "users.endSecondFactor": ["features/users/PasswordButtons.tsx", "Removeu a verificação"],
  "users.changeShares": ["lib/data/now.ts", "Alterou a distribuição"],
  "users.delete": ["features/users/useUserForm.ts", "Excluiu o usuário"],
  // Files that the browser fetches itself, by an address.
  "address of the audit": ["features/audit/AuditPage.tsx", "Exportou a auditoria"],
  "address of a report": ["features/reports/ReportsPage.tsx", "Baixou o relatório"],
  "address of a received file": ["features/conversation/messages/remarkDownload.ts", "Baixou o arquivo"],
};

/** Calls without a remark, by the reason. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  "it reads": [
    "audit.verify",
    "privacy.count",
    "privacy.get",
    "chats.messages",
    "idempotency.close",
    "massSends.count",
    "settings.checkFiles",
    "settings.countFiles",
    "settings.testPanel",
    "users.previewImport",
    "messages.fetchMedia",
    "messages.openQuarantined",
  ],
  "it is the session of the person": [
    "auth.login",
    "auth.refresh",
    "auth.socket",
    "auth.signup",
    "auth.askForLink",
    "auth.choosePassword",
    "auth.logout",
  ],
  "the audit has it, and nothing of it is told to others": [
    "auth.beginSecondFactor",
    "auth.confirmSecondFactor",
    "auth.renewRecoveryCodes",
    "auth.endSecondFactor",
    "apiTokens.create",
    "apiTokens.createForPanel",
    "apiTokens.revoke",
    "hooks.create",
    "hooks.change",
    "hooks.delete",
    "hooks.pause",
    "hooks.resume",
    "hooks.rotate",
    "hooks.dropKey",
    "hooks.resend",
  ],
  "it concerns the person's own browser or work": [
    "jobs.stop",
    "jobs.dismiss",
    "notices.seen",
    "push.register",
    "push.unregister",
    "push.startTest",
    "health.testAlerts",
    "hooks.test",
    "savedViews.create",
    "savedViews.change",
    "savedViews.delete",
  ],
  "it is the remark": ["log.create"],
  "it is a message or a conversation, whose record is itself": [
    "chats.create",
    "chats.change",
    "chats.read",
    "chats.send",
    "chats.edit",
    "chats.delete",
    "massSends.test",
    "messages.send",
    "messages.change",
    "messages.sendCard",
    "messages.react",
    "messages.transcribe",
    "messages.settle",
    "quickAnswers.use",
    "templates.send",
    "tickets.summarize",
    "tickets.create",
    "tickets.change",
    "tickets.endInvitation",
    "tickets.invite",
    "tickets.markUnread",
  ],
  "it is part of a change with a remark": ["users.transfer", "templates.upload"],
  "the browser does not call it": ["connections.endSession", "contacts.findOrCreate", "massSends.change"],
};

const changes = Object.entries(paths).flatMap(([feature, routes]) =>
  Object.entries(routes).flatMap(([name, { method }]) => (method === "GET" ? [] : [`${feature}.${name}`])),
);
const isRoute = (name: string): boolean => name.includes(".");
const read = (file: string): string => readFileSync(path.join(SOURCES, file), "utf8");

describe("remarks of the browser", () => {
  it("are decided for every call that changes something or answers a file [LOG-003, D-229]", () => {
    const decided = [...Object.keys(REMARKS).filter(isRoute), ...Object.values(WITHOUT).flat()];
    expect([...decided].sort()).toEqual(changes.sort());
  });

  it.each(Object.entries(REMARKS))("are made for %s [LOG-003, LOG-006, LOG-009, D-229]", (_name, [file, words]) => {
    const source = read(file);
    expect(source).toContain(words);
    expect(source).toMatch(/\baddRemark\(|\blog\b/);
  });
});
