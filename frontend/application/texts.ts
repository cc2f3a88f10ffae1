/** The application's locale files for the back office. */
import { moreTexts } from '#client/providers/i18n.ts';

moreTexts.fill({
  phrases: import.meta.glob('../../locales/*/{back-office,desk,desk-forum,desk-mails,forum-day,pairing-board,release,vpman}.json', { import: 'default' }),
  refusals: import.meta.glob('../../locales/*/refusals.json', { import: 'default' }),
});
