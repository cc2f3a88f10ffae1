import LayoutIcon from '@mui/icons-material/DashboardOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSession } from '#client/session.ts';
import type { ObjectModel } from '#codegen/model.ts';
import { layoutsOf } from '#rules/queries/layouts.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import type { ViewState } from './use-view.ts';

const LayoutMenu = part(() => import('../../layouts/LayoutMenu.tsx'), 'view');

/** The way from the table to what else the schema has a list stand as; its menu is fetched when it is opened. */
export function LayoutButton({ model, view }: { model: ObjectModel; view: ViewState }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isUsed, setUsed] = useState(false);
  const { roles } = useSession();
  if (layoutsOf(model, roles).length === 0) return null;
  return (
    <>
      <Tooltip title={translate('layout.label')}>
        <IconButton
          aria-label={translate('layout.label')}
          aria-haspopup="menu"
          color={view.layout ? 'primary' : 'default'}
          onClick={(event) => {
            setUsed(true);
            setAnchor(event.currentTarget);
          }}
        >
          <LayoutIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {isUsed && (
        <Soon fallback={null}>
          <LayoutMenu model={model} layout={view.layout} setLayout={view.setLayout} anchor={anchor} close={() => setAnchor(null)} />
        </Soon>
      )}
    </>
  );
}
