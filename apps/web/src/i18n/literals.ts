/** Texts that the specification quotes; they are the same in every language (D-244, I18N-003). */
export const ptOnly = {
  noPermissionPage: "Você não tem permissão para acessar essa página",
  noPermissionTicket: "Você não tem permissão para acessar esse ticket",
  noPermissionChat: "Você não tem permissão para acessar esse chat",
  newChat: "Novo conversa interna",
  chatWithSelf: "Você não pode abrir um chat para você mesmo",
  noNotifications: "Nenhuma notificação.",
  accountInactive: "Seu usuário foi desativado. Acesso temporariamente bloqueado.",
  outsideWorkingHours: "Você está fora do seu horário de trabalho. Seu acesso está temporariamente bloqueado.",
  reconnect: "Reconectar",
  dropOnComposer: "Solte o arquivo na barra de digitação para anexa-lo",
  chooseCreatedContact: "Selecione o contato criado para abrir um ticket",
  templateNotSaved: "Não foi possível salvar o template",
  templateNotSent: "Não foi possível enviar a mensagem",
  templateSent: "Mensagem enviada com sucesso!",
  messageNotDeleted: "Não foi possível excluir essa mensagem",
  messageNotReprocessed: "Não foi possível reprocessar essa mensagem!",
  protocolSaved: "Protocolo salvo com sucesso!",
  importWithoutFile: "Insira um arquivo para importar",
  importFailed: "Ocorreu um erro na importação",
  notificationsUnsupported: "Seu navegador não suporta notificações",
  notifications: "Notificações",
  listUnlocked: "Lista de opções desbloqueada!",
} as const;

export const enOnly = {
  unknownError: "An error occurred!",
} as const;
