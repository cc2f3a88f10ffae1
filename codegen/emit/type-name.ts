/** Names of types, of names of objects and fields. Pure. */

/** 'price_list' → 'PriceList' */
export function typeName(name: string): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
