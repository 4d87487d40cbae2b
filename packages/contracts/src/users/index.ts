export type { ColleagueView, SelfView, UserListView, UserView } from "./users.views.js";
