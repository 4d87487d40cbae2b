import { path } from "../route/route.js";

export const queuePaths = { list: path("GET", "/queue"), create: path("POST", "/queue") } as const;
