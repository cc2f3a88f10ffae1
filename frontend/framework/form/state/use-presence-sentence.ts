/** The one thing that whoever is at a record should know of the others; '' for nothing. */
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { useSession } from '#client/session.ts';
import { language } from '#rules/words/language.ts';
import type { PresenceFacts } from './use-presence.ts';

export function usePresenceSentence({ presence, isGone }: PresenceFacts, isNewer: boolean): string {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { user } = useSession();
  if (isGone) return translate('form.presence.gone');
  if (!presence) return '';
  const { names, by } = presence;
  if (isNewer && by === user.id) return translate('form.presence.ownnewer');
  if (isNewer) return names[by] ? translate('form.presence.newer', { name: names[by] }) : translate('form.presence.anynewer');
  const others = presence.others.filter(({ account }) => account !== user.id);
  const typing = others.filter(({ isTyping }) => isTyping);
  const shown = typing.length ? typing : others;
  if (!shown.length) return presence.others.length ? translate('form.presence.own') : '';
  return translate(typing.length ? 'form.presence.typing' : 'form.presence.open', {
    names: shown.map(({ account }) => names[account] ?? account).join(language[lang].list),
    smart_count: shown.length,
  });
}
