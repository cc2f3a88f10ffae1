/**
 * Hints at a conflict of interest: what links a juror or a decision maker with an enrolment, by names that staff typed in different places. A hint is
 * a reason to check, not a result: it removes nothing from a list and only staff see it. Pure.
 */

/** The kinds of link, closest first. */
export const linkKinds = ['person', 'company', 'credit', 'contract', 'order'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A juror or a decision maker. */
export interface Judge {
  object: 'jury' | 'decision_maker';
  id: string;
  /** every spelling of the name */
  names: string[];
  org: string;
  /** name of the decision maker's own company, '' for none */
  company: string;
  email: string;
}

export interface Entered {
  id: string;
  cname: string;
  ename: string;
  /** directors, co-directors, producers, the applicant */
  people: string[];
  /** the producer's company */
  company: string;
  emails: string[];
}

export interface KnownCompany {
  id: string;
  name: string;
  abbrName: string;
  contracts: string[];
}

export interface KnownFilm {
  id: string;
  title: string;
  director: string;
  producer: string;
  /** ids of production, agent and distributor */
  companies: string[];
  /** names and comments of its contracts */
  contracts: string[];
}

/** An order of a customer with the films of its lines. */
export interface KnownOrder {
  id: string;
  serial: string;
  customer: string;
  films: string[];
}

export interface ConflictFacts {
  judges: readonly Judge[];
  enrolments: readonly Entered[];
  companies: readonly KnownCompany[];
  films: readonly KnownFilm[];
  orders: readonly KnownOrder[];
}

export interface ConflictHint {
  judge: { object: Judge['object']; id: string };
  enrolment: string;
  kind: LinkKind;
  /** what they have in common: a name, a company, a film, a contract, the serial of an order */
  about: string;
  /** the row where staff can check it */
  link: { object: 'jury' | 'decision_maker' | 'company' | 'film' | 'sales_order'; id: string };
}

/** Words at the end of a company's name that give its legal form. */
const companyForms =
  /(?:股份有限公司|有限責任公司|有限公司|股份公司|公司|株式会社|株式會社|\b(?:co|company|corp|corporation|inc|incorporated|ltd|limited|llc|llp|plc|pte|pty|gmbh|ag|bv|sarl|sas|sa|oy|as|ab|kk))$/u;
/** Names shorter than this are too common to compare: two Chinese characters, three letters. */
const shortest = (name: string): number => (/\p{Script=Han}/u.test(name) ? 2 : 3);

/** A person's name for comparison: NFKC, lower case, without spaces and punctuation. '' for a name that is too short. */
export function personKey(name: string): string {
  const key = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return key.length >= shortest(key) ? key : '';
}

/** A company's name for comparison: like a person's, and without 有限公司, Ltd. and similar words. */
export function companyKey(name: string): string {
  let rest = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.'’]/gu, '') // B.V., D'Or
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(companyForms, '').trim();
  }
  return personKey(rest);
}

