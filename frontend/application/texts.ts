/** The application's files of words that the back office is given. */
import { moreTexts } from '#client/providers/i18n.ts';

moreTexts.fill({
  phrases: import.meta.glob('../../locales/*/{back-office,desk,desk-forum,desk-mails,forum-day,pairing-board,release,vpman}.json', { import: 'default' }),
  refusals: import.meta.glob('../../locales/*/refusals.json', { import: 'default' }),
});
