import { randomBytes } from "node:crypto";
import { built } from "./place.mjs";
import { emailOf, PASSWORD } from "./people.mjs";

/** Returns the function that seals a field as the browser seals it. */
export async function openSeal(origin) {
  const { sealField } = await built("packages/domain", "envelope");
  const { transportSecret } = await fetch(`${origin}/config.json`).then((answer) => answer.json());
  return (field, text) => sealField(transportSecret, field, text, randomBytes);
}

/** Returns the body of a login, sealed as the browser seals it. */
export async function loginBody(origin, email, password) {
  const seal = await openSeal(origin);
  return JSON.stringify({ email: seal("email", email), password: seal("password", password) });
}

/** Signs a person in and returns the bearer token. */
export async function signIn(origin, email, password) {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: await loginBody(origin, email, password),
  });
  if (answer.status !== 200) throw new Error(`login of ${email}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).token;
}

/** Signs the twenty people of the data set in: `{ id, token, header }` each. */
export async function signInEverybody(origin) {
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  return Promise.all(
    ids.map(async (id) => {
      const token = await signIn(origin, emailOf(id), PASSWORD);
      return { id, token, header: `Authorization: Bearer ${token}` };
    }),
  );
}
