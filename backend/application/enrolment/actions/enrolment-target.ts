/** Uploads to an applicant's own draft: stills and proposal. */

import { mayBegin, mayFinish } from '#application/campaign/rules/window.ts';
import type { Row } from '#codegen/model.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { UploadRow } from '#framework/data/system/files/uploads.ts';
import type { FilePlace } from '#framework/files/keep-file.ts';
import type { UploadTarget, WantedPlace } from '#framework/files/uploads/target.ts';
import { save } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { fileFieldsOf } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { campaignOf } from '../rules/deadline.ts';
import { applicantPaths, limitsOf, termsOf } from '../rules/enrolment.ts';
import { closedWindow, factsOf, siteModel, termsRow, writtenEnrolment } from './own.ts';

export const enrolmentTarget: UploadTarget = {
  piece: 2 * 1_048_576,

  async lockOwner(tools, tx, actor) {
    await loadRow(tx, wholeReader(siteModel(tools, 'applicant'), tx.kind), actor.id, true);
  },

  /** @throws Refusal msg.notfound for somebody else's, msg.invalid, msg.locked, msg.window */
  async open(tools, tx, actor, wanted) {
    const row = await writtenEnrolment(tools, tx, actor, wanted.rowId);
    const campaign = await termsRow(tools, tx, row.cid);
    const place = limitedPlace(placeAt(tools, wanted), row, campaign, stampOf(tools.now()));
    if (row.status !== 'draft') throw new Refusal('msg.locked', { data: await factsOf(tools, actor, row, campaign) });
    if (!mayBegin(campaignOf(row, campaign), 'enrol', stampOf(tools.now()))) throw closedWindow(tools, campaign, await factsOf(tools, actor, row, campaign));
    return { place, existing: storedBeside(row, place).length };
  },

  placeOf: placeAt,

  /**
   * Adds the file to the row's present version under a lock, or replaces the file of a single-file field; nothing else changes. An upload that began
   * before the end may finish in the grace.
   */
  async attach(tools, tx, actor, upload, attachment) {
    const row = await writtenEnrolment(tools, tx, actor, upload.rowId, true);
    const campaign = await termsRow(tools, tx, row.cid);
    if (row.status !== 'draft') throw new Refusal('msg.locked', { data: await factsOf(tools, actor, row, campaign) });
    const now = tools.now();
    const begun = stampOf(upload.at);
    if (!mayFinish(campaignOf(row, campaign), 'enrol', stampOf(now), begun)) throw closedWindow(tools, campaign, await factsOf(tools, actor, row, campaign));
    const place = limitedPlace(placeAt(tools, upload), row, campaign, stampOf(now));
    const { field, rule } = place;
    const existing = storedBeside(row, place);
    if (existing.length >= rule.maxCount) throw new Refusal('file.count', { values: { object: 'enrolment', field, limit: rule.maxCount } });
    const update = { ...row, [field]: [...existing, attachment] };
    await save(tools, tx, siteModel(tools, 'enrolment'), { update, from: row, names: [field] }, { by: actor.id, at: now });
  },

  async show(tools, actor, upload) {
    const row = await writtenEnrolment(tools, tools.db, actor, upload.rowId);
    return { enrolment: await factsOf(tools, actor, row, await termsRow(tools, tools.db, row.cid)) };
  },
};

function placeAt(tools: Tools, { rowId, field }: WantedPlace | UploadRow): FilePlace {
  const model = siteModel(tools, 'enrolment');
  const found = fileFieldsOf(model).find(({ path }) => path.length === 1 && path[0] === field);
  if (!found || !applicantPaths(model).includes(field)) throw new Refusal('msg.invalid', { fields: [{ path: 'field', code: 'field.option' }] });
  return { object: 'enrolment', rowId, field, rule: found.rule };
}

/** With the campaign's own limits of count and size. */
function limitedPlace(place: FilePlace, row: Row, campaign: Row, now: string): FilePlace {
  const { most = place.rule.maxCount, size } = limitsOf(place.field, row, termsOf(campaign), now);
  const maxSize = size === undefined ? place.rule.maxSize : Math.min(place.rule.maxSize, size * 1_048_576);
  return { ...place, rule: { ...place.rule, maxCount: Math.min(place.rule.maxCount, most), maxSize } };
}

/** The files that remain when another one arrives. In a field for one file none remain: the new one replaces them once it is complete. */
function storedBeside(row: Row, { field, rule }: FilePlace) {
  const value = rule.maxCount === 1 ? [] : row[field];
  return Array.isArray(value) ? value : [];
}
