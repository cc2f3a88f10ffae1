import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { editionOf } from '#rules/records/edition.ts';
import { where } from '#rules/records/facts.ts';
import { type CampaignToCheck, checkCampaign, lightOf, styleFields } from '../rules/checks.ts';
import { listsOf } from '../rules/opening.ts';
import { turnWindow } from '../rules/turn.ts';
import { windowOf } from '../rules/window.ts';
import { cssProblems } from '../style.ts';
import type { DashboardOverview } from '../wire.ts';
import { enrolmentsOf, staffCampaign, staffRows, text } from './staff-rows.ts';
import { utcNow } from './utc-now.ts';

/** The campaign at a glance, with the result of the check before opening. @throws Refusal msg.notfound, msg.forbidden */
export async function readOverview(tools: Tools, actor: Actor, campaign: string): Promise<DashboardOverview> {
  const row = await staffCampaign(tools, actor, campaign);
  const enrolments = await enrolmentsOf(tools, actor, campaign, ['status']);
  const states: Record<string, number> = {};
  for (const { status } of enrolments) states[text(status)] = (states[text(status)] ?? 0) + 1;
  const jurors = await jurorsOf(tools, actor, campaign);
  const lines = checkCampaign({
    campaign: row,
    jurors,
    images: (await staffRows(tools, actor, 'layout_image', where({ cid: campaign, enabled: true }), ['place', 'altTw', 'altEn', 'image']))
      .filter(({ image }) => Array.isArray(image) && image.length > 0)
      .map(({ place, altTw, altEn }) => ({ place: text(place), altTw: text(altTw), altEn: text(altEn) })),
    css: Object.fromEntries(styleFields.map((field) => [field, text(row[field]).trim() ? cssProblems(text(row[field])).length : 0])),
    editions: listsOf(tools.registry.get('enrolment')?.model, editionOf(row)),
  });
  const now = utcNow(tools);
  return {
    id: campaign,
    ver: row.ver,
    cname: row.cna,
    ename: row.enaName,
    zone: row.zone,
    now,
    light: lightOf(lines),
    lines,
    windows: (['enrol', 'select'] as const).map((kind) => {
      const [open, close] = [turnWindow(row, kind, 'open', now), turnWindow(row, kind, 'close', now)];
      return {
        kind,
        ...windowOf(row, kind, now),
        ...(!open.problems.length && { open: open.patch as Record<string, string> }), // instants, computed by turnWindow
        ...(!close.problems.length && { close: close.patch as Record<string, string> }),
      };
    }),
    states,
    withdrawn: await withdrawnOf(tools, actor, campaign),
    jurors: jurors.filter(({ enabled }) => enabled).length,
    mayManage: isAdministrator(actor),
  };
}

/** The enrolments that were withdrawn, the latest first, with the reason. */
async function withdrawnOf(tools: Tools, actor: Actor, campaign: string): Promise<DashboardOverview['withdrawn']> {
  const fields = ['cname', 'ename', 'applicant', 'withdrawAt', 'withdrawBy', 'withdrawMsg'] as const;
  const rows = await staffRows(tools, actor, 'enrolment', where({ cid: campaign, status: 'withdrawn' }), fields);
  return rows
    .map(({ id, cname, ename, applicant, withdrawAt, withdrawBy, withdrawMsg }) => ({
      ...{ id, cname, ename, at: withdrawAt, reason: text(withdrawMsg) },
      isByStaff: text(withdrawBy) !== '' && withdrawBy !== applicant,
    }))
    .sort((one, two) => two.at.localeCompare(one.at));
}

/** Says whether each has a password. The password itself is not read. */
async function jurorsOf(tools: Tools, actor: Actor, campaign: string): Promise<CampaignToCheck['jurors']> {
  const rows = await staffRows(tools, actor, 'jury', where({ cid: campaign }), ['email', 'enabled']);
  const { model } = tools.registry.get('jury')!; // staffRows found it
  const query = { filter: where({ cid: campaign }), sort: { field: model.entity.key, order: 'ASC' }, limit: 100_000, offset: 0 } as const;
  const whole = new Map((await loadPage(tools.db, wholeReader(model, tools.db.kind), query)).map((row) => [row.id, row.pw !== '']));
  return rows.map((row) => ({ email: row.email, enabled: row.enabled !== false, hasPassword: whole.get(row.id) ?? false }));
}
