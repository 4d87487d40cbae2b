import { NUMBER, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

const SESSION = { token: TEXT, user: expect.objectContaining({ id: NUMBER, name: TEXT, profile: TEXT }) as unknown };

/** Signing in and staying so. */
export function sessionCalls({ userId, seal }: CallScene): DocumentedCall[] {
  return [
    {
      id: "API-001",
      method: "POST",
      path: "/auth/login",
      who: "public",
      body: { email: seal("email", "ana@balcao.test"), password: seal("password", "Segura-Senha-1") },
      answers: SESSION,
    },
    { id: "API-003", method: "POST", path: "/auth/refresh_token", who: "cookie", answers: SESSION },
    { id: "API-002", method: "POST", path: "/auth/socket", body: { user: userId }, answers: { token: TEXT } },
  ];
}

/** The end of the session: nothing succeeds after it. */
export function logoutCalls(): DocumentedCall[] {
  return [{ id: "API-004", method: "DELETE", path: "/auth/logout", answers: { message: TEXT } }];
}
