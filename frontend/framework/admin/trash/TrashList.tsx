import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { saidTitle } from '#client/titles.ts';
import { showInstant } from '#fields/show.ts';
import type { TrashEntry } from '#framework/trash/wire.ts';
import { language } from '#rules/words/language.ts';
import { countInWords } from '#rules/words/wording.ts';
import { TickAll } from '#ui/TickAll.tsx';

interface Props {
  entries: TrashEntry[];
  chosen: ReadonlySet<number>;
  choose: (ids: ReadonlySet<number>) => void;
  busy: boolean;
  restore: (entry: TrashEntry) => void;
}

/** What lies in the trash, an entry a line; on a phone a card each. */
export function TrashList({ entries, chosen, choose, busy, restore }: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const objects = useObjects();
  const label = useObjectLabel();
  const open = entries.filter(({ isKnown }) => isKnown);
  const ticked = open.filter(({ id }) => chosen.has(id)).length;
  const toggle = (id: number) => choose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const name = ({ object, row, title }: TrashEntry) => {
    const model = objects.find((entry) => entry.name === object)?.model;
    return (model && saidTitle(model, { id: row, title }, lang)) || row;
  };
  const taken = ({ object, count }: TrashEntry['taken'][number]) => {
    const model = objects.find((entry) => entry.name === object)?.model;
    if (!object) return translate('form.delete.others', { smart_count: count });
    return model ? countInWords(count, model, lang) : `${count} ${object}`;
  };
  return (
    <div className="panel">
      <FormControlLabel
        className="trash-all"
        label={translate('trash.choose_all')}
        control={
          <TickAll
            size="small"
            ticked={ticked}
            all={open.length}
            onChange={() => choose(ticked === open.length ? new Set() : new Set(open.map(({ id }) => id)))}
          />
        }
      />
      <ul className="trash-list" aria-label={translate('trash.title')}>
        {entries.map((entry) => (
          <li key={entry.id} data-trash={entry.row}>
            <Checkbox
              size="small"
              disabled={!entry.isKnown}
              checked={chosen.has(entry.id)}
              onChange={() => toggle(entry.id)}
              slotProps={{ input: { 'aria-label': translate('trash.choose', { title: name(entry) }) } }}
            />
            <div className="trash-what">
              <strong>{name(entry)}</strong>
              <span className="badge">{label(entry.object)}</span>
              {entry.taken.length > 0 && <span className="soft">{translate('trash.with', { what: entry.taken.map(taken).join(language[lang].list) })}</span>}
              {!entry.isKnown && <span className="soft">{translate('trash.unknown')}</span>}
            </div>
            <span className="soft trash-when">{translate('trash.deleted', { at: showInstant(entry.at), by: entry.by })}</span>
            <Button
              size="small"
              disabled={busy || !entry.isKnown}
              onClick={() => restore(entry)}
              aria-label={translate('trash.restore_one', { title: name(entry) })}
            >
              {translate('trash.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an object is called; its name where its file is gone. */
export function useObjectLabel(): (name: string) => string {
  const text = useText();
  const objects = useObjects();
  return (name) => {
    const entry = objects.find((one) => one.name === name);
    return entry ? text(entry.model.label) : name;
  };
}
