/**
 * The widths of a window at which pages change, all four: MUI's `sm`, `md` and `lg` are three of them. A media query in a style cannot read a variable,
 * so it writes the same numbers, and tests/house/styles.test.ts counts them.
 */
export const widths = { phone: 600, narrow: 760, wide: 900, broad: 1200 } as const;

/** A media query: the window is narrower than that; 'narrow' → '(max-width: 759px)'. */
export const below = (name: keyof typeof widths): string => `(max-width: ${widths[name] - 1}px)`;

/** A media query: the window is that wide or wider. */
export const from = (name: keyof typeof widths): string => `(min-width: ${widths[name]}px)`;
