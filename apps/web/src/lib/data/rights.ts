import { hasRight, mayAlter, type GivenRight } from "@balcao/domain/access";
import { toActor, useSelf } from "../session";
import { useSettings } from "./settings";

/** What the person may do of what the settings give (D-269). */
interface Rights extends Readonly<Record<GivenRight, boolean>> {
  /** Whether the person may change, stop or delete what this person made; null: nobody who is known. */
  readonly mayAlter: (right: GivenRight, madeBy: number | null | undefined) => boolean;
}

export function useRights(): Rights {
  const actor = toActor(useSelf());
  const settings = useSettings();
  return {
    sendToMany: hasRight(actor, "sendToMany", settings),
    maintain: hasRight(actor, "maintain", settings),
    mayAlter: (right, madeBy) => mayAlter(actor, right, madeBy ?? null, settings),
  };
}
