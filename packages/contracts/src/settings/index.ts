import type { Framing } from "@balcao/domain/settings";

export { PANEL_EXAMPLE } from "./panelExample.js";

/** A setting: a key and a text value. */
export interface SettingView {
  readonly key: string;
  readonly value: string;
  /** Who changed it last and when; for administrators, of settings that somebody changed. */
  readonly changed?: {
    readonly at: string;
    /** The name of that person; null for a person whom the reader may not know. */
    readonly by: string | null;
  };
}

/** Whether the external panel can be shown beside a conversation. */
export interface PanelTestView {
  /** The address for the example conversation. */
  readonly address: string;
  /** `unchecked`: the server may not call the address, as one of the company's own network. */
  readonly framing: Framing;
  /** The status or the header that refuses; null where it does not. */
  readonly detail: string | null;
}

/** Rows that the server's configuration decides: whether conversations are summarized, and sounds transcribed. */
export const AI_SETTING_KEYS = ["aiEnabled", "aiTranscription"] as const;
export type AiSettingKey = (typeof AI_SETTING_KEYS)[number];

/** A row that says whether the person may import contacts now, because the setting that blocks it is not shown to them. */
export const CONTACT_IMPORT_KEY = "contactImport";

/** The files that the product keeps, and their bytes. */
export interface FileCountView {
  readonly files: number;
  readonly bytes: number;
}

/** What differs between the store and the database: files without a row, and rows without a file. */
export interface FileCheckView {
  readonly orphans: number;
  readonly orphanBytes: number;
  readonly missing: number;
}

export interface DeletedFilesView {
  readonly deleted: number;
  readonly bytes: number;
}
