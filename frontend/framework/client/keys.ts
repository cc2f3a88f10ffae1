/** Is the key meant for a field, a menu or a dialog rather than for the page? */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(
    target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]'),
  );
}
