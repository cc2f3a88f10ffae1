/**
 * What an application adds to the pure rules. A process and a page serve one application, so it is handed over once, before the first row is looked
 * at: `registerRules`. Without any, what the schemas say is all that holds. Pure.
 */
import type { JsonValue, Option, Role, Row } from '#codegen/model.ts';
import { homeZone } from '#framework/time.ts';
import type { Actor } from './accounts/actor.ts';
import { moreMails } from './mail.ts';
import type { Load } from './records/facts.ts';
import { moreCodes, type Problem } from './words/problem.ts';

/** Rules of one object beyond what its schema can say. */
export interface ObjectRules {
  /** What the row alone says; the form asks it too, as an early warning. `now` is 'YYYY-MM-DD hh:mm:ss' UTC. */
  draft?(next: Row, previous: Row | undefined, now: string): Problem[];
  /** May the row be saved so? `previous` is undefined for a new one. */
  save?(next: Row, previous: Row | undefined, actor: Actor, now: string): Problem[];
  /** The same where other rows decide; asked inside the transaction that writes. */
  related?(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]>;
  /** Fields that other rows keep as they are, for the form to show as locked. */
  locked?(load: Load, row: Row): Promise<readonly string[]>;
  /** By path ('demands/field'): what the form offers for this row in place of the options. What is refused, another rule says. */
  offered?(row: Row): Readonly<Record<string, (options: readonly Option[]) => readonly Option[]>>;
  /** May the row be deleted? */
  remove?(row: Row, actor: Actor): Problem[];
  /** The same where other rows decide. */
  removal?(load: Load, row: Row): Promise<Problem[]>;
}

/** A computed field (x-computed): `scope` is the object that holds the field (a line), `whole` the record. */
export type Computation = (scope: Row, whole: Row) => JsonValue;

/** A part of the site besides the back office: the pages below `root`, of which the first `segments` are the base (R41). */
export interface Face {
  name: string;
  root: string;
  segments: number;
}

/** A kind of people who sign in beside staff: realm.ts. */
export interface Realm {
  /** the object whose rows are the accounts: fields email and pw; with `verified` or `enabled`, only an account that is so signs in */
  object: string;
  /** the one role of whoever is signed in; it is given to nobody else */
  role: Role;
  /** where they sign in below /api ('/press'); left out where the application has calls of its own for that */
  signIn?: string;
}

export interface ApplicationRules {
  /** by the object's name */
  objects: Readonly<Record<string, ObjectRules>>;
  /** by the name that x-computed says */
  computed: Readonly<Record<string, Computation>>;
  /** names that x-actions and x-print may say */
  verbs: readonly string[];
  prints: readonly string[];
  /** codes of its own refusals and their HTTP status; the texts are words of `refusals` */
  problems: Readonly<Record<string, number>>;
  /** who signs in beside staff, by name */
  realms: Readonly<Record<string, Realm>>;
  mails: typeof moreMails.value;
  /** the house's own time zone, 'GMT+8': staff read and type times in it, and numbers have its year; left out: UTC */
  homeZone?: string;
  /** the number that decides which options with a `version` a row may use: `field` of the row of `object` that it refers to */
  versions?: { object: string; field: string };
  /** staff screens written by hand, as routes: '/erp/oooman'; `isScreen` for those whose address holds a name */
  screens: readonly string[];
  isScreen?(route: string): boolean;
  /** addresses of the public pages; every one that is of no face is theirs */
  publicRoutes: readonly string[];
  faces: readonly Face[];
}

const none: ApplicationRules = {
  objects: {},
  computed: {},
  verbs: [],
  prints: [],
  problems: {},
  realms: {},
  mails: { secret: [], urgent: [], last: [] },
  screens: [],
  publicRoutes: [],
  faces: [],
};
let registered = none;

/** Hands over the application's rules; without an argument there are none. */
export function registerRules(rules: ApplicationRules = none): void {
  registered = rules;
  moreCodes.fill(rules.problems);
  moreMails.fill(rules.mails);
  homeZone.fill(rules.homeZone);
}

export function applicationRules(): ApplicationRules {
  return registered;
}

/** The rules of an object; an object without any allows what its schema allows. */
export function rulesOf(object: string): ObjectRules {
  const { objects } = registered;
  return Object.hasOwn(objects, object) ? (objects[object] ?? {}) : {};
}
