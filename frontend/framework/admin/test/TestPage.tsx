/** R30: every kind of field in every state, by the widgets that the forms use. Nothing is saved. For administrators; in development for the staff. */
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form, useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { type ClientEntry, loadValidator, type ValidatorModule } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { ObjectFields } from '#form/rjsf/ObjectFields.tsx';
import { useObjectForm } from '#form/state/use-object-form.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { FailedPage } from '../errors/ErrorPage.tsx';
import { Pending } from '../layout/Layout.tsx';
import { rowOf, type State, states } from './states.ts';
import '#form/rjsf/form.css';
import { useOwnSearchParams } from '../layout/own-navigate.ts';

export default function TestPage() {
  const translate = useTranslate();
  const [search, setSearch] = useOwnSearchParams();
  const state = states.find((one) => one === search.get('state')) ?? 'empty';
  const { data, error } = useQuery({
    queryKey: ['test-fields'],
    queryFn: async () => {
      const entry = await call('GET /api/test-fields', {});
      return { entry, module: await loadValidator(entry.validator) };
    },
    retry: false,
  });
  useEffect(() => {
    document.title = `${translate('test.title')} · Reelbase`;
  }, [translate]);
  if (error) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  return (
    <Box sx={{ px: { xs: 1.5, sm: 3 }, py: 2, maxWidth: 1520 }}>
      <Box component="h1" sx={{ fontSize: 'var(--size-head)', mb: 1.5 }}>
        {translate('test.title')}
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={state}
        aria-label={translate('test.state')}
        sx={{ flexWrap: 'wrap', mb: 1 }}
        onChange={(_event, next: State | null) => next && setSearch({ state: next }, { replace: true })}
      >
        {states.map((one) => (
          <ToggleButton
            key={one}
            value={one}
            sx={{ textTransform: 'none', py: 0.25, color: 'text.primary', '&.Mui-selected': { color: 'text.primary', fontWeight: 600 } }}
          >
            {translate(`test.states.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box component="p" sx={{ mt: 0, mb: 2, color: 'text.secondary', fontSize: 'var(--size-text)' }}>
        {translate(`test.about.${state}`)}
      </Box>
      <StateForm key={state} state={state} {...data} />
    </Box>
  );
}

interface StateFormProps {
  state: State;
  entry: ClientEntry;
  module: ValidatorModule;
}

function StateForm(props: StateFormProps) {
  const [record] = useState(() => ({ id: '', row: { ...defaultsOf(props.entry.model), ...rowOf(props.state) } }));
  return (
    <Form record={record} className="object-form" noValidate>
      <Fields {...props} base={record.row} />
    </Form>
  );
}

function Fields({ state, entry, module, base }: StateFormProps & { base: ReturnType<typeof rowOf> }) {
  const { roles } = useSession();
  const form = useObjectForm({ entry, module, mode: 'edit', roles, writable: state !== 'readonly', base });
  const { setTried } = form;
  // As after an attempt to save: every problem is shown.
  useEffect(() => setTried(state === 'required' || state === 'invalid'), [setTried, state]);
  return <ObjectFields form={form} />;
}
