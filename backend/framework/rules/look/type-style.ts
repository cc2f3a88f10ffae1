/** The pairs of faces that titles may be set in. Pure. */
export const typeStyles = ['strong', 'clear', 'serif'] as const;
export type TypeStyle = (typeof typeStyles)[number];

export function isTypeStyle(value: unknown): value is TypeStyle {
  return typeStyles.some((one) => one === value);
}
