import type whatsapp from "whatsapp-web.js";

export type WwebLibrary = typeof whatsapp;
export type WwebClient = whatsapp.Client;
export type WwebMessage = whatsapp.Message;
export type WwebSendOptions = whatsapp.MessageSendOptions;
export type WwebContent = whatsapp.MessageContent;

let loaded: Promise<WwebLibrary> | undefined;

/** Loads the library when the first session needs it. */
export function loadLibrary(): Promise<WwebLibrary> {
  loaded ??= import("whatsapp-web.js").then((module) => module.default);
  return loaded;
}
