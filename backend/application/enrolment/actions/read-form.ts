import { answerField, isAnswerField, type Question, questionsOf } from '#application/campaign/rules/questions.ts';
import type { FormFacts } from '#application/site/wire.ts';
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { projectModel } from '#rules/accounts/permission.ts';
import { optionsOf } from '#rules/records/edition.ts';
import { type AskedStep, askedOf } from '../rules/asked.ts';
import { termsOf } from '../rules/enrolment.ts';
import { applicantRoles, formMark, siteModel, type Terms, termsRow } from './own.ts';

/** The parts of a campaign's enrolment form: the model as applicants may see it, with the options of the campaign's edition. @throws Refusal msg.notfound */
export async function readForm(tools: Pick<Tools, 'db' | 'registry' | 'now'>, campaign: string): Promise<FormFacts> {
  const row = await termsRow(tools, tools.db, campaign);
  const terms = termsOf(row);
  const { hash } = await tools.registry.validator('enrolment');
  return {
    model: modelOf(tools, row),
    validator: `/api/site/form/enrolment-${hash}.js`,
    terms: { programs: [...terms.programs], edition: terms.edition, demands: [...(terms.demands ?? [])] },
    mark: formMark(tools, row),
  };
}

/** What the form asks at the instant ('YYYY-MM-DD hh:mm:ss' UTC), for those who have not begun. @throws Refusal msg.notfound */
export async function readAsked(tools: Pick<Tools, 'db' | 'registry'>, campaign: string, now: string): Promise<AskedStep[]> {
  const row = await termsRow(tools, tools.db, campaign);
  const terms = termsOf(row);
  const whole = siteModel(tools, 'enrolment');
  const known = knownAsked.get(whole) ?? new Map<string, AskedStep[]>();
  knownAsked.set(whole, known);
  const key = JSON.stringify([row, terms.demands?.filter(({ from }) => from <= now).length]);
  const asked = known.get(key) ?? askedOf(modelOf(tools, row), terms, now);
  // Of a campaign that changes, what it asked before goes with the others.
  if (known.size > mostKnown) known.clear();
  known.set(key, asked);
  return asked;
}

/** The page is asked for most in the last minutes: what a campaign asks is found once for its row, the model, and the demands that have begun. */
const knownAsked = new WeakMap<ObjectModel, Map<string, AskedStep[]>>();
const mostKnown = 50;

function modelOf(tools: Pick<Tools, 'registry'>, row: Terms): ObjectModel {
  return ofCampaign(withQuestions(projectModel(siteModel(tools, 'enrolment'), applicantRoles), questionsOf(row)), termsOf(row));
}

/** The questions of this campaign alone, in its order and its words. */
function withQuestions(model: ObjectModel, questions: readonly Question[]): ObjectModel {
  const asked = questions.flatMap((question) => {
    const field = model.fields.find(({ name }) => name === answerField(question.key));
    if (!field) return [];
    const codes = question.options.map(({ code }) => code);
    const options =
      field.options &&
      question.options.flatMap(({ code, tw, en }) =>
        (field.options ?? []).filter(({ value }) => value === code).map((option) => ({ ...option, label: { ...option.label, tw, en } })),
      );
    const help = question.helpEn ? { help: { ...field.label, tw: question.helpTw, en: question.helpEn } } : {};
    return [{ ...field, ...help, label: { ...field.label, tw: question.tw, en: question.en }, ...(codes.length && options && { options }) }];
  });
  return { ...model, fields: [...model.fields.filter(({ name }) => !isAnswerField(name)), ...asked] };
}

/** Removes what the form does not need: options of other editions, and settings of the list, the search and staff's operations. */
function ofCampaign(model: ObjectModel, { programs, edition }: ReturnType<typeof termsOf>): ObjectModel {
  const open = (field: FieldModel): FieldModel => {
    const values: unknown[] = field.name === 'attProgram' ? [...programs] : optionsOf(field, edition);
    return {
      ...field,
      ...(field.options && { options: field.options.filter(({ value }) => values.includes(value)) }),
      ...(field.fields && { fields: field.fields.map(open) }),
    };
  };
  return {
    ...model,
    fields: model.fields.map(open),
    list: { ...model.list, columns: [], filters: [], quick: [], rowColor: [], sums: undefined },
    indexes: [],
    actions: [],
  };
}
