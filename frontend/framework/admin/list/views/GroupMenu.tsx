/** By which field the rows of a list stand together. */
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useSession } from '#client/session.ts';
import type { ObjectModel, ViewGroup } from '#codegen/model.ts';
import { groupFields, groupSteps } from '#rules/queries/groups.ts';

interface Props {
  model: ObjectModel;
  group: ViewGroup | undefined;
  setGroup: (group: ViewGroup | undefined) => void;
  anchor: HTMLElement | null;
  close: () => void;
}

export default function GroupMenu({ model, group, setGroup, anchor, close }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { roles } = useSession();
  const fields = groupFields(model, roles).filter(({ name, surfaces }) => surfaces.list && name !== model.entity.key);
  const { across } = group ?? {};
  const isDay = fields.some(({ name, kind }) => name === group?.path && kind === 'date');
  const item = (key: string, label: string, isOn: boolean, next: ViewGroup | undefined) => (
    <MenuItem
      key={key}
      role="menuitemradio"
      aria-checked={isOn}
      selected={isOn}
      onClick={() => {
        close();
        setGroup(next);
      }}
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu open={anchor !== null} anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': translate('group.label'), dense: true } }}>
      {item('', translate('group.none'), !group, undefined)}
      {fields.map((field) =>
        item(field.name, text(field.label), group?.path === field.name, {
          path: field.name,
          ...(field.kind === 'date' && { step: group?.step ?? 'month' }),
          ...(across && across.path !== field.name && { across }),
        }),
      )}
      {group && isDay && <Divider />}
      {group && isDay && groupSteps.map((step) => item(`step ${step}`, translate(`group.steps.${step}`), group.step === step, { ...group, step }))}
    </Menu>
  );
}
