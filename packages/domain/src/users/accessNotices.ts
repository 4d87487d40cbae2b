/**
 * The two notices that end a session when a ticket is opened from the list (TICKET-023,
 * TICKET-024).
 */
export const ACCESS_NOTICES = {
  inactive: "Seu usuário foi desativado. Acesso temporariamente bloqueado.",
  outsideHours: "Você está fora do seu horário de trabalho. Seu acesso está temporariamente bloqueado.",
} as const;
