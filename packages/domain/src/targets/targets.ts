/** What a queue may promise: the first answer, each later answer, and the end of the conversation (D-510). */
export const TARGET_KINDS = ["firstAnswer", "nextAnswer", "resolution"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** The targets of a queue in minutes of its working time; null for none. */
export interface QueueTargets {
  readonly firstAnswerTarget: number | null;
  readonly nextAnswerTarget: number | null;
  readonly resolutionTarget: number | null;
  /** After which share of the time, in percent, the owner is told. */
  readonly targetWarning: number;
}

export const NO_TARGETS: QueueTargets = { firstAnswerTarget: null, nextAnswerTarget: null, resolutionTarget: null, targetWarning: 80 };

/** The minutes of a kind; null where the queue has no such target. */
export const minutesOfTarget = (targets: QueueTargets, kind: TargetKind): number | null => targets[`${kind}Target`];
