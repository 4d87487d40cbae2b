import { call } from "../api";
import type { signByPasskey } from "../passkeys";
import { enter } from "./session";

/**
 * Leaves for the company's provider, which comes back to the login page (D-660); rejects with the refusal of the api. `fresh`: the provider
 * asks again who it is (D-681).
 */
export async function beginProvider(returnPath: string | null, fresh = false): Promise<void> {
  const { address } = await call("auth", "beginProvider", {
    body: { ...(returnPath !== null && { returnPath }), ...(fresh && { fresh }) },
  });
  window.location.assign(address);
}

/** Called with the path that the person wanted to see, before the session begins. */
type OnPath = (returnPath: string | null) => void;

/** Ends the sign-in with the query that the provider gave; rejects with the refusal of the api. */
export async function finishProvider(query: string, onPath: OnPath): Promise<void> {
  const { returnPath, ...session } = await call("auth", "finishProvider", { body: { query } });
  onPath(returnPath);
  enter(session);
}

/** What passkeys sign for the sign-in that waits for its second step; no options where the account has none. */
export const askPasskey = () => call("auth", "askPasskey", {});

/** Ends the sign-in with what a passkey has signed. */
export async function finishByPasskey(passkey: Awaited<ReturnType<typeof signByPasskey>>, onPath: OnPath): Promise<void> {
  const { returnPath, ...session } = await call("auth", "secondStep", { body: { passkey } });
  onPath(returnPath);
  enter(session);
}

/** Ends the sign-in with the code that the account asks for besides. */
export async function finishSecondStep(code: string, onPath: OnPath): Promise<void> {
  const { returnPath, ...session } = await call("auth", "secondStep", { body: { code } });
  onPath(returnPath);
  enter(session);
}
