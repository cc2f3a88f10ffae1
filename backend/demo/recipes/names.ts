/** Names of people, companies and films, in both languages. Pure. */
import type { Random } from '#rules/values/random.ts';
import {
  companyKinds,
  companyWords,
  familyNames,
  foreignNames,
  givenNames,
  moods,
  type Pair,
  places,
  subjects,
  synopsisLines,
  titlePatterns,
} from '../words.ts';

/** A Taiwanese or foreign person: '林雅婷 Ya-ting Lin' or 'Anneke Visser'. */
export function person(random: Random): Pair {
  if (random.chance(0.3)) {
    const name = random.pick(foreignNames);
    return [name, name];
  }
  const family = random.pick(familyNames);
  const given = random.pick(givenNames);
  return [`${family[0]}${given[0]}`, `${given[1]} ${family[1]}`];
}

/** The name of a company of a type (specification section 3: 1-10) in both languages. */
export function companyName(random: Random, type: number): Pair {
  const word = random.pick(companyWords);
  const kind = random.pick(companyKinds[type] ?? companyKinds[10]!);
  return [`${word[0]}${kind[0]}`, `${word[1]} ${kind[1]}`];
}

export interface FilmTitle {
  tw: string;
  en: string;
  place: Pair;
  subject: Pair;
}

export function filmTitle(random: Random): FilmTitle {
  const pattern = random.pick(titlePatterns);
  const place = random.pick(places);
  const subject = random.pick(subjects);
  const mood = random.pick(moods);
  const fill = (side: 0 | 1): string => pattern[side].replace('{p}', place[side]).replace('{s}', subject[side]).replace('{m}', mood[side]);
  return { tw: fill(0), en: fill(1), place, subject };
}

/** The sentence of a synopsis at `line`, about what the title names. */
export function sentence({ place, subject }: FilmTitle, line: number, side: 0 | 1): string {
  const word = (pair: Pair): string => (side ? pair[1].toLowerCase() : pair[0]);
  return synopsisLines[line % synopsisLines.length]![side].replace('{p}', word(place)).replace('{s}', word(subject));
}

/** 'YYYY-MM-DD' of a day in the years given. */
export function day(random: Random, from: number, to: number): string {
  const month = random.int(1, 12);
  const date = random.int(1, 28);
  return `${random.int(from, to)}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}`;
}
