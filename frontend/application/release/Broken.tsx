/** What prevents the release of the draft: each meeting with the rule that it breaks, and a link to the board. */
import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ReleaseFacts } from '#application/release/rules/release-facts.ts';
import { useText, useWords } from '#client/language.tsx';
import { inZone } from '#framework/time.ts';

/** Number of lines shown; the total is above. */
const shown = 50;

export function Broken({ facts }: { facts: ReleaseFacts }) {
  const translate = useTranslate();
  const words = useWords();
  const text = useText();
  const { broken } = facts.draft;
  if (!broken.length) return null;
  return (
    <Alert severity="error" className="release-alert">
      <p>
        {translate('release.broken', { smart_count: broken.length })}{' '}
        <Link to={`/oooman?campaign=${encodeURIComponent(facts.campaign.id)}`}>{translate('release.to_board')}</Link>
      </p>
      <ul className="release-broken">
        {broken.slice(0, shown).map(({ pairing, dm, pitch, start, path, code, values }) => (
          <li key={`${pairing} ${path} ${code}`}>
            <b>{inZone(start, facts.campaign.zone)}</b> {text(facts.names.dm[dm]?.title) || dm} × {text(facts.names.pitch[pitch]?.title) || pitch} —{' '}
            {words(code, values)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
