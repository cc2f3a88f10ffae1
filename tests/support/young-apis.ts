/**
 * What is younger than the oldest browsers that the public site serves (package.json's browserslist), as far as it could stand in our code. MDN's
 * compatibility data, looked through in November 2026. The lint finds them in what is delivered, the browser test takes them away.
 */
export const youngApis: readonly string[] = [
  'URL.canParse',
  'URL.parse',
  'Array.fromAsync',
  'Array.prototype.toSorted',
  'Array.prototype.toReversed',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Object.groupBy',
  'Map.groupBy',
  'Promise.withResolvers',
  'Promise.try',
  'RegExp.escape',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'Set.prototype.union',
  'Set.prototype.intersection',
  'Set.prototype.difference',
  'Set.prototype.symmetricDifference',
  'Set.prototype.isSubsetOf',
  'Set.prototype.isSupersetOf',
  'Set.prototype.isDisjointFrom',
  'Iterator.prototype.map',
  'Iterator.prototype.filter',
  'Iterator.prototype.toArray',
  'Iterator.prototype.some',
  'Iterator.prototype.find',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Intl.Segmenter',
  'Intl.DurationFormat',
  'Element.prototype.checkVisibility',
  'Element.prototype.setHTMLUnsafe',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.togglePopover',
  'Document.prototype.startViewTransition',
  'ReadableStream.from',
  'requestIdleCallback',
  'cancelIdleCallback',
  'scheduler',
  'cookieStore',
];

/** For `page.addInitScript`: a browser without them. */
export function takeAway(names: readonly string[]): void {
  for (const name of names) {
    const path = name.split('.');
    const last = path.pop() ?? '';
    const owner = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], globalThis); // a path of globals
    if (owner !== undefined && owner !== null) Reflect.deleteProperty(owner as object, last);
  }
}
