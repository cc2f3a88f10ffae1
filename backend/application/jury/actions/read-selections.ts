import { answerField, questionsOf } from '#application/campaign/rules/questions.ts';
import { inSides } from '#application/campaign/rules/two-sides.ts';
import type { WindowState } from '#application/campaign/rules/window.ts';
import { isGiven, isUnasked, termsOf } from '#application/enrolment/rules/enrolment.ts';
import type { Both, SelectionEntry, SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import type { JsonValue, Lang, Row } from '#codegen/model.ts';
import { inPassing } from '#framework/data/engine/in-passing.ts';
import { sanitise } from '#framework/html/sanitise.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Campaign } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { inAll, inEach, language } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { noteReading, readingAt, readingsOf } from '../data/readings.ts';
import { blinded, isShownToJurors } from '../rules/blind.ts';
import { itemOf, type ListedEnrolment, progressOf, readByJurors } from '../rules/selection.ts';
import { talkState } from '../rules/talk.ts';
import { type JurorContext, jurorContext, loadEntry, loadList, loadSelection, loadSelections, modelOf } from './juror-context.ts';
import { readTalk } from './talk.ts';

/**
 * GET /api/site/selection: the juror's list with their own choices only. Before the window opens the list is empty and the answer has the message;
 * after the end it can be read. The number of statements does not depend on the number of rows.
 */
export async function readSelections(tools: RecordTools, actor: Actor): Promise<SelectionFacts> {
  const context = await jurorContext(tools, actor);
  const { campaign, juror, criteria, window } = context;
  const items = window.state === 'not_started' ? [] : await loadItems(tools, context);
  return {
    campaign: campaign.id,
    title: inAll({ tw: campaign.cna, en: campaign.enaName }),
    window,
    message: messageOf(campaign, window.state),
    mayEdit: window.state === 'open' && !juror.doneAt,
    mayDeclare: window.state === 'open',
    doneAt: juror.doneAt,
    criteria,
    talk: { state: talkState(campaign, context.now), until: campaign.talkUntil },
    progress: progressOf(items, maxSelOf(campaign)),
    items: items.filter(({ own }) => !own.conflict),
    conflicts: items.filter(({ own }) => own.conflict).map(({ enrolment, number, cname, ename }) => ({ enrolment, number, cname, ename })),
    onboarding: bothOf(campaign.sOnboarding),
    guideline: bothOf(campaign.sGuideline),
    labels: labelsOf(tools, items),
  };
}

/**
 * GET /api/site/selection/{enrolment}: the fields that a juror may read. While the window is open, the enrolment counts as read from now on.
 * @throws Refusal msg.window before the window opens, msg.notfound for an enrolment that is not on the list, rule.conflict where the juror declared a
 * conflict
 */
export async function readEntry(tools: RecordTools, actor: Actor, id: string): Promise<SelectionEntry> {
  const context = await jurorContext(tools, actor);
  if (context.window.state === 'not_started') throw new Refusal('msg.window', { values: { state: context.window.state } });
  const row = await loadEntry(tools, context, id);
  const selection = await loadSelection(tools, context, id);
  if (selection?.conflict === true) throw new Refusal('rule.conflict');
  let isRead = (await readingAt(tools.db, actor.id, id)) !== undefined;
  if (!isRead && context.window.state === 'open') {
    await inPassing(noteReading(tools.db, actor.id, id, tools.now().getTime()));
    isRead = true;
  }
  const { blind } = context.campaign;
  const [terms, moment] = [termsOf(context.campaign), String(row.submitAt || stampOf(tools.now()))];
  const isAsked = (name: string) => !isUnasked(name, row, terms, moment);
  const shown = blinded(Object.fromEntries(readByJurors.flatMap((name) => (row[name] === undefined || !isAsked(name) ? [] : [[name, row[name]]]))), blind);
  const values = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, forJurors(value)]));
  const talk = await readTalk(tools, context, id);
  return {
    item: itemOf(listed(row, context), selection, { isRead, criteria: context.criteria }),
    values,
    answers: answersOf(tools, context.campaign, blinded(row, blind), isAsked),
    ...(talk && { talk }),
  };
}

