const UNKNOWN_SIGNER = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
];

/** `at` is the server as people know it. */
const CERTIFICATES = new Map<string | undefined, (at: string) => string>([
  ["CERT_HAS_EXPIRED", (at) => `The certificate of ${at} has expired: renew it there. Where it is valid, set the clock of this machine.`],
  ["CERT_NOT_YET_VALID", (at) => `The certificate of ${at} is not valid yet: set the clock of this machine, or wait until it is.`],
  ["ERR_TLS_CERT_ALTNAME_INVALID", (at) => `The certificate of ${at} is for another name: use the name that is in it.`],
  ...UNKNOWN_SIGNER.map((code): [string, (at: string) => string] => [
    code,
    (at) => `The certificate of ${at} is signed by nobody whom this machine knows: name the signer's certificate in NODE_EXTRA_CA_CERTS.`,
  ]),
]);
const NAMES = new Map<string | undefined, (at: string) => string>([
  ["ENOTFOUND", (at) => `The name of ${at} cannot be found: check its spelling and the DNS of this machine.`],
  ["EAI_AGAIN", (at) => `The DNS of this machine does not answer for ${at}.`],
]);

/** What to do about a refused certificate of the server that `variable` names, by the code of the error; null for other codes. */
export const certificateSentence = (code: string | undefined, variable: string): string | null =>
  CERTIFICATES.get(code)?.(`the server at ${variable}`) ?? null;

/** What the way to the server of `variable` needs, where the code of an error says it: a name, DNS, a certificate; else null. */
export const connectionSentence = (code: string | undefined, variable: string): string | null =>
  certificateSentence(code, variable) ?? NAMES.get(code)?.(`the server at ${variable}`) ?? null;
