import { route } from "../route/route.js";
import { idempotencyPaths, type ClosedKeyView } from "./index.js";

/** What became of a creating request whose answer was lost (added). */
export const idempotencyRoutes = {
  /** Waits for a running request of the key. A key that was not used is closed, so that a late request creates nothing. */
  close: route<ClosedKeyView>()(idempotencyPaths.close, {
    policy: "signedIn",
    toInput: ({ params }) => ({ key: params.key }),
    errors: ["ERR_VALIDATION"],
  }),
} as const;
