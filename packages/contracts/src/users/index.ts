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
  UserView,
} from "./users.views.js";
export { applyUserEvent } from "./userList.reducer.js";
