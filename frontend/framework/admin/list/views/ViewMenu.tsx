/** All that can be done with the views of a list: choose, save, save as, rename, share, delete, copy the address; and the density. */

import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNotices } from '#client/notices/Notices.tsx';
import { useCopy } from '#client/notices/use-copy.ts';
import { UndoNotice } from '#client/notices/use-undoable.tsx';
import { useRoleName } from '#client/role-name.ts';
import { sayClockwork } from '#client/say-clockwork.ts';
import { useSession } from '#client/session.ts';
import { useChange } from '#client/use-change.ts';
import type { Clockwork, ObjectModel } from '#codegen/model.ts';
import { showInstant } from '#fields/show.ts';
import type { View, ViewBody } from '#framework/views/wire.ts';
import { densities } from '#rules/queries/view.ts';
import type { ViewState } from './use-view.ts';
import { ViewForm } from './ViewForm.tsx';
import { ViewMailForm } from './ViewMailForm.tsx';

const stale = ['views'];

interface Props {
  model: ObjectModel;
  state: ViewState;
  anchor: HTMLElement | null;
  close: () => void;
}

export default function ViewMenu({ model, state, anchor, close }: Props) {
  const translate = useTranslate();
  const roleName = useRoleName();
  const notify = useNotify();
  const { positive } = useNotices();
  const copy = useCopy();
  const { send, busy } = useChange(stale);
  const session = useSession();
  const [form, setForm] = useState<'new' | 'rename' | 'mail'>();
  const { current, views, isChanged, settings, choose } = state;
  const doing = (act: () => void) => () => {
    close();
    act();
  };
  const save = async (view: View) => {
    if (await send('PUT /api/views/:id', { at: { id: view.id }, body: { ...bodyOf(view), settings } })) positive(translate('view.saved', { name: view.name }));
  };
  const keep = async (about: Pick<ViewBody, 'name' | 'scope' | 'role' | 'isDefault'>) => {
    const body = { object: model.name, ...about, settings: form === 'rename' && current ? current.settings : settings };
    const answer = form === 'rename' && current ? await send('PUT /api/views/:id', { at: { id: current.id }, body }) : await send('POST /api/views', { body });
    if (!answer) return;
    setForm(undefined);
    positive(translate('view.saved', { name: about.name }));
    if (form === 'new') choose(answer.id);
  };
  const remove = async (view: View) => {
    if (!(await send('DELETE /api/views/:id', { at: { id: view.id } }))) return;
    const undo = async () => ((await send('POST /api/views/:id/restore', { at: { id: view.id }, body: {} })) ? 1 : 0);
    notify(<UndoNotice message={translate('view.deleted', { name: view.name })} undo={undo} />, { type: 'success', autoHideDuration: 20_000 });
  };
  const mail = async (view: View, when: Clockwork | null) => {
    const answer = await send('PUT /api/views/:id/mail', { at: { id: view.id }, body: { object: model.name, mail: when } });
    if (!answer) return;
    setForm(undefined);
    positive(answer.due ? translate('view.mail_next', { at: showInstant(answer.due) }) : translate('view.mail_ended', { name: view.name }));
  };
  const copyAddress = () => copy(`${location.origin}${location.pathname}?view=${encodeURIComponent(current?.id ?? '')}`, translate('view.copied'));
  return (
    <>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': translate('view.label'), dense: true } }}>
        <MenuItem selected={!current} onClick={doing(() => choose(undefined))}>
          {translate('view.standard')}
        </MenuItem>
        {views.map((view) => (
          <MenuItem key={view.id} selected={view.id === current?.id} onClick={doing(() => choose(view.id))}>
            {view.name}
            <span className="view-scope">{view.scope === 'role' ? roleName(view.role) : translate(`view.of.${view.scope}`)}</span>
          </MenuItem>
        ))}
        <Divider />
        {current?.isMine && isChanged && (
          <MenuItem disabled={busy} onClick={doing(() => void save(current))}>
            {translate('view.save')}
          </MenuItem>
        )}
        {current && isChanged && <MenuItem onClick={doing(() => choose(current.id))}>{translate('view.reset')}</MenuItem>}
        <MenuItem onClick={doing(() => setForm('new'))}>{translate('view.save_as')}</MenuItem>
        {current?.isMine && <MenuItem onClick={doing(() => setForm('rename'))}>{translate('view.rename')}</MenuItem>}
        {current && <MenuItem onClick={doing(() => copyAddress())}>{translate('view.copy')}</MenuItem>}
        {current && session.may(model, 'export') && (
          <MenuItem onClick={doing(() => setForm('mail'))}>
            {translate('view.mail')}
            {current.mail && <span className="view-scope">{sayClockwork(translate, current.mail)}</span>}
          </MenuItem>
        )}
        {current?.isMine && (
          <MenuItem disabled={busy} onClick={doing(() => void remove(current))}>
            {translate('ra.action.delete')}
          </MenuItem>
        )}
        <Divider />
        <ListSubheader role="presentation">{translate('view.density')}</ListSubheader>
        {densities.map((density) => (
          <MenuItem
            key={density}
            role="menuitemradio"
            aria-checked={state.density === density}
            selected={state.density === density}
            onClick={doing(() => state.setDensity(density))}
          >
            {translate(`view.densities.${density}`)}
          </MenuItem>
        ))}
      </Menu>
      {form === 'mail' && current && (
        <ViewMailForm view={current} isChanged={state.isChanged} busy={busy} cancel={() => setForm(undefined)} save={(when) => void mail(current, when)} />
      )}
      {form && form !== 'mail' && (
        <ViewForm
          title={translate(form === 'new' ? 'view.save_as' : 'view.rename')}
          {...(form === 'rename' && current ? { view: current } : {})}
          roles={state.roles}
          busy={busy}
          cancel={() => setForm(undefined)}
          save={(about) => void keep(about)}
        />
      )}
    </>
  );
}

function bodyOf({ object, name, scope, role, isDefault }: View): Omit<ViewBody, 'settings'> {
  return { object, name, scope: scope === 'shipped' ? 'me' : scope, role, isDefault };
}
