import type * as library from "@whiskeysockets/baileys";
import { quietSignal } from "./quietSignal.js";

export type Baileys = typeof library;
export type BaileysSocket = ReturnType<Baileys["makeWASocket"]>;

let loading: Promise<Baileys> | null = null;

/**
 * Loads the library once per process, when the first session starts. The library's printing of keys
 * is switched off before.
 */
export function loadBaileys(): Promise<Baileys> {
  quietSignal(console);
  loading ??= import("@whiskeysockets/baileys");
  return loading;
}
