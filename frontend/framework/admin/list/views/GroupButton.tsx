import GroupIcon from '@mui/icons-material/ViewAgendaOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ObjectModel } from '#codegen/model.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import type { ViewState } from './use-view.ts';

const GroupMenu = part(() => import('./GroupMenu.tsx'), 'view');

/** The way to the groups of a list; its menu is fetched when it is opened. */
export function GroupButton({ model, view }: { model: ObjectModel; view: ViewState }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isUsed, setUsed] = useState(false);
  return (
    <>
      <Tooltip title={translate('group.label')}>
        <IconButton
          aria-label={translate('group.label')}
          aria-haspopup="menu"
          color={view.group ? 'primary' : 'default'}
          onClick={(event) => {
            setUsed(true);
            setAnchor(event.currentTarget);
          }}
        >
          <GroupIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {isUsed && (
        <Soon fallback={null}>
          <GroupMenu model={model} group={view.group} setGroup={view.setGroup} anchor={anchor} close={() => setAnchor(null)} />
        </Soon>
      )}
    </>
  );
}
