/**
 * Puts a text on the clipboard; false where the browser refuses. Pages that are not of https (an address of the house's own network) have no clipboard of the
 * newer kind: there, and where it is refused, a selected text is copied as by hand.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Without the permission, the other way.
  }
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  // A dialog takes the focus back from anything outside of it.
  (focused?.closest('[role="dialog"], [role="presentation"]') ?? document.body).append(box);
  try {
    box.select();
    return document.execCommand('copy');
  } finally {
    box.remove();
    focused?.focus();
  }
}
