import {
  changeHook,
  createHook,
  deleteHook,
  dropHookKey,
  getHookDelivery,
  listHookDeliveries,
  listHooks,
  pauseHook,
  resendHookDeliveries,
  resumeHook,
  rotateHookKey,
  testHook,
} from "@balcao/application/roof/hooks";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** The handlers of outgoing webhooks. */
export function hookHandlers(services: Services): FeatureHandlers<"hooks"> {
  const run = commandOf(services);
  return {
    list: signedIn((ctx) => listHooks(services, ctx)),
    create: run(createHook),
    change: run(changeHook),
    delete: run(deleteHook),
    pause: run(pauseHook),
    resume: run(resumeHook),
    rotate: run(rotateHookKey),
    dropKey: run(dropHookKey),
    test: run(testHook),
    deliveries: run(listHookDeliveries),
    delivery: run(getHookDelivery),
    resend: run(resendHookDeliveries),
  };
}
