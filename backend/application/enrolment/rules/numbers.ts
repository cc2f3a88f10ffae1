/** Numbers of enrolments and pitches: the program's letter and at least three digits, C001, I012; unique in a campaign. Pure. */
import type { Enrolment } from '#generated/objects.ts';

/** Programs in the order in which they decide the number: an enrolment in both is numbered as CCDF. */
export const programs = ['C', 'I'] as const;

/** The program whose letter the number gets; undefined while it has none. */
export function numberingProgram({ attProgram }: Pick<Enrolment, 'attProgram'>): string | undefined {
  return programs.find((program) => attProgram.includes(program));
}

export function numberOf(program: string, count: number): string {
  return `${program}${String(count).padStart(3, '0')}`;
}

/** One more than the highest number in use, so that no number is given twice. */
export function nextNumber(program: string, taken: Iterable<string>): string {
  let highest = 0;
  for (const number of taken) if (number.startsWith(program)) highest = Math.max(highest, Number(number.slice(program.length)) || 0);
  return numberOf(program, highest + 1);
}

/** The numbers in a random order that differs from the present one. `chance(n)` gives an integer from 0 to n - 1. */
export function shuffled(numbers: readonly string[], chance: (below: number) => number): string[] {
  const dealt = [...numbers];
  for (let index = dealt.length - 1; index > 0; index -= 1) {
    const other = chance(index + 1);
    [dealt[index], dealt[other]] = [dealt[other]!, dealt[index]!]; // both are indexes of the list
  }
  const isSame = dealt.every((number, index) => number === numbers[index]);
  return isSame && dealt.length > 1 ? [...dealt.slice(1), dealt[0]!] : dealt; // there is a first
}
