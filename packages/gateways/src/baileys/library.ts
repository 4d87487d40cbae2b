import type * as library from "@whiskeysockets/baileys";
import { quietSignal } from "./quietSignal.js";

export type Baileys = typeof library;
export type BaileysSocket = ReturnType<Baileys["makeWASocket"]>;

let loading: Promise<Baileys> | null = null;

/** The library, loaded once per process when the first session starts; its printing of keys is silenced before. */
export function loadBaileys(): Promise<Baileys> {
  quietSignal(console);
  loading ??= import("@whiskeysockets/baileys");
  return loading;
}
