/** Signing in by a provider of OpenID Connect (D-660). */
export const providerSignIn = {
  name: "0141-providerSignIn",
  sql: `
-- Whom a provider means by a subject. An account has one subject of each provider at most: an e-mail that somebody else got there opens nothing.
CREATE TABLE provider_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);
-- Sign-ins under way that have been used: each counts once, in whatever process.
CREATE TABLE used_sign_in (
  id uuid PRIMARY KEY,
  ends_at timestamptz(3) NOT NULL
);
-- Whether the session began at the provider, and whether the provider has asked for more than a password.
ALTER TABLE auth_session ADD COLUMN by_provider boolean NOT NULL DEFAULT false, ADD COLUMN provider_mfa boolean NOT NULL DEFAULT false;`,
} as const;
