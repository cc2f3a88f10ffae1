/** How many frames the marks are waited for: React draws them some time after a state was set behind an await. */
const mostFrames = 60;

/** Moves the focus to the first box that is marked as wrong, once the marks are drawn: it may stand far above the button that was pressed. Not where somebody has gone on meanwhile. */
export function toFirstWrong(within: ParentNode | null): void {
  const from = document.activeElement;
  const look = (left: number) => {
    const box = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (box) return box.focus();
    const now = document.activeElement;
    // A button that was pressed may be disabled while it works, and then nothing has the focus.
    if (left > 0 && (now === from || now === document.body)) requestAnimationFrame(() => look(left - 1));
  };
  requestAnimationFrame(() => look(mostFrames));
}
