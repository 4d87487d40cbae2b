import { route } from "../route/route.js";
import { id, object, text } from "../route/wire.js";
import { pushPaths, type PushKeyView, type PushTestView } from "./index.js";

const MAX_ENDPOINT = 2_048;
/** An uncompressed point of P-256 and 16 bytes, as base64url. */
const P256DH = /^B[\w-]{86}=?$/;
const AUTH = /^[\w-]{22}={0,2}$/;

const subscription = object({
  endpoint: text(MAX_ENDPOINT).required("required"),
  keys: object({
    p256dh: text(100).matches(P256DH, "key").required("required"),
    auth: text(100).matches(AUTH, "key").required("required"),
  }),
});
const key = () => text(MAX_ENDPOINT).required("required");

/** Browsers that want pushes (API-005…API-007, D-098 to D-100); the calls of the test are added. */
export const pushRoutes = {
  publicKey: route<PushKeyView>()(pushPaths.publicKey, { policy: "signedIn", toInput: () => null }),
  register: route<{ readonly message: string }>()(pushPaths.register, {
    policy: "signedIn",
    body: object({ subscription, userId: id().required("required") }),
    toInput: ({ body: { subscription: given, userId } }) => ({ userId, endpoint: given.endpoint, ...given.keys }),
    errors: ["ERR_NO_PERMISSION", "ERR_URL_NOT_ALLOWED"],
  }),
  /** `key` is the address or the public key of the subscription. */
  unregister: route<{ readonly message: string }>()(pushPaths.unregister, {
    policy: "signedIn",
    body: object({ userId: id().required("required"), key: key() }),
    toInput: ({ body }) => body,
    errors: ["ERR_NO_PERMISSION"],
  }),
  startTest: route<PushTestView>()(pushPaths.startTest, {
    policy: "signedIn",
    body: object({ key: key() }),
    toInput: ({ body }) => body,
    errors: ["ERR_NOT_FOUND"],
  }),
  getTest: route<PushTestView>()(pushPaths.getTest, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
} as const;
