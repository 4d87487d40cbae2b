export { createUser } from "./createUser.js";
export type { NewUserInput, PasswordTools } from "./createUser.js";
export { getUser, listUsers } from "./listUsers.js";
export type { UserListInput } from "./listUsers.js";
export { toAccountEmail, toNewPassword } from "./newAccount.js";
export { toColleagueView, toSelfView, toUserView, userPresenter } from "./userViews.js";
export type { UserPresenter } from "./userViews.js";
