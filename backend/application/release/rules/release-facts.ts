/** The content of the calls about released timetables: /api/release/{campaign} for staff, /api/my/{token}/schedule for the person. Types only. */

import type { Without } from '#application/pairing/rules/board-facts.ts';
import type { Lang } from '#codegen/model.ts';
import type { Values } from '#rules/words/problem.ts';
import type { Change, PersonChanges, Side } from './release.ts';
import type { Counterpart } from './schedule.ts';

/** GET /api/release/{campaign}. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
export interface ReleaseFacts {
  /** version of the board: a release names the one that staff saw */
  version: number;
  campaign: { id: string; title: string; etitle: string; zone: string };
  /** meetings of the draft that break a rule; while there are any, nothing can be released */
  draft: {
    meetings: number;
    dms: number;
    pitches: number;
    broken: BrokenFacts[];
    /** people whom the release leaves without any meeting: enabled decision makers, and pitches; `names` has their names */
    without: Without;
  };
  /** the newest version's number, 0 where nothing was released */
  number: number;
  /** the version of which people were informed last; lower than `number` where the newest one's mails wait or were discarded */
  known: number;
  /** the draft differs from the newest version */
  isChanged: boolean;
  /** people whom a release of the draft affects, compared with what they know, and their mail addresses */
  people: TouchedPerson[];
  names: ReleaseNames;
  /** newest first */
  history: ReleaseLine[];
}

export interface TouchedPerson extends PersonChanges {
  /** [] where mails cannot be sent, and without permission to release */
  to: { to: string; lang: Lang }[];
}

/** The people in a list of changes, by their id. */
export interface ReleaseNames {
  dm: Record<string, Counterpart>;
  pitch: Record<string, Counterpart>;
}

export interface BrokenFacts {
  pairing: string;
  dm: string;
  pitch: string;
  start: string;
  /** the field, and the rule that it breaks */
  path: string;
  code: string;
  values: Values;
}

export interface ReleaseLine {
  number: number;
  at: string;
  by: string;
  note: string;
  /** number of meetings, and of people who got a mail */
  count: number;
  told: number;
  /** the version that it released again, 0 for a release of the draft */
  back: number;
  /** its mails: null where there are none, or where they were discarded */
  batch: { id: string; state: string; counts: Record<string, number> } | null;
}

/** GET /api/release/{campaign}/compare?from=&to= : the changes from one version to another. Version 0 is an empty timetable, 'draft' the present board. */
export interface CompareFacts {
  from: number;
  to: number | 'draft';
  changes: Change[];
  people: PersonChanges[];
  names: ReleaseNames;
}

/** POST /api/release/{campaign} {version, number, note?} and …/back {number, to, note?}. */
export interface ReleasedFacts {
  number: number;
  /** people who get a mail, the mails, and people without a usable address */
  told: number;
  mails: number;
  unreachable: { side: Side; id: string }[];
  /** '' where nobody is informed */
  batch: string;
}

/** GET /api/my/{token}/schedule: the newest released version's schedule of the link's person. */
export interface MySchedule {
  side: Side;
  zone: string;
  /** null before the first release */
  release: { number: number; at: string } | null;
  days: MyDay[];
  /** cancelled meetings that are still in the future */
  cancelled: MyLine[];
  /** addresses below that of the link: '/api/my/{token}/schedule.ics' */
  ics: string;
  pdf: string;
}

export interface MyDay {
  /** 'YYYY-MM-DD' in the zone */
  date: string;
  lines: MyLine[];
}

export interface MyLine {
  start: string;
  end: string;
  /** 'hh:mm' on the zone's clock */
  from: string;
  until: string;
  /** table or room, '' where none was given */
  room: string;
  /** null is a break */
  with: Counterpart | null;
}
