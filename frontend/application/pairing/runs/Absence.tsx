/** One line of a repair: a person, a day, and from when to when they are absent; buttons for the usual periods. */
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { MomentInput } from '#ui/MomentInput.tsx';
import { type BoardIndex, nameDm, namePitch, spoken } from '../lines.ts';
import { type AbsenceLine, type ForumDay, usualOf } from './absences.ts';

interface AbsenceProps {
  index: BoardIndex;
  days: readonly ForumDay[];
  line: AbsenceLine;
  onChange: (line: AbsenceLine) => void;
}

export function Absence({ index, days, line, onChange }: AbsenceProps) {
  const translate = useTranslate();
  const { facts } = index;
  const day = days.find((one) => one.day === line.day);
  const isWrong = line.from !== '' && line.until !== '' && line.from >= line.until;
  const time = (name: 'from' | 'until') => (
    <MomentInput picker="time" label={translate(`pairing.repair.${name}`)} value={line[name]} onChange={(value) => onChange({ ...line, [name]: value })} />
  );
  return (
    <fieldset>
      <legend>{translate('pairing.repair.when')}</legend>
      <div className="pairing-when">
        <TextField
          select
          label={translate('pairing.repair.who')}
          value={line.who}
          onChange={(event) => onChange({ ...line, who: event.target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">—</option>
          <optgroup label={translate('pairing.repair.dms')}>
            {facts.dms
              .filter(({ enabled }) => enabled)
              .map(({ id }) => (
                <option key={id} value={`dm ${id}`}>
                  {spoken(nameDm(index, id))}
                </option>
              ))}
          </optgroup>
          <optgroup label={translate('pairing.repair.pitches')}>
            {facts.pitches.map(({ id }) => (
              <option key={id} value={`pitch ${id}`}>
                {spoken(namePitch(index, id))}
              </option>
            ))}
          </optgroup>
        </TextField>
        <TextField
          select
          label={translate('pairing.repair.day')}
          value={line.day}
          onChange={(event) => onChange({ ...line, day: event.target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {days.map((one) => (
            <option key={one.day}>{one.day}</option>
          ))}
        </TextField>
        {time('from')}
        {time('until')}
      </div>
      {isWrong && <p role="alert">{translate('pairing.repair.order')}</p>}
      <div className="pairing-usual">
        {day &&
          usualOf(day).map(({ name, from, until }) => (
            <Button key={name} size="small" aria-pressed={line.from === from && line.until === until} onClick={() => onChange({ ...line, from, until })}>
              {translate(`pairing.repair.${name}`)}
            </Button>
          ))}
      </div>
    </fieldset>
  );
}
