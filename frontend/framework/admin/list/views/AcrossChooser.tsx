/** By which second field the groups of a list are set apart, across. */
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useSession } from '#client/session.ts';
import type { GroupedBy } from '#codegen/model.ts';
import { acrossFields } from '#rules/queries/groups.ts';
import type { GroupedProps } from './GroupRows.tsx';

/** Of days; shorter ones would be too many columns. */
const steps = ['month', 'quarter', 'year'] as const;

interface Props extends Pick<GroupedProps, 'entry' | 'group' | 'setGroup'> {
  children?: ReactNode;
}

export function AcrossChooser({ entry: { model }, group, setGroup, children }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { roles } = useSession();
  const fields = acrossFields(model, roles).filter(({ name, surfaces }) => surfaces.list && name !== group.path);
  if (!fields.length) return null;
  const ways = fields.flatMap(({ name, label, kind }): { label: string; by: GroupedBy }[] =>
    kind === 'date'
      ? steps.map((step) => ({ label: translate('group.stepped', { field: text(label), step: translate(`group.steps.${step}`) }), by: { path: name, step } }))
      : [{ label: text(label), by: { path: name } }],
  );
  const { across, ...down } = group;
  return (
    <div className="group-bar">
      <TextField
        select
        size="small"
        label={translate('group.across')}
        value={across ? ways.findIndex(({ by }) => by.path === across.path && by.step === across.step) : -1}
        onChange={({ target }) => {
          const by = ways[Number(target.value)]?.by;
          setGroup({ ...down, ...(by && { across: by }) });
        }}
      >
        <MenuItem value={-1}>{translate('group.none_across')}</MenuItem>
        {ways.map(({ label, by }, place) => (
          <MenuItem key={`${by.path} ${by.step ?? ''}`} value={place}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {children}
    </div>
  );
}
