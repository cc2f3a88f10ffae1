import { enrolmentsOf, listReader, staffCampaign, staffRows, text } from '#application/campaign/actions/staff-rows.ts';
import type { Conflicts } from '#application/campaign/wire.ts';
import type { Lang, ReadOf } from '#codegen/model.ts';
import { countRows } from '#framework/data/queries/counts.ts';
import type { Tools } from '#framework/tools.ts';
import type { ApplicantRead, CompanyRead, EnrolmentRead, FilmRead, ObjectName } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { everyRow, type Filter } from '#rules/queries/filter.ts';
import { among, where } from '#rules/records/facts.ts';
import { titleOf } from '#rules/records/record.ts';
import { companyKey, conflictHints, type Entered, type Judge, type KnownCompany, type KnownFilm, type KnownOrder } from '../rules/conflicts.ts';
import { isRankable } from './read-ranking.ts';

/**
 * Hints at links between the jurors and decision makers of a campaign and its verified enrolments. An object that the person may not list is left
 * out. The number of statements does not depend on the data.
 * @throws Refusal msg.notfound, msg.forbidden
 */
export async function readConflicts(tools: Tools, actor: Actor, campaign: string, lang?: Lang): Promise<Conflicts> {
  await staffCampaign(tools, actor, campaign);
  const names = ['enrollid', 'cname', 'ename', 'status', 'director', 'producer', 'applicant'] as const;
  const enrolments = (await enrolmentsOf(tools, actor, campaign, names)).filter(isRankable);
  const jurors = await staffRows(tools, actor, 'jury', where({ cid: campaign }), ['name', 'ename', 'org', 'email', 'chair']);
  const makers = await optionalRows(tools, actor, 'decision_maker', where({ cid: campaign }), ['name', 'ename', 'org', 'company', 'email']);
  const applicants = await optionalRows(tools, actor, 'applicant', among('id', [...new Set(enrolments.map((row) => row.applicant ?? ''))]), ['name', 'email']);
  const companyRows = await optionalRows(tools, actor, 'company', everyRow, ['name', 'abbrName', 'contract']);
  const companyNames = new Map(companyRows.map((row) => [row.id, row.name]));
  const judges: Judge[] = [
    ...jurors.map(
      (row): Judge => ({
        object: 'jury',
        id: row.id,
        names: [row.name, row.ename],
        org: row.org,
        company: '',
        email: row.email,
      }),
    ),
    ...makers.map(
      (row): Judge => ({
        object: 'decision_maker',
        id: row.id,
        names: [row.name, row.ename],
        org: row.org,
        company: companyNames.get(row.company) ?? '',
        email: row.email,
      }),
    ),
  ];
  const people = new Map(applicants.map((row) => [row.id, row]));
  const entered = enrolments.map((row) => enteredOf(row, people.get(row.applicant ?? '')));
  const companies = companyRows.map(companyOf);
  const wanted = new Set([...judges.flatMap(({ org, company }) => [org, company]), ...entered.map(({ company }) => company)].map(companyKey).filter(Boolean));
  const near = companies.filter(({ name, abbrName }) => wanted.has(companyKey(name)) || wanted.has(companyKey(abbrName)));
  const films = await filmsNear(
    tools,
    actor,
    [...judges.flatMap((judge) => judge.names), ...entered.flatMap((one) => one.people)].filter(Boolean),
    near.map(({ id }) => id),
    lang,
  );
  const orders = near.length ? await ordersOf(tools, actor, near) : [];
  const hints = conflictHints({ judges, enrolments: entered, companies: near, films, orders });
  const marked = await staffRows(
    tools,
    actor,
    'selection',
    {
      kind: 'and',
      of: [
        among(
          'jury',
          jurors.map(({ id }) => id),
        ),
        where({ conflict: true }),
      ],
    },
    ['jury', 'enrolment'],
  );
  const mine = new Set<unknown>(jurors);
  const [judged, touched] = [new Set(hints.map(({ judge }) => judge.id)), new Set(hints.map(({ enrolment }) => enrolment))];
  return {
    hints,
    judges: [...jurors, ...makers]
      .filter(({ id }) => judged.has(id))
      .map((row): Conflicts['judges'][number] => ({
        object: mine.has(row) ? 'jury' : 'decision_maker',
        id: row.id,
        name: row.name,
        ename: row.ename,
        org: row.org,
        chair: mine.has(row) && 'chair' in row && row.chair,
      })),
    enrolments: enrolments.filter(({ id }) => touched.has(id)).map((row) => ({ id: row.id, number: row.enrollid, cname: row.cname, ename: row.ename })),
    declared: marked.map((row) => `${row.jury} ${row.enrolment}`),
  };
}