/** What a juror reads beside the fields that the page knows: co-producing countries and the campaign's own questions, choices in words, files by name. */
function answersOf(tools: RecordTools, campaign: Row, row: Row, isAsked: (name: string) => boolean): SelectionEntry['answers'] {
  const { fields } = modelOf(tools, 'enrolment');
  const own = questionsOf(campaign).filter(({ isHiddenFromJury }) => !isHiddenFromJury);
  const shown = [
    ...fields.filter(({ name }) => name === 'coCountries').map((field) => ({ field, label: field.label })),
    ...own.flatMap(({ key, tw, en }) => fields.filter(({ name }) => name === answerField(key)).map((field) => ({ field, label: inSides(tw, en) }))),
  ];
  return shown.flatMap(({ field, label }) => {
    const value = row[field.name];
    if (!isAsked(field.name) || !isGiven(value)) return [];
    if (field.file) return [{ label, text: inAll({}), files: Array.isArray(value) ? (forJurors(value) as Row[]) : [] }]; // attachments
    const wordOf = (code: JsonValue, lang: Lang) => field.options?.find((option) => option.value === code)?.label[lang] ?? String(code);
    return [
      {
        label,
        text: inEach((lang) =>
          [value ?? '']
            .flat()
            .map((code) => wordOf(code, lang))
            .join(language[lang].list),
        ),
        files: [],
      },
    ];
  });
}

/** Counted again from the tables. */
export async function readProgress(tools: RecordTools, context: JurorContext): Promise<SelectionProgress> {
  return progressOf(await loadItems(tools, context), maxSelOf(context.campaign));
}

async function loadItems(tools: RecordTools, context: JurorContext): Promise<SelectionItem[]> {
  const rows = await loadList(tools, context);
  const selections = await loadSelections(tools, context);
  const read = await readingsOf(tools.db, context.actor.id);
  return rows.map((row) => itemOf(listed(row, context), selections.get(row.id), { isRead: read.has(row.id), criteria: context.criteria }));
}

/** As the list may show it: hidden names masked in its titles, and without its still where the campaign hides stills. */
export function listed<T extends ListedEnrolment>(row: T, { campaign: { blind } }: JurorContext): T {
  const { cname, ename, director, producer } = row;
  const shown = blinded({ cname, ename, director, producer }, blind);
  return { ...row, cname: shown.cname, ename: shown.ename, ...(!isShownToJurors('stills', blind) && { stills: [] }) };
}

/** Without the file's place on the server. */
function forJurors(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  return value.map((entry) => {
    if (!isObject(entry)) return entry;
    const { filepath: _, ...shown } = entry;
    return shown;
  });
}

function maxSelOf(campaign: Campaign): number {
  return campaign.maxSel ?? 0;
}

function messageOf(campaign: Campaign, state: WindowState): Both {
  return bothOf(state === 'not_started' ? campaign.sBefore : state === 'ended' ? campaign.sAfter : undefined);
}

function bothOf(value: JsonValue | undefined): Both {
  return isObject(value) ? inSides(sanitise(idIn(value, 'tw')), sanitise(idIn(value, 'en'))) : inAll({});
}

/** The labels of the codes in these rows, so that the page needs no other request. */
function labelsOf(tools: RecordTools, items: SelectionItem[]): SelectionFacts['labels'] {
  const used: Record<string, Set<JsonValue>> = {
    genre: new Set(items.flatMap(({ genre }) => genre)),
    len: new Set(items.map(({ len }) => len)),
    stage: new Set(items.map(({ stage }) => stage)),
    pLocation: new Set(items.map(({ country }) => country)),
  };
  const fields = modelOf(tools, 'enrolment').fields.filter(({ name }) => name === 'attProgram' || name in used);
  return Object.fromEntries(
    fields.map(({ name, options = [] }) => {
      const shown = options.filter(({ value }) => used[name]?.has(value) ?? true);
      return [name, Object.fromEntries(shown.map(({ value, label }) => [String(value), label]))];
    }),
  );
}
