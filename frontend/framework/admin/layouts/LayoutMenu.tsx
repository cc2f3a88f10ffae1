/** How the rows of a list stand: in a table, or as the schema's fields allow. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useSession } from '#client/session.ts';
import type { ObjectModel, ViewLayout } from '#codegen/model.ts';
import { layoutsOf } from '#rules/queries/layouts.ts';

interface Props {
  model: ObjectModel;
  layout: ViewLayout | undefined;
  setLayout: (layout: ViewLayout | undefined) => void;
  anchor: HTMLElement | null;
  close: () => void;
}

export default function LayoutMenu({ model, layout, setLayout, anchor, close }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { roles } = useSession();
  const all = layoutsOf(model, roles);
  const nameOf = ({ kind, field }: ViewLayout) => {
    const isOne = all.filter((one) => one.kind === kind).length === 1;
    const label = text(model.fields.find(({ name }) => name === field)?.label);
    return isOne ? translate(`layout.${kind}`) : translate('layout.by', { layout: translate(`layout.${kind}`), field: label });
  };
  const item = (label: string, isOn: boolean, next: ViewLayout | undefined) => (
    <MenuItem
      key={label}
      role="menuitemradio"
      aria-checked={isOn}
      selected={isOn}
      onClick={() => {
        close();
        setLayout(next);
      }}
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu open={anchor !== null} anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': translate('layout.label'), dense: true } }}>
      {item(translate('layout.table'), !layout, undefined)}
      {all.map((one) => item(nameOf(one), one.kind === layout?.kind && one.field === layout.field, one))}
    </Menu>
  );
}
