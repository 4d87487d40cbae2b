import type { Env } from "./env.js";
import type { Variables } from "./variables.js";

type Oidc = NonNullable<Env["oidc"]>;

const OTHERS = ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME", "OIDC_SCOPES", "OIDC_PEOPLE", "OIDC_CLAIMS", "OIDC_SIGN_OUT"] as const;
const LOCAL = ["127.0.0.1", "localhost", "[::1]"];
/** A claim and its value, and what it gives: `groups=chefia:gerente`, `groups=loja:queue Vendas`. */
const RULE = /^([^=\s]{1,200})=(.{1,200}):\s*(?:(user|gerente|admin)|queue\s+(.{1,120}))$/;

/** The provider by which people sign in; without OIDC_ISSUER there is none. */
export function readOidc(variables: Variables): Env["oidc"] {
  // It is compared letter by letter with what the provider says, so that its last slash counts.
  const issuer = variables.text("OIDC_ISSUER");
  if (issuer === undefined) {
    for (const name of OTHERS)
      if (variables.text(name) !== undefined) variables.fault(`${name} needs OIDC_ISSUER, the address of the provider.`);
    return undefined;
  }
  checkIssuer(variables);
  const clientId = variables.text("OIDC_CLIENT_ID");
  if (clientId === undefined) return variables.fault("OIDC_CLIENT_ID is missing: the provider gives it, with OIDC_CLIENT_SECRET.");
  return {
    issuer,
    clientId,
    clientSecret: variables.text("OIDC_CLIENT_SECRET"),
    name: readName(variables),
    scopes: readScopes(variables),
    people: variables.oneOf("OIDC_PEOPLE", ["known", "new"], "known"),
    signOut: variables.oneOf("OIDC_SIGN_OUT", ["here", "provider"], "here"),
    claims: readClaims(variables),
  };
}

function checkIssuer(variables: Variables): void {
  const url = variables.url("OIDC_ISSUER", ["http:", "https:"]);
  if (url === undefined) return;
  if (url.protocol === "http:" && !LOCAL.includes(url.hostname))
    variables.fault("OIDC_ISSUER must begin with https:// unless it is on this machine: over http:// nobody proves to be the provider.");
  if (url.username !== "" || url.search !== "" || url.hash !== "") variables.fault("OIDC_ISSUER must have no user, query or fragment.");
}

function readName(variables: Variables): string {
  const name = variables.text("OIDC_NAME") ?? "";
  if (name.length > 40) variables.fault("OIDC_NAME must have at most 40 characters: it is on a button.");
  return name;
}

function readScopes(variables: Variables): string {
  const scopes = variables.text("OIDC_SCOPES") ?? "openid email profile";
  if (!scopes.split(/\s+/).includes("openid")) variables.fault("OIDC_SCOPES must be words with spaces between, one of them openid.");
  return scopes;
}

function readClaims(variables: Variables): Oidc["claims"] {
  const texts = (variables.text("OIDC_CLAIMS") ?? "").split(";").flatMap((text) => text.trim() || []);
  return texts.flatMap((text) => {
    const [, claim = "", value = "", profile, queue] = RULE.exec(text) ?? [];
    if (profile === "user" || profile === "gerente" || profile === "admin") return { claim, value, profile };
    if (queue !== undefined) return { claim, value, queue };
    variables.fault("OIDC_CLAIMS must be rules such as groups=chefia:gerente; groups=loja:queue Vendas, with semicolons between.");
    return [];
  });
}

/** Who may sign in by password: everybody, administrators, or those with these e-mails. */
export function readPasswordSignIn(variables: Variables): Env["passwordSignIn"] {
  const text = variables.text("PASSWORD_SIGN_IN") ?? "everyone";
  if (text === "everyone") return text;
  if (variables.text("OIDC_ISSUER") === undefined)
    variables.fault("PASSWORD_SIGN_IN needs OIDC_ISSUER: without a provider people sign in by password alone.");
  if (text === "administrators") return text;
  const emails = text.split(",").map((each) => each.trim().toLowerCase());
  if (!emails.every((each) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(each)))
    variables.fault("PASSWORD_SIGN_IN must be everyone, administrators, or e-mails with commas between.");
  return emails;
}
