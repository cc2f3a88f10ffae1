/** Makes a campaign from another one: what is copied, and what moves to the new dates. Pure. */

import { campaignTemplates } from '#application/mailing/rules/mail-template.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { instant, stampOf, utcDay } from '#framework/time.ts';
import { isObject } from '#rules/records/record.ts';
import { messageFields, styleFields } from './checks.ts';

/** What may be copied on request. Identity and rules (programs, zone, how long data are stored, how the jury reads and how much it chooses, proposal template, the form's questions and demands) always are. */
export const cloneParts = ['messages', 'styles', 'mails', 'options', 'images', 'pages', 'days', 'jurors', 'decisionMakers'] as const;
export type ClonePart = (typeof cloneParts)[number];

export interface ClonePlan {
  id: string;
  cna: string;
  enaName: string;
  edition: number | null;
  take: readonly ClonePart[];
  /** windows: moved like the days, or left empty; the days from which a demand holds always move */
  windows: 'shift' | 'empty';
  /** number of days by which windows, forum days and free times move; 364 keeps the weekday */
  shift: number;
}

const always = ['programs', 'zone', 'maxSel', 'ppurl', 'criteria', 'blind', 'listOrder', 'readBy', 'perPitch', 'questions', 'keepMonths'] as const;
const brandFields = ['brandColor', 'brandSecond', 'brandType'] as const;
const day = 86_400_000;

/** The new campaign's values. */
export function clonedCampaign(campaign: Row, { id, cna, enaName, edition, take, windows, shift }: ClonePlan): Row {
  const fields = [
    ...always,
    ...(take.includes('messages') ? messageFields : []),
    ...(take.includes('styles') ? [...styleFields, ...brandFields] : []),
    ...(take.includes('mails') ? campaignTemplates : []),
    ...(take.includes('days') ? ['maxInRow'] : []),
  ];
  const copied = Object.fromEntries(fields.flatMap((name) => (campaign[name] === undefined ? [] : [[name, campaign[name] as JsonValue]]))); // tested
  const moved =
    windows === 'shift'
      ? Object.fromEntries(['cStart', 'cEnd', 'sStart', 'sEnd', 'talkUntil', 'wishUntil'].map((name) => [name, movedInstant(campaign[name], shift)]))
      : {};
  const days = take.includes('days') ? rowsIn(campaign.days).map((one) => ({ ...one, date: movedDate(one.date, shift) })) : [];
  const demands = rowsIn(campaign.demands).map((one) => ({ ...one, from: movedInstant(one.from, shift) }));
  return { ...copied, ...moved, demands, id, cna, enaName, edition, days };
}

/** Free and busy times of a decision maker, moved like the forum days. Without forum days they have no meaning. */
export function movedTimes(value: JsonValue | undefined, { take, shift }: Pick<ClonePlan, 'take' | 'shift'>): Row[] {
  if (!take.includes('days')) return [];
  return rowsIn(value).map((one) => ({ ...one, start: movedInstant(one.start, shift), end: movedInstant(one.end, shift) }));
}

/** 'ccdf14' → 'ccdf15', the next free one; a name without a number gets one. */
export function nextId(id: string, taken: ReadonlySet<string>): string {
  const [, head = id, digits = ''] = /^(.*?)(\d*)$/.exec(id) ?? [];
  const stem = digits ? head : `${head}-`;
  let number = digits ? Number(digits) + 1 : 2;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}

/** The name with its edition increased by one: '第 14 屆' → '第 15 屆'; unchanged without an edition. */
export function nextName(name: string, edition: number | null, next: number | null): string {
  if (edition === null || next === null) return name;
  return name.replace(new RegExp(`(^|\\D)${edition}(?!\\d)`), (_found, before: string) => `${before}${next}`);
}

function movedInstant(value: JsonValue | undefined, days: number): string {
  if (typeof value !== 'string' || value === '') return '';
  return stampOf(instant(value) + days * day);
}

function movedDate(value: JsonValue | undefined, days: number): string {
  return typeof value === 'string' && value !== '' ? utcDay(instant(`${value} 00:00:00`) + days * day) : '';
}

function rowsIn(value: JsonValue | undefined): Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
