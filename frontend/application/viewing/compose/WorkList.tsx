/** The works in the order of the wall: moved by dragging the handle, or with the arrow keys on it. Each shows which of its parts are on the page. */

import CloseIcon from '@mui/icons-material/Close';
import DragIcon from '@mui/icons-material/DragIndicator';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ownSide } from '#application/campaign/rules/two-sides.ts';
import type { Missing } from '#application/viewing/rules/missing.ts';
import type { PageName } from '#application/viewing/rules/page-address.ts';
import { hasMaterial, type Material, materialsOf, objectOf, type PageWork, type WorkFacts, type WorkKey } from '#application/viewing/rules/works.ts';
import type { Lang } from '#codegen/model.ts';
import { language, languages } from '#rules/words/language.ts';
import { moved, sortable } from '#ui/order/sortable.ts';
import { useWordsOf } from '../use-words.ts';
import type { ComposerState } from './use-composer.ts';

interface WorkListProps {
  name: PageName;
  state: ComposerState;
  known: ReadonlyMap<WorkKey, WorkFacts>;
  missing: readonly Missing[];
  may: boolean;
}

export function WorkList({ name, state, known, missing, may }: WorkListProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { draft, change } = state;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const title = (key: WorkKey) => {
    const fact = known.get(key);
    return fact ? words.name(fact) : key;
  };
  const latest = useRef({ works: draft.works, title });
  latest.current = { works: draft.works, title };
  useEffect(() => {
    if (!list.current || !may) return;
    return sortable(list.current, () => ({
      onMove: (from, to) => {
        const { works, title: titled } = latest.current;
        const work = works[from];
        if (!work) return;
        change({ works: moved(works, from, to) });
        setSaid(translate('vpman.moved', { title: titled(work.key), place: to + 1, count: works.length }));
      },
    }));
  }, [change, may, translate]);
  const set = (at: number, patch: Partial<PageWork>) => change({ works: draft.works.map((work, index) => (index === at ? { ...work, ...patch } : work)) });
  const groups = [...new Set(draft.works.map(({ group }) => group).filter(Boolean))];
  return (
    <>
      <p role="status" className="unseen">
        {said}
      </p>
      <datalist id="vpman-groups">
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <ol ref={list} className="order vpman-works" aria-labelledby="vpman-works">
        {draft.works.map((work, index) => (
          <li key={work.key} data-key={work.key} className="vpman-work">
            {may && (
              <button type="button" className="order-handle" data-handle aria-label={translate('vpman.move', { title: title(work.key), place: index + 1 })}>
                <DragIcon fontSize="small" />
              </button>
            )}
            <Card
              {...{ name, work, may }}
              fact={known.get(work.key)}
              missing={missing.filter((one) => one.work === work.key)}
              onChange={(patch) => set(index, patch)}
            />
            {may && (
              <IconButton size="small" aria-label={translate('vpman.remove', { title: title(work.key) })} onClick={() => state.remove(index)}>
                <CloseIcon fontSize="inherit" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface CardProps {
  name: PageName;
  work: PageWork;
  fact: WorkFacts | undefined;
  missing: readonly Missing[];
  may: boolean;
  onChange: (patch: Partial<PageWork>) => void;
}

function Card({ name, work, fact, missing, may, onChange }: CardProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const lacks = (lang: Lang) => missing.filter((one) => one.lang === lang).map(({ kind }) => translate(`vpman.missing.${kind}`));
  const toggle = (material: Material) =>
    onChange({ show: work.show.includes(material) ? work.show.filter((one) => one !== material) : [...work.show, material] });
  return (
    <div className="vpman-card">
      {fact?.still ? <img src={fact.still} alt="" loading="lazy" width={72} height={48} /> : <span className="vpman-nostill" aria-hidden="true" />}
      <div className="vpman-titles">
        {languages.map((lang) => (
          <div key={lang} lang={language[lang].html} className={lang === name.lang ? 'vpman-own' : 'soft'}>
            <span>{ownSide(lang, fact?.cname, fact?.ename) || '–'}</span>
            {lacks(lang).map((text) => (
              <span key={text} className="badge" data-color="orange">
                {text}
              </span>
            ))}
          </div>
        ))}
        <div className="soft">
          {translate(`vpman.object.${objectOf(work.key)}`)} {fact?.number}
          {fact?.program && ` · ${words.label('pitch', 'attProgram', fact.program)}`}
          {fact?.status && ` · ${words.label('pitch', 'status', fact.status)}`}
          {!fact && translate('vpman.gone')}
        </div>
      </div>
      <label className="vpman-group">
        <span>{translate('vpman.group')}</span>
        <input list="vpman-groups" maxLength={100} value={work.group} readOnly={!may} onChange={(event) => onChange({ group: event.target.value })} />
      </label>
      <fieldset className="vpman-show">
        <legend className="unseen">{translate('vpman.show')}</legend>
        {materialsOf(objectOf(work.key)).map((material) => {
          const has = fact !== undefined && hasMaterial(fact, material, name.lang);
          const isShown = work.show.includes(material);
          const detail = fact ? amount(fact, material, translate) : '';
          return (
            <button
              key={material}
              type="button"
              className="chip"
              aria-pressed={isShown}
              data-lacks={isShown && !has ? '' : undefined}
              disabled={!may}
              title={has ? undefined : translate('vpman.hasnot')}
              onClick={() => toggle(material)}
            >
              {words.material(material)}
              {has ? detail && <span> {detail}</span> : <span> · {translate('vpman.hasnone')}</span>}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}

/** How much there is of a part, where that is a number; for videos, the languages of their subtitles. */
function amount(fact: WorkFacts, material: Material, translate: (key: string) => string): string {
  if (material === 'stills') return String(fact.stills);
  if (material !== 'video') return '';
  const subtitles = fact.subtitles.map((lang) => translate(`vpman.subtitle.${lang}`)).join('+');
  return `${fact.videos}${subtitles && ` (${subtitles})`}`;
}
