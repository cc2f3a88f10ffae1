/** A work as a viewing page shows it, in the page's language. Types only. */
import type { ViewingVideo, WorkKey } from '../visit-wire.ts';

export interface ShownPicture {
  src: string;
  srcset: string;
  /** address of the largest version */
  whole: string;
  /** px, 0 where unknown */
  width: number;
  height: number;
  /** whether anybody may load it, so that link previews can use it */
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
  /** year, length, countries, genres in the page's language */
  facts: string[];
  logline: string;
  synopsis: string;
  bio: string;
  poster: ShownPicture | undefined;
  /** it is a poster, not a still instead of one */
  isPoster: boolean;
  stills: ShownPicture[];
  /** its videos play with addresses that end, and by the page's player alone */
  protect: boolean;
  /** its viewer's mark lies over its videos, whatever the page says */
  isMarked: boolean;
  proposal: { href: string; size: number } | undefined;
  videos: ViewingVideo[];
}
