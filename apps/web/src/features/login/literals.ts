/**
 * Texts of the login that the specification quotes; they are the same in every language (I18N-003).
 */
export const ptOnly = {
  systemBlocked: "SISTEMA BLOQUEADO",
  signUpFailed: "Erro ao criar usuário. Verifique os dados informados.",
} as const;
