export type {
  ColleagueView,
  ImportedUsersView,
  ImportPreviewView,
  ImportProblem,
  ImportRowView,
  OwnedTicketsView,
  PasswordResetView,
  SelfView,
  UserListView,
  UserPictureView,
  UserSessionView,
  UserSharesView,
  UserView,
} from "./users.views.js";
export { applyUserEvent } from "./userList.reducer.js";
