/** What is wrong with schema files and tables; nothing where nothing is. */

import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { sayFinding } from '#rules/words/finding-words.ts';
import { useFindingWords } from '../system/use-finding-words.ts';
import { useAttention } from './use-attention.ts';

export function Attention() {
  const translate = useTranslate();
  const findingWords = useFindingWords();
  const { data, error } = useAttention();
  const { quarantined = [], pending = [] } = data ?? {};
  if (!error && quarantined.length + pending.length === 0) return null;
  return (
    <section className="panel">
      <h2>{translate('home.attention')}</h2>
      <FailureLine error={error} />
      <ul className="home-items home-warn">
        {quarantined.map((item) => (
          <li key={item.file}>
            <Link to="/sysman">{translate('home.kinds.quarantine')}</Link> <code>{item.file}</code>
            {item.message && <p className="soft">{sayFinding(item.message, findingWords)}</p>}
          </li>
        ))}
        {pending.map((item) => (
          <li key={item.object}>
            <Link to="/sysman">{translate('home.kinds.plan')}</Link> <code>{item.object}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
