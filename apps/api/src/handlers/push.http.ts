import type { Services } from "@balcao/application/ground/kernel";
import { getPublicKey, getPushTest, registerPush, startPushTest, unregisterPush } from "@balcao/application/inbox/push";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** The handlers of browsers that want pushes. */
export function pushHandlers(services: Services): FeatureHandlers<"push"> {
  const run = commandOf(services);
  return {
    publicKey: signedIn(() => getPublicKey(services)),
    register: run(registerPush),
    unregister: run(unregisterPush),
    startTest: run(startPushTest),
    getTest: run(getPushTest),
  };
}
