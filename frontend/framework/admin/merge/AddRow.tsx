/** Looking for the records that are about the same thing as the open one. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ObjectModel } from '#codegen/model.ts';
import type { Found } from '#fields/reference/references.tsx';
import { useRowSearch } from '#fields/reference/use-row-search.tsx';

export function AddRow({ model, chosen, onAdd }: { model: ObjectModel; chosen: readonly string[]; onAdd(id: string): void }) {
  const translate = useTranslate();
  const search = useRowSearch(model.name);
  // A box of its own for each that was found, so that the next begins empty.
  const [found, setFound] = useState(0);
  return (
    <Autocomplete
      {...search}
      key={found}
      autoHighlight
      filterOptions={(all: Found[]) => all.filter(({ id }) => !chosen.includes(id))}
      onChange={(_, choice) => {
        if (!choice) return;
        setFound(found + 1);
        onAdd(choice.id);
      }}
      sx={{ mt: 1 }}
      renderInput={(params) => <TextField {...params} autoFocus={found === 0} label={translate('merge.find')} placeholder={translate('form.search')} />}
    />
  );
}
