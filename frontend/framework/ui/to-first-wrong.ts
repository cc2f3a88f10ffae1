/** Moves the focus to the first box that is marked as wrong, once the marks are drawn: it may stand far above the button that was pressed. */
export function toFirstWrong(within: ParentNode | null): void {
  requestAnimationFrame(() => within?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
