import { path } from "../route/route.js";

export const authPaths = {
  login: path("POST", "/auth/login"),
  refresh: path("POST", "/auth/refresh_token"),
  socket: path("POST", "/auth/socket"),
  signup: path("POST", "/auth/signup"),
  logout: path("DELETE", "/auth/logout"),
} as const;
