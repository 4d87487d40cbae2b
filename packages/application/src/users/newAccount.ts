import { COMMON_PASSWORD_SENTENCE, passwordFaults, PASSWORD_SENTENCES } from "@balcao/domain/users";
import { invalidField } from "@balcao/contracts/errors";
import { isCommonPassword } from "@balcao/platform/passwords";

const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;

/** The e-mail under which an account is kept: trimmed, lower case; null and everything that is no address is ERR_VALIDATION. */
export function toAccountEmail(plain: string | null): string {
  const email = plain?.trim().toLowerCase() ?? "";
  if (!EMAIL.test(email) || email.length > 254) throw invalidField("email", "email");
  return email;
}

/** A password that may be set; otherwise ERR_VALIDATION with the first documented sentence (D-113), or that it is a common one (S-07). */
export function toNewPassword(plain: string): string {
  const [fault] = passwordFaults(plain);
  if (fault !== undefined) throw invalidField("password", fault, PASSWORD_SENTENCES[fault]);
  if (isCommonPassword(plain)) throw invalidField("password", "common", COMMON_PASSWORD_SENTENCE);
  return plain;
}
