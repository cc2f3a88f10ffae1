/** The jury's discussion of one enrolment: what the others chose and wrote, and notes to one another. */
import { createHash, randomUUID } from 'node:crypto';
import type { JuryTalk } from '#application/site/wire.ts';
import { narrowReader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { among, where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { addNote, notesOn } from '../data/notes.ts';
import { ownOf, unknownKeys } from '../rules/selection.ts';
import { noteProblems, talkState } from '../rules/talk.ts';
import { type JurorContext, jurorContext, loadEntry, loadSelection, modelOf } from './juror-context.ts';

/** Most rows of one enrolment's jury. */
const mostRows = 500;

/** Undefined where the campaign has no discussion, or none yet. The caller has asked whether the juror may read the enrolment. */
export async function readTalk(tools: RecordTools, { campaign, juror, criteria, now }: JurorContext, enrolment: string): Promise<JuryTalk | undefined> {
  const state = talkState(campaign, now);
  if (state !== 'open' && state !== 'over') return undefined;
  const people = narrowReader(wholeReader(modelOf(tools, 'jury'), tools.db.kind), new Set(['id', 'name', 'ename', 'chair'] as const));
  const jurors = await loadPage(tools.db, people, { filter: where({ cid: campaign.id }), sort: { field: 'name', order: 'ASC' }, limit: mostRows, offset: 0 });
  const query = { sort: { field: 'id', order: 'ASC' }, limit: mostRows, offset: 0 } as const;
  const filter = {
    kind: 'and' as const,
    of: [
      where({ enrolment, conflict: false }),
      among(
        'jury',
        jurors.map(({ id }) => id),
      ),
    ],
  };
  const selections = await loadPage(tools.db, wholeReader(modelOf(tools, 'selection'), tools.db.kind), { ...query, filter });
  const names = new Map(jurors.map(({ id, name, ename, chair }) => [id as string, { name, ename, chair }]));
  const nobody = { name: '', ename: '', chair: false };
  return {
    mayWrite: state === 'open',
    until: campaign.talkUntil,
    votes: selections
      .filter(({ jury }) => jury !== juror.id)
      .map((row) => {
        const { choice, weight, scores, comment } = ownOf(row, criteria);
        return { ...(names.get(row.jury) ?? nobody), choice, weight, scores, comment };
      }),
    notes: (await notesOn(tools.db, [enrolment])).map(({ id, jury, at, text }) => ({
      id,
      ...(names.get(jury) ?? nobody),
      isOwn: jury === juror.id,
      at: stampOf(at),
      text,
    })),
  };
}

/**
 * POST /api/site/selection/{enrolment}/notes {text}. With an Idempotency-Key it is written once.
 * @throws Refusal msg.invalid, msg.notfound, rule.conflict, rule.notalk where the discussion is not open
 */
export async function writeNote(tools: RecordTools, actor: Actor, id: string, body: unknown, key: string = randomUUID()): Promise<JuryTalk> {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const problems = [...unknownKeys(body, ['text']), ...noteProblems(body.text)];
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const context = await jurorContext(tools, actor);
  await loadEntry(tools, context, id);
  if ((await loadSelection(tools, context, id))?.conflict === true) throw new Refusal('rule.conflict');
  if (talkState(context.campaign, context.now) !== 'open') throw new Refusal('rule.notalk');
  const note = { id: noteId(actor.id, id, key), jury: actor.id, enrolment: id, at: tools.now().getTime(), text: String(body.text).trim() };
  await addNote(tools.db, note);
  const talk = await readTalk(tools, context, id);
  if (!talk) throw new Refusal('rule.notalk');
  return talk;
}

function noteId(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}
