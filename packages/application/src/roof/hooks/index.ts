export { changeHook, createHook, deleteHook, dropHookKey, listHooks, pauseHook, resumeHook, rotateHookKey } from "./hooks.js";
export { getHookDelivery, listHookDeliveries, resendHookDeliveries, shortenHookLogs, testHook } from "./hookLog.js";
export { createHookWorker } from "./hookWorker.js";
export type { HookWorker } from "./hookWorker.js";
export { createHookPoster, hookBodyContext, hookKeyContext } from "./postHook.js";
export type { HookPoster } from "./postHook.js";
