/** A work as a viewing page shows it, in the page's language. Types only. */
import type { ViewingVideo, WorkKey } from '../visit-wire.ts';

export interface ShownPicture {
  src: string;
  srcset: string;
  /** the largest that there is */
  whole: string;
  /** px, 0 where they are not known */
  width: number;
  height: number;
  /** whether anybody may load it: pages that are shared name it */
  isPublic: boolean;
}

export interface ShownWork {
  key: WorkKey;
  anchor: string;
  group: string;
  /** of a pitch: 'C012' */
  number: string;
  title: string;
  /** in the other language, '' where it is the same */
  otherTitle: string;
  director: string;
  producer: string;
  /** year, length, countries, genres: words in the page's language */
  facts: string[];
  logline: string;
  synopsis: string;
  bio: string;
  poster: ShownPicture | undefined;
  /** the poster is one, and not a still that stands in for it */
  isPoster: boolean;
  stills: ShownPicture[];
  proposal: { href: string; size: number } | undefined;
  videos: ViewingVideo[];
}
