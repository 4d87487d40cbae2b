/** An action of a message's menu that may be impossible now. */
export interface ReasonedAction<Run = () => void> {
  /** Why it cannot be done now; null while it can. */
  readonly reason: string | null;
  readonly run: Run;
}

/** Does what is possible now, for a key that stands for the action. */
export function runIfPossible(action: ReasonedAction | undefined): void {
  if (action?.reason === null) action.run();
}
