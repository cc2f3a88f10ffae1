/** How long the films of imported enrolments and pitches are, asked of their hosts once the rows are stored: each link may take seconds (decision 168). */

import { answerObjects } from '#application/campaign/rules/questions.ts';
import { askHost, reachOf } from '#application/site/actions/check-link.ts';
import type { LinkCheck } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { narrowReader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, pageLimit } from '#framework/data/rows/records.ts';
import type { Asking, AskRow } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { valueAtPath } from '#rules/records/field-changes.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type Demand, minutesAsked } from '../rules/demands.ts';
import { type CampaignTerms, limitsOf, termsOf } from '../rules/enrolment.ts';
import { lengthProblems } from './film-lengths.ts';
import { siteModel } from './own.ts';

type Found = NonNullable<Awaited<ReturnType<AskRow>>>;

/** Of links alone: what ffmpeg finds in files is looked at when the enrolment is submitted. */
export function askImported(tools: Tools): Asking {
  const { oembed } = reachOf(tools.config.oembedUrl);
  const of: Asking['of'] = async ({ model, fields }) => {
    if (!oembed || !answerObjects.some((name) => name === model.name) || !tools.registry.get('campaign')) return undefined;
    const asksLength = (demand: Demand) => minutesAsked(demand) !== '' && fields.includes(demand.field.split('/')[0] ?? '');
    const campaigns = new Map([...(await campaignTerms(tools))].filter(([, { demands = [] }]) => demands.some(asksLength)));
    if (!campaigns.size) return undefined;
    // A film that several rows name is asked for once.
    const answers = new Map<string, Promise<LinkCheck | undefined>>();
    const answerOf = (link: string) => {
      const known = answers.get(link) ?? askHost(link, { oembed });
      answers.set(link, known);
      return known;
    };
    return async (row) => {
      const terms = campaigns.get(String(row.cid));
      const paths = new Set(terms?.demands?.filter(asksLength).map(({ field }) => field));
      const found: Found[] = [];
      for (const path of paths) found.push(...(await lookAt(path, row, terms, stampOf(tools.now()), answerOf)));
      const state = (['away', 'other', 'unknown', 'fine'] as const).find((one) => found.some((film) => film.state === one));
      return state && { state, problems: found.flatMap(({ problems }) => problems) };
    };
  };
  return { kind: 'lengths', of };
}

async function lookAt(path: string, row: Row, terms: CampaignTerms | undefined, now: string, answerOf: (link: string) => Promise<LinkCheck | undefined>) {
  const link = valueAtPath(row, path);
  // A pitch has one program, an enrolment several.
  const limits = terms ? limitsOf(path, { ...row, attProgram: [row.attProgram ?? []].flat() }, terms, now) : {};
  const limit = minutesAsked(limits);
  if (typeof link !== 'string' || link.trim() === '' || limit === '' || limits.need === 'hidden') return [];
  const answer = await answerOf(link.trim());
  const said = (state: Found['state'], problem: Problem): Found[] => [{ state, problems: [problem] }];
  if (answer && !answer.ok) return said('other', { path, code: 'rule.nofilm' });
  if (answer?.seconds === undefined) return said(answer?.formOnly ? 'away' : 'unknown', { path, code: 'rule.nolength', values: { limit } });
  const problems = lengthProblems([{ path, limits, seconds: answer.seconds }]);
  return [{ state: problems.length ? 'other' : 'fine', problems } satisfies Found];
}

/** What each campaign asks. */
async function campaignTerms(tools: Tools): Promise<Map<string, CampaignTerms>> {
  const reader = narrowReader(
    wholeReader(siteModel(tools, 'campaign'), tools.db.kind),
    new Set(['id', 'edition', 'programs', 'demands', 'questions'] as const),
  );
  const rows = await loadPage(tools.db, reader, { filter: { kind: 'and', of: [] }, sort: { field: 'id', order: 'DESC' }, limit: pageLimit, offset: 0 });
  return new Map(rows.map((row) => [row.id, termsOf(row)]));
}
