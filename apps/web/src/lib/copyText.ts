/** Copies a text to the clipboard, also on pages without https; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    (document.querySelector('[role="dialog"]') ?? document.body).append(area);
    area.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the one way without a secure context; browsers keep it for that reason
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}
