/** Whether the keyboard has ⌘ in place of Ctrl. */
export const isMac = (): boolean => /mac/i.test(navigator.userAgent);
