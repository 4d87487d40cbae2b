export { accessUser, getUser, listUsers } from "./readUsers.js";
export { applyClaims } from "./claimRights.js";
export { changeShares, steeredQueues } from "./changeShares.js";
export { changeUser } from "./changeUser.js";
export { deleteUser } from "./deleteUser.js";
export { listOwnedTickets, transferTickets } from "./transferTickets.js";
export { createUser, insertUser, toAccountEmail, toNewPassword } from "./createUser.js";
export { changePicture } from "./changePicture.js";
export { dutiesOf, toColleagueView, toSelfView, toUserView, userPresenter } from "./userViews.js";
