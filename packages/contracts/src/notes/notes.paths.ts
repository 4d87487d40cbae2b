import { path } from "../route/route.js";

export const notePaths = { list: path("GET", "/notes") } as const;
