/** What the table of a saved schema waits for, and the way there: the rows that are in the way get a value, then the plan is applied. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { resultOf } from '#client/job-result.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { JsonValue } from '#codegen/model.ts';
import type { BulkReport } from '#framework/bulk/wire.ts';
import type { ShownStep } from '#framework/system/wire.ts';
import { StepText } from '../system/PendingPlans.tsx';
import { SelectLine, TextLine } from './lines.tsx';
import { useSay } from './say.tsx';

interface Props {
  name: string;
  steps: readonly ShownStep[];
  /** fields whose values others may be given */
  fields: readonly string[];
  onDone(): Promise<void>;
}

export function Waiting({ name, steps, fields, onDone }: Props) {
  const say = useSay();
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive, negative, failure } = useNotices();
  const asked = [...new Set(steps.filter((step) => step.class === 'needsData').flatMap((step) => step.fields))];
  const [field, setField] = useState(asked[0] ?? '');
  const [from, setFrom] = useState('');
  const [value, setValue] = useState('');
  const [count, setCount] = useState<number>();
  const [busy, setBusy] = useState(false);
  if (steps.length === 0) return null;
  const isLossy = steps.some((step) => step.class === 'destructive');
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
      for (const queryKey of [['system'], ['schemas'], ['workbench-check', name]]) await client.invalidateQueries({ queryKey });
    }
  };
  const fill = (mode: 'check' | 'write') =>
    during(async () => {
      const given = from ? { from } : { value: readValue(value) };
      const { job } = await call('POST /api/schemas/:name/backfill', { at: { name }, body: { field, mode, ...given } });
      const { counts, lines, left } = await resultOf<BulkReport>(job);
      setCount(counts.changed + counts.refused + left);
      if (mode === 'write' && counts.changed) positive(say('waiting.filled', { smart_count: counts.changed }));
      // What does not suit the field is not filled in.
      const reasons = lines.flatMap((line) => (line.do === 'refused' ? line.problems.map(({ message }) => message) : []));
      if (counts.refused + left) negative([say('waiting.left', { smart_count: counts.refused + left }), ...new Set(reasons)]);
    });
  const apply = () =>
    during(async () => {
      await call('POST /api/system/apply', { body: { object: name } });
      positive(translate('system.applied'));
      await onDone();
    });
  return (
    <Alert severity="warning" className="bench-waiting">
      <p>{say('waiting.title')}</p>
      <ul>
        {steps.map((step) => (
          <li key={step.key}>
            <StepText step={step} />
          </li>
        ))}
      </ul>
      {asked.length > 0 && (
        <div className="bench-lines">
          <SelectLine label={say('waiting.field')} value={field} options={asked.map((one) => [one, one])} onChange={setField} />
          <SelectLine
            label={say('waiting.from')}
            value={from}
            options={[['', say('waiting.typed')], ...fields.filter((one) => one !== field).map((one): [string, string] => [one, one])]}
            onChange={setFrom}
          />
          {from === '' && <TextLine label={say('waiting.value')} value={value} onChange={setValue} />}
          <div className="bench-bar">
            <Button variant="outlined" disabled={busy || field === ''} onClick={() => void fill('check')}>
              {say('waiting.count')}
            </Button>
            <Button variant="outlined" disabled={busy || field === ''} onClick={() => void fill('write')}>
              {say('waiting.fill')}
            </Button>
            {count !== undefined && <span role="status">{say('waiting.rows', { smart_count: count })}</span>}
          </div>
        </div>
      )}
      {isLossy ? (
        <p>
          {say('waiting.lossy')} <Link to="/sysman">{say('list.system')}</Link>
        </p>
      ) : (
        <Button variant="contained" disabled={busy} onClick={() => void apply()}>
          {translate('system.apply')}
        </Button>
      )}
    </Alert>
  );
}

/** What was typed as a value: a number, true or false as such, all else as text. */
function readValue(typed: string): JsonValue {
  try {
    return JSON.parse(typed) as JsonValue; // what JSON.parse reads is JSON
  } catch {
    return typed;
  }
}
