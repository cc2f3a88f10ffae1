/** What the viewing page and its calls under /api/vp carry, in one list for the server and the browser. Types only. */

import type { Lang } from '#codegen/model.ts';
import type { Bytes } from '#rules/answer.ts';
import type { Span } from './rules/spans.ts';

/** Codes of the list viewing_material. */
export type ViewingMaterial = 'stills' | 'synopsis' | 'trailer' | 'roughCut' | 'proposal' | 'video';

/** 'pitch:{id}', 'film:{id}' */
export type WorkKey = `${'pitch' | 'film'}:${string}`;

export interface Subtitle {
  lang: Lang | string;
  /** its name in the menu */
  label: string;
  src: string;
}

/** Something that plays here, or opens in a new tab. */
export interface ViewingVideo {
  /** its key in the statistics: the stored name of a file, the address of a link */
  video: string;
  material: 'video' | 'trailer' | 'roughCut';
  /** 'file' a video of ours, 'hls' a stream, 'direct' another server's file, 'frame' YouTube's or Vimeo's player, 'link' opens in a new tab */
  kind: 'file' | 'hls' | 'direct' | 'frame' | 'link';
  src: string;
  /** media type of a file, '' where unknown */
  type: string;
  /** the name of the player or server, '' for our own */
  host: string;
  title: string;
  subtitles: Subtitle[];
  /** the same in several qualities (HLS), '' where there is none */
  stream: string;
  /** small pictures for the bar */
  preview: VideoPreview | undefined;
}

/** A sheet of small pictures, one for each so many seconds. */
export interface VideoPreview {
  src: string;
  every: number;
  count: number;
  columns: number;
  /** px of one */
  width: number;
  height: number;
}

/** A work with the fields that the player needs; its texts are in the page. */
export interface ViewingWork {
  work: WorkKey;
  /** DOM id of its section in the page */
  anchor: string;
  title: string;
  videos: ViewingVideo[];
  /** its addresses end, and it is shown by the page's player alone */
  protect: boolean;
  /** the page's mark lies over its videos */
  isMarked: boolean;
}

/** Over a film, drifting: who watches it. */
export interface ViewingMark {
  text: string;
  /** each viewer's own, 0 to 65535: where it drifts */
  seed: number;
}

/** In the page as <script type="application/json" id="viewing">. */
export interface ViewingFacts {
  lang: Lang;
  /** '/api/vp/ccdf15/1/tw' */
  calls: string;
  /** the end of every address: '?preview=1' or '' */
  suffix: string;
  /** nothing is counted, because staff look at it */
  preview: boolean;
  /** the link's person; '' for a visitor without a personal link */
  viewer: string;
  /** what lies over films, of the works that say so; null: of none */
  mark: ViewingMark | null;
  /** came with a personal link */
  personal: boolean;
  /** where the link's person stopped, on whichever device; [] for others, whose browser stores it */
  places: ViewingPlace[];
  /** how long the addresses of protected films are good for, unless the page extends them; 0 where they have no end */
  seconds: number;
  works: ViewingWork[];
}

/**
 * POST /api/vp/{campaign}/{pg}/{lang}/watch: about every ten seconds, and when the page is left. With video '' the work was opened; with work '',
 * too, the page was.
 */
export interface WatchBeat {
  work: WorkKey | '';
  video: string;
  /** spans watched since the last heartbeat, s; at most 40 */
  spans: Span[];
  /** present position, s */
  at: number;
  /** length of the video, s; 0 where unknown */
  duration: number;
}

/** Where a viewer stopped in a video. */
export interface ViewingPlace {
  work: WorkKey;
  video: string;
  /** s */
  place: number;
  duration: number;
  /** ms since 1970 */
  at: number;
}

/**
 * @group visit
 * @for everybody
 */
export interface ViewingCalls {
  'POST /api/vp/:campaign/:pg/:lang/enter': { entered: true };
  'POST /api/vp/:campaign/:pg/:lang/watch': null;
  'POST /api/vp/:campaign/:pg/:lang/extend': { seconds: number };
  /** @query w=400 */
  'GET /api/vp/:campaign/:pg/:lang/file/:name': Bytes;
}

/** What the calls are sent. */
export interface ViewingBodies {
  'POST /api/vp/:campaign/:pg/:lang/enter': { pw: string };
  'POST /api/vp/:campaign/:pg/:lang/watch': WatchBeat;
}
