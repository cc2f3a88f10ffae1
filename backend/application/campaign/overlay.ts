/** What campaigns add to the schemas: their own questions as fields, and as what a demand may name; exemptions from what every campaign demands (decision 116). */

import type { JsonSchema, Row } from '#codegen/model.ts';
import type { AddedField, AddedOption, Exemption } from '#framework/objects/overlay.ts';
import type { RowOverlay } from '#framework/system/read-overlay.ts';
import { type Exemptible, isExempt } from './rules/exempted.ts';
import { answerField, answerObjects, type Question, questionsOf } from './rules/questions.ts';

const shortText = 300;
const longText = 8_000;
const mostFiles = 3;
const papers = { kinds: ['image', 'pdf', 'document'], size: '20MB' };
const video = { kinds: ['video'], size: '500MB' };
/** everybody but jurors */
const notJurors = ['[gs]', '[op]', '[]', '[ap]'];

export const campaignOverlay: RowOverlay = {
  object: 'campaign',
  columns: ['id', 'edition', 'questions', 'demands'],
  lay: (rows) => ({ fields: answerFields(rows), options: demandable(rows), exemptions: exemptionsOf(rows) }),
};

/** The questions as fields that a campaign's demands may name; each campaign names its own alone (rules/questions.ts). */
function demandable(campaigns: readonly Row[]): AddedOption[] {
  return answerFields(campaigns)
    .filter(({ object }) => object === answerObjects[0])
    .map(({ name, labels: { tw, en } }) => ({ list: 'form_field', code: name, labels: { tw: `活動問題：${tw}`, en: `Question: ${en}` } }));
}

const inProject = ['schemas/parts/project.json'];
/** Where a field that the schema demands of submitted rows is declared. */
const declared: Record<Exemptible, readonly string[]> = {
  logline: inProject,
  genre: inProject,
  len: inProject,
  stage: inProject,
  trailer: inProject,
  roughCut: ['schemas/enrolment.json', 'schemas/pitch.json'],
};

/** Of campaigns that ask less, the campaign's own rule decides (rules/demands.ts), not the schema. */
function exemptionsOf(campaigns: readonly Row[]): Exemption[] {
  return Object.entries(declared).flatMap(([field, files]) => {
    const ids = campaigns.filter((row) => isExempt(row, field as Exemptible)).map(({ id }) => String(id)); // a key of `declared`
    const unless = { properties: { cid: { enum: ids.sort() } }, required: ['cid'] };
    return ids.length ? files.map((file) => ({ file, field, unless })) : [];
  });
}

/**
 * The fields that these campaigns' questions add. Of a key that several ask, the newest edition says the words; its options are those of all, and each campaign's own
 * rows are asked for its own.
 */
export function answerFields(campaigns: readonly Row[]): AddedField[] {
  const newest = [...campaigns].sort((a, b) => Number(b.edition ?? 0) - Number(a.edition ?? 0) || (String(a.id) < String(b.id) ? -1 : 1));
  const asked = new Map<string, { question: Question; options: Map<string, Question['options'][number]>; campaigns: string[]; toJury: boolean }>();
  for (const campaign of newest) {
    for (const question of questionsOf(campaign)) {
      const known = asked.get(question.key) ?? { question, options: new Map<string, Question['options'][number]>(), campaigns: [] as string[], toJury: false };
      if (known.question.kind !== question.kind) continue;
      for (const option of question.options) if (!known.options.has(option.code)) known.options.set(option.code, option);
      known.campaigns.push(String(campaign.id));
      known.toJury ||= !question.isHiddenFromJury;
      asked.set(question.key, known);
    }
  }
  return answerObjects.flatMap((object) =>
    [...asked.values()].map(({ question, options, campaigns: ids, toJury }): AddedField => {
      const all = [...options.values()];
      return {
        object,
        name: answerField(question.key),
        schema: {
          ...schemaOf(question, all),
          title: question.en,
          'x-visibleWhen': { properties: { cid: { enum: [...ids].sort() } }, required: ['cid'] },
          ...(toJury ? {} : { 'x-access': notJurors }),
        },
        labels: { tw: question.tw, en: question.en },
        help: { tw: question.helpTw, en: question.helpEn },
        options: { tw: Object.fromEntries(all.map(({ code, tw }) => [code, tw])), en: Object.fromEntries(all.map(({ code, en }) => [code, en])) },
        tab: { key: 'questions', title: 'Questions', labels: { tw: '活動問題', en: 'Questions' } },
        lockedWith: 'logline',
      };
    }),
  );
}

function schemaOf({ key, kind, most }: Question, options: Question['options']): JsonSchema {
  const one = { type: 'string', oneOf: options.map(({ code, en }) => ({ const: code, title: en })) };
  if (kind === 'text') return { type: 'string', maxLength: shortText };
  if (kind === 'long') return { type: 'string', maxLength: longText, 'x-ui': { widget: 'textarea', rows: 6 } };
  if (kind === 'choice') return one;
  if (kind === 'several') return { type: 'array', items: one, uniqueItems: true };
  if (kind === 'number') return { type: 'number' };
  if (kind === 'date') return { type: 'string', format: 'date' };
  const count = Math.min(most ?? 1, mostFiles);
  return {
    type: 'array',
    items: { $ref: 'parts/attachment.json' },
    maxItems: mostFiles,
    'x-file': { purpose: answerField(key), ...(kind === 'video' ? video : papers), count: Math.max(count, 1), public: false },
  };
}
