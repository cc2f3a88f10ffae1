import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { ObjectModel } from '#codegen/model.ts';
import { useText } from '../language.tsx';

/** Says what the object is and offers the first step, or the way back from a filter that finds nothing. */
export function EmptyList({ model, isFiltered, clear, create }: { model: ObjectModel; isFiltered: boolean; clear: () => void; create?: () => void }) {
  const translate = useTranslate();
  const text = useText();
  const name = text(model.label);
  return (
    <div className="list-empty">
      <h2>{translate(isFiltered ? 'list.nothing' : 'list.empty', { name })}</h2>
      {!isFiltered && model.help && <p className="soft">{text(model.help)}</p>}
      {isFiltered ? (
        <Button variant="outlined" onClick={clear}>
          {translate('ra.action.remove_all_filters')}
        </Button>
      ) : (
        create && (
          <Button variant="contained" onClick={create}>
            {translate('list.first', { name })}
          </Button>
        )
      )}
    </div>
  );
}
