import { path } from "../route/route.js";

export const reportPaths = {
  list: path("GET", "/report"),
  ticket: path("POST", "/report/ticket"),
  contact: path("POST", "/report/contact"),
  queue: path("POST", "/report/queue"),
  user: path("POST", "/report/user"),
  target: path("POST", "/report/target"),
  message: path("POST", "/report/message"),
} as const;
