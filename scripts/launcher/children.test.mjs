import { TOTAL_LIMIT_MS } from "../../packages/platform/src/lifecycle/index.ts";
import { STOP_LIMIT_MS } from "./children.mjs";

it("lets a process of npm start end in order before it kills it", () => {
  expect(STOP_LIMIT_MS).toBeGreaterThanOrEqual(TOTAL_LIMIT_MS + 5_000);
});
