import type { ColleagueView, SelfView, UserView } from "@balcao/contracts/users";
import { secondFactorDue } from "@balcao/domain/users";
import type { AuthSessionRow } from "@balcao/database/authSessions";
import type { DirectoryUserRow } from "@balcao/database/directory";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";

/** What a user's view needs besides its row. */
export interface UserPresenter {
  readonly directory: DirectorySnapshot;
  readonly fileUrl: (fileId: string) => string;
}

/** Creates a presenter whose file addresses are signed for one session. */
export function userPresenter(services: Services, sessionId: string): UserPresenter {
  return { directory: services.directory.current(), fileUrl: (fileId) => services.fileUrl(sessionId, fileId) };
}

/** Returns the fields of a colleague that everyone signed in may see. */
export function toColleagueView(user: DirectoryUserRow, { directory, fileUrl }: UserPresenter): ColleagueView {
  const queues = user.queueIds.map((id) => directory.queues.get(id)).filter((queue) => queue !== undefined);
  return {
    id: user.id,
    name: user.name,
    profile: user.profile,
    active: user.active,
    status: user.status,
    profilePicUrl: user.pictureFileId === null ? null : fileUrl(user.pictureFileId),
    queues: queues.map(({ id, name, color }) => ({ id, name, color })),
  };
}

/**
 * Returns the whole account, for administrators and for the person; never the
 * password.
 */
export function toUserView(user: DirectoryUserRow, presenter: UserPresenter): UserView {
  const connection = user.defaultConnectionId === null ? undefined : presenter.directory.connections.get(user.defaultConnectionId);
  const { email, weekdays, saturday, sunday, holidays, startTime, endTime, addContact, editContact, delContact, sendToMany, maintain } =
    user;
  return {
    ...toColleagueView(user, presenter),
    ...{ email, weekdays, saturday, sunday, holidays, startTime, endTime, addContact, editContact, delContact, sendToMany, maintain },
    secondFactor: user.hasSecondFactor,
    substitution: user.substitutions.map(({ queueId, substituteId }) => ({ queueId, substituteId })),
    whatsappId: user.defaultConnectionId,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
  };
}

/** From when on a person can do nothing before a second factor is set up; null where none is missing. */
function secondFactorDueOf({ settings, settingRows }: DirectorySnapshot, user: DirectoryUserRow): Date | null {
  return secondFactorDue(user, { ...settings, since: settingRows.get("secondFactorFor")?.updatedAt ?? null });
}

/** How a session began: where the provider has proven who it is, a temporary password is not asked to be changed first (D-660). */
type SessionBegin = Pick<AuthSessionRow, "byProvider" | "providerMfa">;

/** What a person has to do before anything else; the provider's second step counts as one of ours. */
export function dutiesOf(directory: DirectorySnapshot, user: DirectoryUserRow, { byProvider, providerMfa }: SessionBegin) {
  return {
    mustChangePassword: user.mustChangePassword && !byProvider,
    secondFactorDue: providerMfa ? null : secondFactorDueOf(directory, user),
  };
}

/** Returns the person's own account with a plain e-mail; null when it was deleted. */
export function toSelfView(
  services: Services,
  userId: number,
  sessionId: string,
  { provenUntil, ...session }: SessionBegin & { readonly provenUntil: Date | null },
): SelfView | null {
  const presenter = userPresenter(services, sessionId);
  const user = presenter.directory.users.get(userId);
  if (!user || user.deleted) return null;
  const { mustChangePassword, secondFactorDue: due } = dutiesOf(presenter.directory, user, session);
  return {
    ...toUserView(user, presenter),
    mustChangePassword,
    secondFactorDue: due?.toISOString() ?? null,
    provenUntil: provenUntil?.toISOString() ?? null,
  };
}