/** Nothing for an object that does not exist or that the person may not list. */
async function optionalRows<O extends ObjectName, K extends keyof ReadOf<O> & string>(
  tools: Tools,
  actor: Actor,
  object: O,
  filter: Filter,
  fields: readonly K[],
): Promise<Pick<ReadOf<O>, K | ('id' & keyof ReadOf<O>)>[]> {
  const model = tools.registry.get(object)?.model;
  if (!model || model.entity.virtual || !may(model, actor.roles, 'list') || tools.tables.blocked(object)) return [];
  return staffRows(tools, actor, object, filter, fields);
}

function enteredOf(
  row: Pick<EnrolmentRead, 'id' | 'cname' | 'ename' | 'director' | 'producer'>,
  applicant: Pick<ApplicantRead, 'name' | 'email'> | undefined,
): Entered {
  return {
    id: row.id,
    cname: row.cname,
    ename: row.ename,
    people: [
      row.director.cname ?? '',
      row.director.ename ?? '',
      ...(row.director.coDirectors ?? []),
      row.producer.cname ?? '',
      row.producer.ename ?? '',
      applicant?.name ?? '',
    ].filter(Boolean),
    company: row.producer.company ?? '',
    emails: [row.producer.email ?? '', applicant?.email ?? ''].filter(Boolean),
  };
}

function companyOf(row: Pick<CompanyRead, 'id' | 'name' | 'abbrName' | 'contract'>): KnownCompany {
  return { id: row.id, name: row.name, abbrName: row.abbrName, contracts: contractsOf(row) };
}

function contractsOf(row: Pick<CompanyRead | FilmRead, 'contract'>): string[] {
  return row.contract.map(({ name, comment }) => [text(name), text(comment)].filter(Boolean).join(' · ')).filter(Boolean);
}

/**
 * Films that may be credited to one of these people or companies. In a catalogue small enough to be counted exactly, all films are searched; in a
 * larger one, only credits that are exactly one of the names.
 */
async function filmsNear(tools: Tools, actor: Actor, people: readonly string[], companies: readonly string[], lang?: Lang): Promise<KnownFilm[]> {
  const model = tools.registry.get('film')?.model;
  if (!model || !may(model, actor.roles, 'list') || tools.tables.blocked('film')) return [];
  const fields = ['cname', 'ename', 'director', 'producer', 'production', 'agent', 'distributor', 'contract'] as const;
  const { estimated } = await countRows(tools.db, listReader(tools, actor, 'film'));
  const ofCompanies = companies.length ? (['production', 'agent', 'distributor'] as const).map((field) => among(field, companies)) : [];
  const ofPeople = people.length ? (['director', 'producer'] as const).map((field) => among(field, [...new Set(people)])) : [];
  const filter: Filter = estimated ? { kind: 'or', of: [...ofCompanies, ...ofPeople] } : everyRow;
  const rows = await staffRows(tools, actor, 'film', filter, fields);
  return rows.map((row) => ({
    id: row.id,
    title: titleOf(row, model, lang),
    director: row.director,
    producer: row.producer,
    companies: [row.production, row.agent, row.distributor].filter(Boolean),
    contracts: contractsOf(row),
  }));
}

async function ordersOf(tools: Tools, actor: Actor, companies: readonly KnownCompany[]): Promise<KnownOrder[]> {
  const rows = await optionalRows(
    tools,
    actor,
    'sales_order',
    {
      kind: 'and',
      of: [
        among(
          'customer',
          companies.map(({ id }) => id),
        ),
        { kind: 'compare', field: 'status', op: 'ne', value: 'void' },
      ],
    },
    ['serial', 'customer', 'lines'],
  );
  return rows.map((row) => ({
    id: row.id,
    serial: row.serial,
    customer: row.customer,
    films: row.lines.map((line) => line.film).filter(Boolean),
  }));
}
