/** The fields of an open form, with what its widgets and templates ask of it. */
import { useMemo } from 'react';
import { FormFactsContext } from '#fields/contract/form-facts.ts';
import type { ObjectFormState } from '../state/use-object-form.ts';
import { LayoutContext } from './contexts.ts';
import { RowField } from './RowField.tsx';

export function ObjectFields({ form }: { form: ObjectFormState }) {
  const { layout, tab, setTab, counts } = form;
  const facts = useMemo(() => ({ layout, tab, setTab, counts }), [layout, tab, setTab, counts]);
  return (
    <FormFactsContext.Provider value={form.facts}>
      <LayoutContext.Provider value={facts}>
        <RowField schema={form.rendered} uiSchema={form.uiSchema} validator={form.rjsf} row={form.row} problems={form.problems} onChange={form.setRow} />
      </LayoutContext.Provider>
    </FormFactsContext.Provider>
  );
}
