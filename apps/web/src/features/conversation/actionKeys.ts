import type { ShortcutId } from "../../lib/keyboard";
import type { MenuExtra } from "./menuExtra";
import type { MenuAction } from "./ticketActions";

/**
 * The shortcut of each action and entry of a conversation's menu. A deletion has none, so that no key alone begins it, nor has what
 * is seldom done: an invitation, and the audit, which is another page.
 */
export const ACTION_KEYS = {
  accept: "accept",
  resolve: "resolve",
  resume: "resume",
  reopen: "reopen",
  returnToWaiting: "returnToWaiting",
  pause: "pause",
  snooze: "snooze",
  transfer: "transfer",
  close: "close",
  markUnread: "markUnread",
  delete: undefined,
  audit: undefined,
  schedule: "schedule",
  summary: "summary",
  invite: undefined,
  discuss: "discuss",
  protocols: "protocols",
  integration: "integration",
} as const satisfies Record<MenuAction | MenuExtra["key"], ShortcutId | undefined>;
