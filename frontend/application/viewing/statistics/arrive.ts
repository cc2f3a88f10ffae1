/** Scrolls to a heading that appears below a long table, and focuses it, once it is drawn. Used as the heading's `ref`. */
export function arrive(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
