/** What speaks against erasing a person now; each ends by itself or by what a person does. */
export const ERASURE_OBSTACLES = ["live", "sends", "outgoing", "arriving", "exports"] as const;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];

/** What an erasure would delete, and what speaks against it now. */
export interface ErasurePreviewView {
  readonly contactId: number;
  readonly name: string;
  readonly tickets: number;
  readonly messages: number;
  /** Written by the person in groups. */
  readonly groupMessages: number;
  readonly files: number;
  readonly protocols: number;
  readonly obstacles: readonly { readonly reason: ErasureObstacle; readonly count: number }[];
}

/** The certificate of an erasure. It names nobody. */
export interface ErasureView {
  readonly id: number;
  readonly contactId: number;
  readonly user: { readonly id: number; readonly name: string | null };
  readonly erasedAt: string;
  readonly deleted: {
    readonly tickets: number;
    readonly messages: number;
    readonly groupMessages: number;
    readonly files: number;
    /** Received events of the journal. */
    readonly events: number;
    /** Entries of the audit whose text was erased. */
    readonly auditTexts: number;
    readonly ratings: number;
    readonly recipients: number;
    readonly schedules: number;
    readonly protocols: readonly string[];
  };
  readonly remains: {
    /** The last backup before; null when none was made. */
    readonly lastBackupAt: string | null;
    /** Until when backups hold the person; null where no command deletes them. */
    readonly backupsUntil: string | null;
    /** Sealed keys of the numbers' phone sessions. */
    readonly sessionKeys: number;
    /** Reports that people made keep for a day. */
    readonly reportsUntil: string;
    readonly auditDigest: string;
  };
}

/** What the settings delete by its age. */
export const RETENTION_KINDS = ["tickets", "messages", "media", "journal", "audit"] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How much would be deleted now; null where the rule is off. */
export type RetentionCountView = Readonly<
  Record<RetentionKind, { readonly count: number; readonly oldestAt: string | null; readonly beforeAt: string } | null>
>;
