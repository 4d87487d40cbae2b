import { COMMON_PASSWORD_SENTENCE, KNOWN_PASSWORD_SENTENCES, passwordFaults, PASSWORD_SENTENCES } from "@balcao/domain/users";
import { invalidField } from "@balcao/contracts/errors";
import { isCommonPassword } from "@balcao/platform/passwords";

const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;

/**
 * Returns an account's e-mail trimmed and in lower case; throws ERR_VALIDATION for null and invalid
 * addresses.
 */
export function toAccountEmail(plain: string | null): string {
  const email = plain?.trim().toLowerCase() ?? "";
  if (!EMAIL.test(email) || email.length > 254) throw invalidField("email", "email");
  return email;
}

/**
 * Returns a valid password; otherwise throws ERR_VALIDATION with the sentence of the first violated
 * rule, or that the password is a common one or the account's e-mail.
 */
export function toNewPassword(plain: string, email: string): string {
  const [fault] = passwordFaults(plain);
  if (fault !== undefined) throw invalidField("password", fault, PASSWORD_SENTENCES[fault]);
  if (isCommonPassword(plain)) throw invalidField("password", "common", COMMON_PASSWORD_SENTENCE);
  if (plain.trim().toLowerCase() === email) throw invalidField("password", "email", KNOWN_PASSWORD_SENTENCES.email);
  return plain;
}
