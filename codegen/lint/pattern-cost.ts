/** How a pattern's time grows with the text: asked of recheck, and remembered. */
import { createRequire } from 'node:module';

const known = new Map<string, number>();

/** The power of a text's length that a pattern's time grows with; Infinity where it doubles with each character. */
export function degreeOf(pattern: string): number {
  if (isPlain(pattern)) return 1;
  // What comes again as it was can only be tried, and trying may take all memory: it cannot be decided.
  if (/\\(?:[1-9]|k<)/.test(pattern.replaceAll('\\\\', ''))) return Number.POSITIVE_INFINITY;
  let degree = known.get(pattern);
  if (degree === undefined) {
    degree = measured(pattern);
    if (known.size > 10_000) known.clear();
    known.set(pattern, degree);
  }
  return degree;
}

/** At most one repetition of open length, from the start of the text on, without groups: seen at a glance. */
function isPlain(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)/g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  return bare.startsWith('^') && !/[(|]/.test(bare) && (bare.replaceAll(/\{\d+\}/g, '').match(/[*+?{]/g) ?? []).length <= 1;
}

/** Small populations and no clock: the same answer on every machine. Loaded when first needed: 3 MB. */
function measured(pattern: string): number {
  const { checkSync }: typeof import('recheck/lib/browser.js') = createRequire(import.meta.url)('recheck/lib/browser.js');
  const found = checkSync(pattern, 'u', {
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
    recallLimit: 0,
    maxIteration: 2,
    maxInitialGenerationSize: 50,
    maxGenerationSize: 20,
    crossoverSize: 5,
    mutationSize: 5,
    incubationLimit: 5000,
    maxGeneStringSize: 600,
  });
  if (found.status === 'safe') return 1;
  // What cannot be decided is not let through.
  return found.status === 'vulnerable' && found.complexity.type === 'polynomial' ? found.complexity.degree : Number.POSITIVE_INFINITY;
}
