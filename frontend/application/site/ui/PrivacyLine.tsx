import { infoAddress } from '../facts.ts';
import { useSiteFacts } from './use-site-facts.ts';

/** Beside fields that ask for personal data: what the campaign's privacy notice says in one sentence, and the way to it. Nothing where there is no notice. */
export function PrivacyLine() {
  const { campaign, lang } = useSiteFacts();
  const notice = campaign?.pages.find(({ kind }) => kind === 'privacy');
  if (!notice) return null;
  return (
    <p className="ui-help privacy-line">
      {notice.lead[lang]}{' '}
      <a href={infoAddress(notice.slug)} target="_blank" rel="noopener">
        {notice.title[lang]}
      </a>
    </p>
  );
}
