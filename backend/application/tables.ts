/** Tables of the application besides those of its objects: reading marks, viewing statistics, batches of mails, personal links, the forum day. */
import type { DatabaseKind } from '#framework/data/engine/connect.ts';
import { type SystemTable, systemTypes } from '#framework/data/system/system-table.ts';

/** In the order in which they are made. */
export function campaignTables(kind: DatabaseKind, exact: string): SystemTable[] {
  const { serial, int, real, key, text } = systemTypes(kind, exact);
  const id = `${key(64)} NOT NULL`;
  return [
    {
      // Which enrolments a juror has opened. It is separate from the selections, because it is not a rating.
      name: '_reading',
      columns: [`\`jury\` ${id}`, `\`enrolment\` ${id}`, `\`at\` ${int} NOT NULL`, 'PRIMARY KEY (`jury`, `enrolment`)'],
      indexes: { ix__reading_enrolment: '`enrolment`' },
    },
    {
      // What jurors write to one another about an enrolment after the selection has ended. Never changed; staff read it beside the votes.
      name: '_jury_note',
      columns: [`\`id\` ${id} PRIMARY KEY`, `\`jury\` ${id}`, `\`enrolment\` ${id}`, `\`at\` ${int} NOT NULL`, `\`text\` ${text} NOT NULL`],
      indexes: { ix__jury_note_enrolment: '`enrolment`, `at`' },
    },
    {
      // Mails written together. `state` is composing, held, released or discarded; `given` and `report` are JSON that only the action reads.
      name: '_mail_batch',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`cid\` ${id}`,
        `\`kind\` ${key(32)} NOT NULL`,
        `\`state\` ${key(16)} NOT NULL`,
        `\`by\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`released_by\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`released_at\` ${int}`,
        `\`job\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`given\` ${text} NOT NULL`,
        `\`report\` ${text} NOT NULL`,
      ],
      indexes: { ix__mail_batch_cid: '`cid`, `at`' },
    },
    {
      // Personal links of people without an account. What opens a link is derived from its id and the server's secret, and is not stored.
      name: '_link',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`kind\` ${key(16)} NOT NULL`,
        `\`object\` ${id}`,
        `\`row_id\` ${id}`,
        `\`campaign\` ${id}`,
        `\`page\` ${key(32)} NOT NULL DEFAULT ''`,
        `\`at\` ${int} NOT NULL`,
        `\`by\` ${id}`,
        `\`ends_at\` ${int}`,
        `\`revoked_at\` ${int}`,
        `\`opened_at\` ${int}`,
        `\`seen_at\` ${int}`,
        `\`opens\` ${int} NOT NULL DEFAULT 0`,
      ],
      indexes: { ix__link_row: '`object`, `row_id`', ix__link_campaign: '`campaign`, `kind`, `page`' },
    },
    {
      // What was watched: one row for each viewer, page and video; '' where the page or the work was opened. `id` is made of the four.
      // `viewer` is the link or the anonymous visitor; `place`, `duration` and `seconds` are seconds, `spans` JSON [[from, to], …] of seconds.
      name: '_watch',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`page\` ${id}`,
        `\`viewer\` ${id}`,
        `\`link\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`work\` ${key(80)} NOT NULL DEFAULT ''`,
        `\`video\` ${text} NOT NULL`,
        `\`begun_at\` ${int} NOT NULL`,
        `\`seen_at\` ${int} NOT NULL`,
        `\`place\` ${real} NOT NULL`,
        `\`duration\` ${real} NOT NULL`,
        `\`seconds\` ${real} NOT NULL`,
        `\`spans\` ${text} NOT NULL`,
        `\`opens\` ${int} NOT NULL DEFAULT 0`,
      ],
      indexes: { ix__watch_page: '`page`', ix__watch_viewer: '`viewer`', ix__watch_seen: '`seen_at`' },
    },
    {
      // From where a personal link was used: one row for each period, to find links that were passed on; deleted after 90 days.
      name: '_watch_address',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`link\` ${id}`,
        `\`address\` ${key(64)} NOT NULL`,
        `\`agent\` ${key(255)} NOT NULL DEFAULT ''`,
        `\`first_at\` ${int} NOT NULL`,
        `\`last_at\` ${int} NOT NULL`,
        `\`opens\` ${int} NOT NULL DEFAULT 0`,
      ],
      indexes: { ix__watch_address_link: '`link`' },
    },
    {
      // Presses on a forum day: one row for each, never changed. `seq` is the order that all devices see, `press` the device's own id of the press.
      name: '_forum_day',
      columns: [
        `\`seq\` ${serial}`,
        `\`press\` ${id}`,
        `\`campaign\` ${id}`,
        `\`day\` ${key(10)} NOT NULL`,
        `\`kind\` ${key(16)} NOT NULL`,
        `\`subject\` ${key(160)} NOT NULL`,
        `\`state\` ${key(16)} NOT NULL`,
        `\`data\` ${text} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
        `\`by\` ${id}`,
        'UNIQUE (`campaign`, `press`)',
      ],
      indexes: { ix__forum_day_day: '`campaign`, `day`, `seq`' },
    },
  ];
}
