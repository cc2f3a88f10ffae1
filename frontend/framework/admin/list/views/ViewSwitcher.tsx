/** The view that a list shows, and the way to the others; what is rarely done with one is fetched when it is opened. */
import ViewIcon from '@mui/icons-material/BookmarkBorder';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import { labelled, language } from '#rules/words/language.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import type { ViewState } from './use-view.ts';

const ViewMenu = part(() => import('./ViewMenu.tsx'), 'view');

export function ViewSwitcher({ model, state }: { model: ObjectModel; state: ViewState }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isUsed, setUsed] = useState(false);
  const { current, isChanged } = state;
  const name = current?.name ?? translate('view.standard');
  const { open, close } = language[lang];
  return (
    <>
      <Button
        color="inherit"
        startIcon={<ViewIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={labelled(translate('view.label'), isChanged ? `${name}${open}${translate('view.changed')}${close}` : name, lang)}
        onClick={(event) => {
          setUsed(true);
          setAnchor(event.currentTarget);
        }}
      >
        <span className="view-name">{name}</span>
        {isChanged && <span className="view-changed"> · {translate('view.changed')}</span>}
      </Button>
      {current !== undefined && current.left > 0 && <span className="soft">{translate('view.left', { smart_count: current.left })}</span>}
      {isUsed && (
        <Soon fallback={null}>
          <ViewMenu model={model} state={state} anchor={anchor} close={() => setAnchor(null)} />
        </Soon>
      )}
    </>
  );
}
