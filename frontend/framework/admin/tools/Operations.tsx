/** The operations of one object: choose the row, see which are open for it, look at what one will do, carry it out. */
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import type { Found } from '#fields/reference/references.tsx';
import { useRowSearch } from '#fields/reference/use-row-search.tsx';
import { labelled } from '#rules/words/language.ts';
import ActionDialog from '../actions/ActionDialog.tsx';
import { fetchActions, type Operation, ofAction } from '../actions/calls.ts';

export function Operations({ model, roles }: { model: ObjectModel; roles: readonly string[] }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const [row, setRow] = useState<Found | null>(null);
  const [operation, setOperation] = useState<Operation>();
  const search = useRowSearch(model.name);
  const { data: open } = useQuery({
    queryKey: ['actions', model.name, row?.id],
    queryFn: () => fetchActions(model.name, row?.id ?? ''),
    enabled: row !== null,
    retry: false,
  });
  const mine = model.actions.filter((action) => action.row && action.roles.some((role) => roles.includes(role)));
  const isOpen = (name: string) => open?.actions.some((action) => action.name === name && action.allowed) ?? false;
  return (
    <>
      <Autocomplete
        {...search}
        size="small"
        className="tools-row"
        value={row}
        onChange={(_, choice) => setRow(choice)}
        renderInput={(params) => <TextField {...params} label={translate('tools.choose', { name: text(model.label) })} />}
      />
      <ul className="tools-list">
        {mine.map((action) => (
          <li key={action.name}>
            <div>
              <strong>{text(action.label)}</strong>
              {action.destructive && (
                <span className="badge" data-color="red">
                  {translate('tools.destructive')}
                </span>
              )}
              {action.confirm && <p className="soft">{text(action.confirm)}</p>}
              {row && open && !isOpen(action.name) && <p className="soft">{translate('tools.closed')}</p>}
            </div>
            <Button
              variant="outlined"
              color={action.destructive ? 'error' : 'primary'}
              disabled={!row || !isOpen(action.name)}
              aria-label={labelled(text(action.label), translate('tools.open'), lang)}
              onClick={() => setOperation(ofAction(action))}
            >
              {translate('tools.open')}
            </Button>
          </li>
        ))}
      </ul>
      {operation && row && (
        <ActionDialog model={model} operation={operation} ids={[row.id]} title={row.title} onClose={() => setOperation(undefined)} onDone={() => undefined} />
      )}
    </>
  );
}
