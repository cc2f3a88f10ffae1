/** What one language lacks compared with the other, each with a button that adds it. */

import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Missing } from '#application/viewing/rules/missing.ts';
import { composerPath, otherLang, type PageName } from '#application/viewing/rules/page-address.ts';
import { idOf, objectOf, type WorkFacts, type WorkKey } from '#application/viewing/rules/works.ts';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { languages } from '#rules/words/language.ts';
import { useWordsOf } from '../use-words.ts';

interface MissingListProps {
  name: PageName;
  missing: readonly Missing[];
  known: ReadonlyMap<WorkKey, WorkFacts>;
  hasOther: boolean;
  /** copies a work from the other language; undefined where the page cannot be changed */
  onTake: ((key: WorkKey) => void) | undefined;
}

export function MissingList({ name, missing, known, hasOther, onTake }: MissingListProps) {
  const translate = useTranslate();
  const other = otherLang(name.lang);
  return (
    <section className="panel" aria-labelledby="vpman-missing">
      <h2 id="vpman-missing">{translate('vpman.missing.head')}</h2>
      {!hasOther && (
        <p>
          {translate('vpman.missing.nopage', { language: translate(`vpman.lang.${other}`) })}{' '}
          <Link to={composerPath({ ...name, lang: other })}>{translate('vpman.missing.go', { language: translate(`vpman.lang.${other}`) })}</Link>
        </p>
      )}
      {hasOther && missing.length === 0 && <p className="soft">{translate('vpman.missing.nothing')}</p>}
      {hasOther && missing.length > 0 && (
        <div className="vpman-sides">
          {languages.map((lang) => (
            <div key={lang}>
              <h3>
                {translate('vpman.missing.in', { language: translate(`vpman.lang.${lang}`), smart_count: missing.filter((one) => one.lang === lang).length })}
              </h3>
              <ul className="vpman-missing">
                {missing
                  .filter((one) => one.lang === lang)
                  .map((one) => (
                    <Line key={`${one.kind} ${one.work}`} missing={one} known={known} onTake={lang === name.lang ? onTake : undefined} />
                  ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

const ofTheWork = ['name', 'synopsis', 'subtitles'];

function Line({ missing, known, onTake }: { missing: Missing; known: MissingListProps['known']; onTake: MissingListProps['onTake'] }) {
  const translate = useTranslate();
  const words = useWordsOf();
  const objects = useObjects();
  const { kind, work } = missing;
  const fact = work ? known.get(work) : undefined;
  const model = work ? objects.find(({ name }) => name === objectOf(work))?.model : undefined;
  const title = fact ? words.name(fact) : work;
  return (
    <li>
      {title && <strong>{title}</strong>} {translate(`vpman.missing.${kind}`)}{' '}
      {work && kind === 'work' && onTake && (
        <Button size="small" onClick={() => onTake(work)}>
          {translate('vpman.missing.take')}
        </Button>
      )}
      {work && model && ofTheWork.includes(kind) && <Link to={editPath(model, idOf(work))}>{translate('vpman.missing.edit')}</Link>}
    </li>
  );
}
