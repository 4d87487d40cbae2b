/**
 * The keys that may sign a meow connection's webhooks, from its opened account; with none, no
 * webhook is accepted.
 */
export function meowHmacKeys(account: Readonly<Record<string, string>>): string[] {
  const { hmacKey = "" } = account;
  return hmacKey === "" ? [] : [hmacKey];
}
