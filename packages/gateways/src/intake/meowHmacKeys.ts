/** The keys under which a meow connection's webhooks may be signed, from its opened account; none means that nothing is accepted (S-54). */
export function meowHmacKeys(account: Readonly<Record<string, string>>): string[] {
  const { hmacKey = "" } = account;
  return hmacKey === "" ? [] : [hmacKey];
}
