import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel, Text } from '#codegen/model.ts';
import { inSentence } from '#rules/words/wording.ts';

/** Says what the object is and offers the first step, or the way back from a filter that finds nothing. */
export function EmptyList({ model, isFiltered, clear, create }: { model: ObjectModel; isFiltered: boolean; clear: () => void; create?: () => void }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const said = (name: Text) => inSentence(text(name), lang);
  return (
    <div className="list-empty">
      <h2>{translate(isFiltered ? 'list.nothing' : 'list.empty', { name: said(model.plural) })}</h2>
      {!isFiltered && model.help && <p className="soft">{text(model.help)}</p>}
      {isFiltered ? (
        <Button variant="outlined" onClick={clear}>
          {translate('ra.action.remove_all_filters')}
        </Button>
      ) : (
        create && (
          <Button variant="contained" onClick={create}>
            {translate('list.first', { name: said(model.label) })}
          </Button>
        )
      )}
    </div>
  );
}
