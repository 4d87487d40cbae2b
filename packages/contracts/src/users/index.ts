export type { ColleagueView, SelfView, UserListView, UserView } from "./users.views.js";
export { applyUserEvent } from "./userList.reducer.js";
