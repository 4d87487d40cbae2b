const PAIR_PHONE = /^\d{12,13}$/;

/** The sentence for a number that cannot be paired (CONN-027). */
export const PAIR_PHONE_SENTENCE = "Número de telefone inválido";

/** Whether a pairing code can be requested for a number: 12 or 13 digits (CONN-026). */
export function isPairPhone(phone: string): boolean {
  return PAIR_PHONE.test(phone);
}
