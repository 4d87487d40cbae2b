/** The groups of the list of shortcuts, in their order. */
export const SHORTCUT_GROUPS = ["general", "goTo", "list", "conversation", "message", "composer"] as const;

interface Shortcut {
  readonly group: (typeof SHORTCUT_GROUPS)[number];
  /** Keys that do it, each alone. `+` joins keys that are pressed together, `>` keys that follow one another; `mod` is Ctrl or ⌘. */
  readonly keys: readonly string[];
  /** Keys that do the same where the focus is, or while a person types; they cannot be switched off. */
  readonly also?: readonly string[];
}

/** Every shortcut of the app. Hooks, the list of shortcuts and the palette read their keys here. */
export const SHORTCUTS = {
  palette: { group: "general", keys: ["mod+k"] },
  sheet: { group: "general", keys: ["shift+?"] },
  regions: { group: "general", keys: ["f6", "shift+f6"] },
  goTickets: { group: "goTo", keys: ["g>t"] },
  goChats: { group: "goTo", keys: ["g>h"] },
  goContacts: { group: "goTo", keys: ["g>c"] },
  goQuickAnswers: { group: "goTo", keys: ["g>q"] },
  goDashboard: { group: "goTo", keys: ["g>d"] },
  goConnections: { group: "goTo", keys: ["g>x"] },
  tabs: { group: "list", keys: ["1", "2", "3", "4", "5"] },
  search: { group: "list", keys: ["/"] },
  next: { group: "list", keys: ["j"], also: ["down"] },
  previous: { group: "list", keys: ["k"], also: ["up"] },
  nextUnread: { group: "list", keys: ["n"] },
  open: { group: "list", keys: ["o"], also: ["enter"] },
  accept: { group: "list", keys: ["a"] },
  mark: { group: "list", keys: [], also: ["x", "shift+x"] },
  unmark: { group: "list", keys: ["esc"] },
  resolve: { group: "conversation", keys: ["e"] },
  transfer: { group: "conversation", keys: ["t"] },
  snooze: { group: "conversation", keys: ["s"] },
  pause: { group: "conversation", keys: ["p"] },
  find: { group: "conversation", keys: ["f"] },
  details: { group: "conversation", keys: ["i"] },
  resume: { group: "conversation", keys: ["v"] },
  reopen: { group: "conversation", keys: ["b"] },
  returnToWaiting: { group: "conversation", keys: ["w"] },
  close: { group: "conversation", keys: ["x"] },
  markUnread: { group: "conversation", keys: ["z"] },
  comment: { group: "conversation", keys: ["c"], also: ["mod+shift+k"] },
  attach: { group: "conversation", keys: ["u"], also: ["mod+shift+f"] },
  card: { group: "conversation", keys: ["h"] },
  templates: { group: "conversation", keys: ["m"] },
  schedule: { group: "conversation", keys: ["r"] },
  summary: { group: "conversation", keys: ["y"] },
  discuss: { group: "conversation", keys: ["d"] },
  integration: { group: "conversation", keys: ["l"] },
  protocols: { group: "conversation", keys: ["q"] },
  reply: { group: "message", keys: ["r"] },
  edit: { group: "message", keys: ["e"] },
  remove: { group: "message", keys: ["delete"] },
  messageMenu: { group: "message", keys: ["enter"] },
  send: { group: "composer", keys: ["enter", "mod+enter"] },
  newLine: { group: "composer", keys: ["shift+enter"] },
  scroll: { group: "composer", keys: ["pageup", "pagedown"] },
  toEnd: { group: "composer", keys: ["end"] },
  leave: { group: "composer", keys: ["esc"] },
  editLast: { group: "composer", keys: ["up"] },
  quickAnswers: { group: "composer", keys: ["/"] },
  emoji: { group: "composer", keys: ["mod+shift+e"] },
  record: { group: "composer", keys: ["mod+shift+m"] },
  bold: { group: "composer", keys: ["mod+b"] },
  italic: { group: "composer", keys: ["mod+i"] },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** The shortcuts of a group, in their order. */
export const shortcutsOf = (group: Shortcut["group"]): readonly ShortcutId[] =>
  (Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => SHORTCUTS[id].group === group);

const CAPS: Readonly<Partial<Record<string, string>>> = {
  up: "↑",
  down: "↓",
  pageup: "PgUp",
  pagedown: "PgDn",
  end: "End",
  esc: "Esc",
  enter: "Enter",
  delete: "Del",
  shift: "Shift",
};

/** Every combination of keys of a shortcut. */
export const keysOf = (id: ShortcutId): readonly string[] => {
  const { keys, also = [] }: Shortcut = SHORTCUTS[id];
  return [...keys, ...also];
};

/** What is printed on a key, as people know it: a word, a sign, or a capital letter. */
const toCap = (key: string, isMac: boolean): string => (key === "mod" ? (isMac ? "⌘" : "Ctrl") : (CAPS[key] ?? key.toUpperCase()));

/** The steps of a combination, each with the keys that are pressed together. A sign is named without the key that brings it. */
export const toCaps = (keys: string, isMac: boolean): readonly (readonly string[])[] =>
  keys.split(">").map((step) => (step === "shift+?" ? ["?"] : step.split("+").map((key) => toCap(key, isMac))));

/** Keys as a tooltip names them. */
export const toHint = (keys: string, isMac: boolean): string =>
  toCaps(keys, isMac)
    .map((step) => step.join("+"))
    .join(" ");

/** The keys of a shortcut in the words of `aria-keyshortcuts`. */
export const toAriaKeys = (keys: readonly string[], isMac: boolean): string =>
  keys
    .map((each) =>
      each
        .split("+")
        .map((key) => ({ mod: isMac ? "Meta" : "Control", shift: "Shift", esc: "Escape", enter: "Enter" })[key] ?? key.toUpperCase())
        .join("+"),
    )
    .join(" ");

/** Whether the keyboard has ⌘ in place of Ctrl. */
export const isMac = (): boolean => /mac/i.test(navigator.userAgent);
