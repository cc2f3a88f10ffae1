/** The daily mail of what somebody has not read: what the bell would show them, and nothing that they may not read by then. */
import { randomBytes } from 'node:crypto';
import { type Account, accountsByIds } from '#framework/data/system/accounts/accounts.ts';
import { accountsToMail, markMailed, noticesToMail } from '#framework/data/system/notices.ts';
import { readSetting, writeSetting } from '#framework/data/system/settings.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { mailText } from '#framework/mail/texts.ts';
import { dayAt, homeZone } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import { isMailbox } from '#rules/mail.ts';
import type { NoticeKind } from '#rules/records/mention.ts';
import { fill } from '#rules/words/fill.ts';
import { showable } from './read-notices.ts';
import type { Notice } from './wire.ts';

/** ms after midnight of the house when a day's digest begins: before people come in. */
const begins = 7 * 3_600_000;
/** ms: what nobody has mailed for so long is no news. */
const longest = 7 * 86_400_000;
/** Notices in one mail. */
const mostLines = 50;

/** Queues today's, where nobody has; called each hour. Several processes on one database do it once. */
export async function mailDigests(tools: Tools): Promise<void> {
  const now = tools.now();
  const day = dayAt(now.getTime() - begins, homeZone.value);
  if (!tools.config.digest || !tools.registry.get('mail') || tools.tables.blocked('mail') !== undefined) return;
  if ((await readSetting(tools.db, 'digest')) === day) return;
  await tools.db.alone('digest', async () => {
    if ((await readSetting(tools.db, 'digest')) === day) return;
    const since = now.getTime() - longest;
    for (const account of await accountsByIds(tools.db, await accountsToMail(tools.db, since))) {
      if (account.enabled && account.digest && isMailbox(account.email)) await mailTo(tools, account, since, now);
      // Whoever turns it on again is told of what comes from then on.
      else await tools.db.transaction((tx) => markMailed(tx, account.id, now.getTime()));
    }
    await tools.db.transaction((tx) => writeSetting(tx, 'digest', day));
  });
  tools.outbox.wake();
}

/** One person's; marked with it, so that what is begun and broken off goes on where it was. */
async function mailTo(tools: Tools, account: Account, since: number, now: Date): Promise<void> {
  const model = tools.registry.get('mail')?.model;
  const stored = await noticesToMail(tools.db, account.id, since, mostLines + 1);
  const notices = await showable(tools, account, stored.slice(0, mostLines), account.lang);
  await tools.db.transaction(async (tx) => {
    await markMailed(tx, account.id, now.getTime());
    if (!model || !notices.length) return;
    const { localesDir } = tools.config;
    const { lines } = readWords<{ digest: { lines: Record<NoticeKind | 'more', string> } }>(account.lang, 'mails', localesDir).digest;
    const more = stored.length > mostLines ? [lines.more] : [];
    const said = [...notices.map((notice) => lineOfMail(tools, lines[notice.kind], notice)), ...more].join('\n\n');
    const url = publicAddress(tools.config, '/erp/profile');
    const text = mailText(localesDir, 'digest', account.lang, { name: account.name || account.id, count: notices.length, notices: said, url });
    const id = `digest-${randomBytes(16).toString('hex')}`;
    await queueMail(tools, tx, model, { id, to: account.email, ...text, lang: account.lang, template: 'digest', by: account.id }, now);
  });
}

function lineOfMail({ config }: Tools, line: string, { name, title, due, text, object, id }: Notice): string {
  const plain = (word: string) => word.replaceAll(/\s+/g, ' ');
  const head = fill(line, { name: plain(name), title: plain(title) });
  const link = publicAddress(config, `/erp/pb-${object}/edit`, { id, comments: '1' });
  return [`${head}${due && ` (${due})`}`, text, link].filter(Boolean).join('\n');
}
