import {
  changePassword,
  confirmPassword,
  endUserSecondFactor,
  endUserSession,
  listUserSessions,
  resetUserPassword,
  type AuthServices,
} from "@balcao/application/people/auth";
import {
  changePicture,
  changeShares,
  changeUser,
  createUser,
  deleteUser,
  getUser,
  listOwnedTickets,
  listUsers,
  transferTickets,
} from "@balcao/application/people/users";
import { importUsers, previewUserImport } from "@balcao/application/people/userImport";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";
import { answerSession, type SessionAnswers } from "./auth.http.js";

/** The handlers of users; whoever changes the own password goes on with new cookies. */
export function userHandlers(auth: AuthServices, answers: SessionAnswers): FeatureHandlers<"users"> {
  const { services } = auth;
  const run = commandOf(services);
  const passwordTools = { transportSecret: auth.secrets.transportSecret, hasher: auth.hasher };
  return {
    list: run(listUsers),
    get: run(getUser),
    create: signedIn((ctx, input) => createUser(services, ctx, passwordTools, input)),
    change: signedIn(async (ctx, { ownPassword, ...input }, call) => {
      if (!ownPassword) {
        const confirm = (sealed: string | undefined) => confirmPassword(auth, ctx, sealed);
        return changeUser(services, ctx, { ...passwordTools, confirmPassword: confirm }, input);
      }
      const { user, session } = await changePassword(auth, ctx, { ...ownPassword, userId: input.userId, note: input.note });
      answerSession(call, answers, session);
      return user;
    }),
    ownedTickets: run(listOwnedTickets),
    transfer: run(transferTickets),
    reset: signedIn((ctx, input) => resetUserPassword(auth, ctx, input)),
    import: signedIn((ctx, input, { files }) => importUsers(auth, ctx, input, files)),
    previewImport: signedIn((ctx, input, { files }) => previewUserImport(auth, ctx, input, files)),
    picture: signedIn((ctx, input, { files }) => changePicture(services, ctx, input, files)),
    listSessions: signedIn((ctx, input) => listUserSessions(auth, ctx, input)),
    endSecondFactor: signedIn((ctx, input) => endUserSecondFactor(auth, ctx, input)),
    endSession: signedIn((ctx, input) => endUserSession(auth, ctx, input)),
    changeShares: run(changeShares),
    delete: run(deleteUser),
  };
}
