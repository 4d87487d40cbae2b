/**
 * Texts that the specification quotes: they stand as quoted whatever the language (D-244, I18N-003).
 */
export const ptOnly = {
  noPermissionPage: "Você não tem permissão para acessar essa página",
  noPermissionTicket: "Você não tem permissão para acessar esse ticket",
  noPermissionChat: "Você não tem permissão para acessar esse chat",
  noNotifications: "Nenhuma notificação.",
  accountInactive: "Seu usuário foi desativado. Acesso temporariamente bloqueado.",
  outsideWorkingHours: "Você está fora do seu horário de trabalho. Seu acesso está temporariamente bloqueado.",
  reconnect: "Reconectar",
  dropOnComposer: "Solte o arquivo na barra de digitação para anexa-lo",
  chooseCreatedContact: "Selecione o contato criado para abrir um ticket",
  templateNotSaved: "Não foi possível salvar o template",
  templateNotSent: "Não foi possível enviar a mensagem",
  templateSent: "Mensagem enviada com sucesso!",
  listUnlocked: "Lista de opções desbloqueada!",
} as const;

export const enOnly = {
  unknownError: "An error occurred!",
} as const;
