import type { ElementType } from "react";

/** An entry of a conversation's menu that changes nothing about the ticket itself. */
export interface MenuExtra {
  readonly key: "schedule" | "summary" | "invite" | "discuss" | "protocols" | "integration" | "audit";
  readonly icon: ElementType;
  /** Why it cannot be chosen now; null while it can. */
  readonly reason: string | null;
  readonly onSelect: () => void;
}
