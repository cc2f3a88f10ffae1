/** Filters for the recipients of a batch; no choice means all. */
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslate } from 'react-admin';
import { goesToJurors } from '#application/mailing/rules/bulk-mail.ts';
import { useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import type { Option } from '#codegen/model.ts';
import type { Order } from './calls.ts';

const noOptions: readonly Option[] = [];

export function WhomFilters({ order, onChange }: { order: Order; onChange: (more: Partial<Order>) => void }) {
  const translate = useTranslate();
  const fields = useObjects().find(({ name }) => name === 'enrolment')?.model.fields ?? [];
  const optionsOf = (field: string) => fields.find(({ name }) => name === field)?.options ?? noOptions;
  const toJurors = goesToJurors(order.kind);
  // Mails about a decision go to everybody with that decision, so they have no filters.
  const byState = !toJurors && !order.kind.startsWith('decision');
  return (
    <div className="whomfilters">
      {byState && <Choice name="states" options={optionsOf('status')} chosen={order.states} onChange={(states) => onChange({ states, without: [] })} />}
      {byState && (
        <Choice name="decisions" options={optionsOf('decision')} chosen={order.decisions} onChange={(decisions) => onChange({ decisions, without: [] })} />
      )}
      <Choice name="programs" options={optionsOf('attProgram')} chosen={order.programs} onChange={(programs) => onChange({ programs, without: [] })} />
      {toJurors && (
        <FormControlLabel
          control={<Checkbox size="small" checked={order.unfinished} onChange={(event) => onChange({ unfinished: event.target.checked, without: [] })} />}
          label={translate('deskmails.unfinished')}
        />
      )}
      <p className="soft">{translate('deskmails.everyone')}</p>
    </div>
  );
}

function Choice({ name, options, chosen, onChange }: { name: string; options: readonly Option[]; chosen: string[]; onChange: (chosen: string[]) => void }) {
  const translate = useTranslate();
  const text = useText();
  return (
    <fieldset className="whomfilters-choice">
      <legend>{translate(`deskmails.${name}`)}</legend>
      {options.map(({ value, label }) => {
        const code = String(value);
        const isChosen = chosen.includes(code);
        return (
          <Chip
            key={code}
            size="small"
            label={text(label)}
            color={isChosen ? 'primary' : 'default'}
            variant={isChosen ? 'filled' : 'outlined'}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((one) => one !== code) : [...chosen, code])}
          />
        );
      })}
    </fieldset>
  );
}
