/** Copies a text to the clipboard, also on pages without https; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    // A dialog takes the focus back from everything outside of it.
    (focused.closest('[role="dialog"], [role="alertdialog"]') ?? document.body).append(area);
    area.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the one way without a secure context; browsers keep it for that reason
    const copied = document.execCommand("copy");
    area.remove();
    // The text took the focus, and the next key would reach nothing.
    focused.focus({ preventScroll: true });
    return copied;
  }
}
