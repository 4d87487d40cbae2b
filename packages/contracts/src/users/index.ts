export type {
  ColleagueView,
  ImportedUsersView,
  ImportPreviewView,
  ImportProblem,
  ImportRowView,
  PasswordResetView,
  SelfView,
  UserListView,
  UserPictureView,
  UserSessionView,
  UserView,
} from "./users.views.js";
export { applyUserEvent } from "./userList.reducer.js";
