import type { ColleagueView, SelfView, UserView } from "@balcao/contracts/users";
import type { DirectoryUserRow } from "@balcao/database/directory";
import type { DirectorySnapshot } from "../directory/index.js";
import type { House } from "../kernel/index.js";

/** What a user's view needs besides the row. */
export interface UserPresenter {
  readonly directory: DirectorySnapshot;
  readonly fileUrl: (fileId: string) => string;
}

/** A presenter for one session: file addresses are made out to it. */
export function userPresenter(house: House, sessionId: string): UserPresenter {
  return { directory: house.directory.current(), fileUrl: (fileId) => house.fileUrl(sessionId, fileId) };
}

/** What everyone signed in may know of a colleague (D-111). */
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

/** The whole account, for administrators and for oneself (USER-001, D-111). The password never leaves. */
export function toUserView(user: DirectoryUserRow, presenter: UserPresenter): UserView {
  const connection = user.defaultConnectionId === null ? undefined : presenter.directory.connections.get(user.defaultConnectionId);
  const { email, weekdays, saturday, sunday, holidays, startTime, endTime, addContact, editContact, delContact } = user;
  return {
    ...toColleagueView(user, presenter),
    ...{ email, weekdays, saturday, sunday, holidays, startTime, endTime, addContact, editContact, delContact },
    substitution: user.substitutions.map(({ queueId, substituteId }) => ({ queueId, substituteId })),
    whatsappId: user.defaultConnectionId,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
  };
}

/** One's own account with a plain e-mail; null when it is gone. */
export function toSelfView(house: House, userId: number, sessionId: string): SelfView | null {
  const presenter = userPresenter(house, sessionId);
  const user = presenter.directory.users.get(userId);
  return user && !user.deleted ? { ...toUserView(user, presenter), mustChangePassword: user.mustChangePassword } : null;
}
