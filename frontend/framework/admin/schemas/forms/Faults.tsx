/** What the lint says of one control, beside it. */
import { sayBeside } from '#rules/words/finding-words.ts';
import { useFindingWords } from '../../system/use-finding-words.ts';
import type { At } from '../document/places.ts';
import { useBench } from './facts.ts';

/** Sentences about the place: a keyword and the steps in it, of a field or ('') of the object. What lies deeper is said there, but where `isWhole`. */
export function useFaults([keyword, ...steps]: At, field = '', isWhole = true): string[] {
  const { findings } = useBench();
  const words = useFindingWords();
  const found = findings.filter((finding) => {
    if (finding.keyword !== keyword || (field !== '' && finding.field !== field)) return false;
    const at = finding.at ?? [];
    return steps.every((step, index) => at[index] === step) && (isWhole || at.length === steps.length);
  });
  return [...new Set(found.map(({ message }) => sayBeside(message.replace(about, '$1'), words)))];
}

/** The entry that a sentence is about is the one that it stands in. */
const about = /^(.*?: )of the (?:rule|reminder|automation) "[^"]*"(?:, "[^"]*")?: /s;

export function Faults({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul className="bench-faults">
      {of.map((said) => (
        <li key={said}>{said}</li>
      ))}
    </ul>
  );
}
