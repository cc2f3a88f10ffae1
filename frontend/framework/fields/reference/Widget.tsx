import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import Autocomplete from '@mui/material/Autocomplete';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useHref } from 'react-router';
import { useEntry } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useTitle } from '#client/titles.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { copiedValues, rowOf, scopeOf } from './copied-values.ts';
import { Peek } from './Peek.tsx';
import type { Found } from './references.tsx';
import { useCreate } from './use-create.tsx';
import { useRowSearch } from './use-row-search.tsx';

/** One row of another object, found by its title; opens in a tab of its own, so that nothing typed here is lost. */
export default function ReferenceWidget(props: WidgetProps) {
  const { id, field, path, value, onChange, onChangeMany, onBlur, readOnly, invalid, cell } = props;
  const to = field.relation?.to ?? '';
  const entry = useEntry(to);
  const current = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const title = useTitle(to, current) ?? current;
  const facts = useFormFacts();
  const translate = useTranslate();
  const href = useHref(entry ? editPath(entry.model, current) : '/');
  const chosen: Found | null = current ? { id: current, title } : null;
  const choose = async (choice: Found | null) => {
    const copies = field.relation?.copies;
    if (!choice || !copies) return onChange(choice?.id ?? '');
    const source = await rowOf(to, choice.id);
    const scope = { ...scopeOf(facts, path), [field.name]: choice.id };
    onChangeMany({ [field.name]: choice.id, ...(source && copiedValues(source, copies, scope)) });
  };
  const create = useCreate(to, id, (made) => void choose(made));
  const search = useRowSearch(to, field.relation?.filter, create.canCreate);
  return (
    <Stack direction="row" spacing={0.5} alignItems="center">
      <Autocomplete
        {...search}
        id={id}
        fullWidth
        size="small"
        autoHighlight
        value={chosen}
        readOnly={readOnly}
        onChange={(_, choice) => create.begins(choice) || void choose(choice)}
        onBlur={onBlur}
        renderInput={(params) => (
          <TextField
            {...params}
            error={invalid}
            placeholder={readOnly ? '' : translate('form.search')}
            slotProps={{ htmlInput: { ...params.inputProps, ...boxAttributes(props) } }}
          />
        )}
      />
      {entry && current && !cell && (
        <Peek to={to} id={current}>
          <IconButton size="small" href={href} target="_blank" rel="noopener" aria-label={translate('form.openrow', { title })}>
            <OpenInNewIcon fontSize="inherit" />
          </IconButton>
        </Peek>
      )}
      {create.dialog}
    </Stack>
  );
}
