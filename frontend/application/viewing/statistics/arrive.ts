/** What was asked for stands under a long table: once it is there, it is brought into view and has the focus. For a heading's `ref`. */
export function arrive(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