/** The names in a credit: 'A、B / C and D'. */
export function namesIn(credit: string): string[] {
  return credit
    .split(/[、，,;；/／&＆+|\n]|\s(?:and|with|與|和|及)\s/iu)
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Every link found; only one of the same kind about the same thing. */
export function conflictHints(facts: ConflictFacts): ConflictHint[] {
  const world = indexed(facts);
  const judges = facts.judges.map((judge) => judged(judge, world));
  const hints: ConflictHint[] = [];
  for (const entered of facts.enrolments) {
    const side = enteredSide(entered, world);
    for (const judge of judges) hints.push(...linksOf(judge, side));
  }
  return hints;
}

interface World {
  companiesByKey: Map<string, KnownCompany[]>;
  filmsByPerson: Map<string, KnownFilm[]>;
  filmsByCompany: Map<string, KnownFilm[]>;
  ordersByCustomer: Map<string, KnownOrder[]>;
}

interface JudgeSide {
  judge: Judge;
  people: ReadonlySet<string>;
  companyKeys: ReadonlySet<string>;
  companies: KnownCompany[];
  /** films that they made, or that their company produces, sells or distributes */
  films: ReadonlyMap<string, KnownFilm>;
  orders: KnownOrder[];
  email: string;
}

interface EnteredSide {
  entered: Entered;
  people: ReadonlySet<string>;
  companyKey: string;
  companies: KnownCompany[];
  films: ReadonlyMap<string, KnownFilm>;
  emails: ReadonlySet<string>;
  /** what a contract about it would name */
  named: string[];
}

function indexed({ companies, films, orders }: ConflictFacts): World {
  const world: World = { companiesByKey: new Map(), filmsByPerson: new Map(), filmsByCompany: new Map(), ordersByCustomer: new Map() };
  for (const company of companies) for (const key of keysOf([company.name, company.abbrName], companyKey)) push(world.companiesByKey, key, company);
  for (const film of films) {
    for (const key of keysOf([...namesIn(film.director), ...namesIn(film.producer)], personKey)) push(world.filmsByPerson, key, film);
    for (const id of new Set(film.companies)) push(world.filmsByCompany, id, film);
  }
  for (const order of orders) push(world.ordersByCustomer, order.customer, order);
  return world;
}

function judged(judge: Judge, world: World): JudgeSide {
  const people = keysOf(judge.names, personKey);
  const companyKeys = keysOf([judge.org, judge.company], companyKey);
  const companies = [...new Set([...companyKeys].flatMap((key) => world.companiesByKey.get(key) ?? []))];
  const films = filmsOf(people, companies, world);
  const orders = companies.flatMap(({ id }) => world.ordersByCustomer.get(id) ?? []);
  return { judge, people, companyKeys, companies, films, orders, email: judge.email.trim().toLowerCase() };
}

function enteredSide(entered: Entered, world: World): EnteredSide {
  const people = keysOf(entered.people, personKey);
  const key = companyKey(entered.company);
  const companies = key ? (world.companiesByKey.get(key) ?? []) : [];
  const emails = new Set(entered.emails.map((email) => email.trim().toLowerCase()).filter(Boolean));
  const named = [...people, key, personKey(entered.cname), personKey(entered.ename)].filter((name) => name.length >= 2);
  return { entered, people, companyKey: key, companies, films: filmsOf(people, companies, world), emails, named };
}

function linksOf(side: JudgeSide, other: EnteredSide): ConflictHint[] {
  const { judge } = side;
  const found = new Map<string, ConflictHint>();
  const tell = (kind: LinkKind, about: string, link: ConflictHint['link']) => {
    const key = `${kind} ${link.object} ${link.id} ${about}`;
    if (!found.has(key)) found.set(key, { judge: { object: judge.object, id: judge.id }, enrolment: other.entered.id, kind, about, link });
  };
  const own = { object: judge.object, id: judge.id } as const;
  for (const person of side.people) if (other.people.has(person)) tell('person', spelled(judge.names, person, personKey), own);
  if (side.email && other.emails.has(side.email)) tell('person', side.email, own);
  // A person who made the enrolment has all films of its makers in common, so this hint would repeat the first.
  const isMaker = found.size > 0;
  if (!isMaker) for (const [id, film] of side.films) if (other.films.has(id)) tell('credit', film.title, { object: 'film', id });
  if (other.companyKey && side.companyKeys.has(other.companyKey)) {
    const [known] = side.companies.filter((company) => other.companies.includes(company));
    tell('company', other.entered.company, known ? { object: 'company', id: known.id } : own);
  }
  for (const company of side.companies)
    for (const contract of company.contracts) if (names(contract, other.named)) tell('contract', contract, { object: 'company', id: company.id });
  const ofJudge = [...side.people, ...side.companyKeys];
  for (const company of other.companies)
    for (const contract of company.contracts) if (names(contract, ofJudge)) tell('contract', contract, { object: 'company', id: company.id });
  for (const [id, film] of other.films) for (const contract of film.contracts) if (names(contract, ofJudge)) tell('contract', contract, { object: 'film', id });
  for (const order of side.orders)
    if (order.films.some((film) => other.films.has(film))) tell('order', order.serial || order.id, { object: 'sales_order', id: order.id });
  return [...found.values()];
}

function filmsOf(people: ReadonlySet<string>, companies: readonly KnownCompany[], { filmsByPerson, filmsByCompany }: World): Map<string, KnownFilm> {
  const films = [...[...people].flatMap((key) => filmsByPerson.get(key) ?? []), ...companies.flatMap(({ id }) => filmsByCompany.get(id) ?? [])];
  return new Map(films.map((film) => [film.id, film]));
}

/** True where the text names one of them. Names of fewer than three characters would be found everywhere. */
function names(contract: string, keys: readonly string[]): boolean {
  const said = personKey(contract);
  return said !== '' && keys.some((key) => key.length >= 3 && said.includes(key));
}

function keysOf(values: readonly string[], key: (name: string) => string): Set<string> {
  return new Set(values.map(key).filter(Boolean));
}

function spelled(values: readonly string[], wanted: string, key: (name: string) => string): string {
  return values.find((value) => key(value) === wanted) ?? wanted;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
