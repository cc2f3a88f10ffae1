/** What the viewing page and its calls under /api/vp carry: one list of shapes for the server and the browser. Types only. */

import type { Lang } from '#codegen/model.ts';
import type { Bytes } from '#rules/answer.ts';
import type { Span } from './rules/spans.ts';

/** Of the code list viewing_material. */
export type ViewingMaterial = 'stills' | 'synopsis' | 'trailer' | 'roughCut' | 'proposal' | 'video';

/** 'pitch:{id}', 'film:{id}' */
export type WorkKey = `${'pitch' | 'film'}:${string}`;

export interface Subtitle {
  lang: Lang | string;
  /** as the menu calls it */
  label: string;
  src: string;
}

/** Something that plays, or that opens elsewhere. */
export interface ViewingVideo {
  /** names it in the statistics: the stored name of a file, the address of a link */
  video: string;
  material: 'video' | 'trailer' | 'roughCut';
  /** 'file' a video of ours, 'hls' a stream, 'direct' another server's file, 'frame' YouTube's or Vimeo's player, 'link' what opens elsewhere */
  kind: 'file' | 'hls' | 'direct' | 'frame' | 'link';
  src: string;
  /** media type of a file, '' where it is not known */
  type: string;
  /** whose player or server it is, '' for our own */
  host: string;
  title: string;
  subtitles: Subtitle[];
}

/** Of a work as the player needs it; what is read stands in the page. */
export interface ViewingWork {
  work: WorkKey;
  /** id of its room in the page */
  anchor: string;
  title: string;
  videos: ViewingVideo[];
}

/** In the page as <script type="application/json" id="viewing">. */
export interface ViewingFacts {
  lang: Lang;
  /** '/api/vp/ccdf15/1/tw' */
  calls: string;
  /** what goes behind every address of it: '?preview=1' or '' */
  suffix: string;
  /** nothing is counted, for staff look at it */
  preview: boolean;
  /** the name in the overlay; '' for a visitor without a personal link */
  viewer: string;
  /** came with a personal link: the server knows where they stopped */
  personal: boolean;
  protect: boolean;
  works: ViewingWork[];
}

/** POST /api/vp/{campaign}/{pg}/{lang}/watch: about every ten seconds, and on leaving. With video '' the work was opened, with work '' too the page. */
export interface WatchBeat {
  work: WorkKey | '';
  video: string;
  /** stretches watched since the last beat, s; ≤ 40 */
  spans: Span[];
  /** where one is, s */
  at: number;
  /** of the video, s; 0 where it is not known */
  duration: number;
}

/** GET /api/vp/{campaign}/{pg}/{lang}/place */
export interface ViewingPlace {
  work: WorkKey;
  video: string;
  /** s */
  place: number;
  duration: number;
  /** ms since 1970 */
  at: number;
}

export interface ViewingCalls {
  'POST /api/vp/:campaign/:pg/:lang/enter': { entered: true };
  'POST /api/vp/:campaign/:pg/:lang/watch': null;
  'GET /api/vp/:campaign/:pg/:lang/place': { places: ViewingPlace[] };
  'GET /api/vp/:campaign/:pg/:lang/file/:name': Bytes;
}
