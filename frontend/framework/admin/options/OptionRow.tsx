/** An option as a line of boxes: plain ones, for a list of countries has a thousand. */

import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { longestCode, longestLabel, optionColors } from '#rules/records/options.ts';
import { language, languages } from '#rules/words/language.ts';
import { useSay } from '../schemas/say.tsx';
import type { Line } from './lines.ts';

interface Props {
  line: Line;
  index: number;
  count: number;
  /** place → word */
  faults: Record<string, string>;
  /** added a moment ago: its code is typed first */
  isNew: boolean;
  may: { edit: boolean; editions: boolean; retire: boolean; remove: boolean };
  onChange(part: Partial<Line>): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function OptionRow({ line, index, count, faults, isNew, may, onChange, onMove, onRemove }: Props) {
  const say = useSay();
  const faultId = useId();
  const code = line.code || say('options.codeof', { row: index + 1 });
  const said = [...new Set(Object.values(faults))].map((word) => say(`options.${word}`));
  const box = (place: string) => ({
    className: 'options-box',
    readOnly: !may.edit,
    ...(faults[place] && { 'aria-invalid': true, 'aria-describedby': faultId }),
  });
  return (
    <tr data-retired={line.isRetired || undefined}>
      {may.edit && (
        <td className="options-order">
          <IconButton aria-label={say('options.up', { code })} disabled={index === 0} onClick={() => onMove(-1)}>
            <UpIcon fontSize="small" />
          </IconButton>
          <IconButton aria-label={say('options.down', { code })} disabled={index === count - 1} onClick={() => onMove(1)}>
            <DownIcon fontSize="small" />
          </IconButton>
        </td>
      )}
      <td>
        {line.isStored ? (
          <code>{line.code}</code>
        ) : (
          <input
            {...box('code')}
            aria-label={say('options.codeof', { row: index + 1 })}
            value={line.code}
            maxLength={longestCode}
            autoCapitalize="none"
            ref={isNew && line.code === '' ? (input) => input?.focus() : undefined}
            onChange={(event) => onChange({ code: event.target.value })}
          />
        )}
        {said.length > 0 && (
          <div id={faultId} className="options-fault">
            {said.join(' · ')}
          </div>
        )}
      </td>
      {languages.map((lang) => (
        <td key={lang}>
          <input
            {...box(`labels/${lang}`)}
            lang={language[lang].html}
            aria-label={say('options.labelof', { lang: language[lang].name, code })}
            value={line.labels[lang] ?? ''}
            maxLength={longestLabel}
            onChange={(event) => onChange({ labels: { ...line.labels, [lang]: event.target.value } })}
          />
        </td>
      ))}
      {may.editions && (
        <td>
          <input
            {...box('editions')}
            aria-label={say('options.editionsof', { code })}
            value={line.editions}
            maxLength={60}
            onChange={(event) => onChange({ editions: event.target.value })}
          />
        </td>
      )}
      <td>
        <select
          className="options-box"
          aria-label={say('options.colorof', { code })}
          disabled={!may.edit}
          value={line.color}
          onChange={(event) => onChange({ color: event.target.value })}
        >
          <option value="">{say('options.nocolor')}</option>
          {[...optionColors, ...(line.color && !(optionColors as readonly string[]).includes(line.color) ? [line.color] : [])].map((color) => (
            <option key={color}>{color}</option>
          ))}
        </select>
      </td>
      {may.retire && (
        <td>
          <input
            type="checkbox"
            aria-label={say('options.retiredof', { code })}
            checked={line.isRetired}
            disabled={!may.edit}
            onChange={(event) => onChange({ isRetired: event.target.checked })}
          />
        </td>
      )}
      {may.edit && may.retire && (
        <td>
          {may.remove && (
            <IconButton aria-label={say('options.remove', { code })} onClick={onRemove}>
              <RemoveIcon fontSize="small" />
            </IconButton>
          )}
        </td>
      )}
    </tr>
  );
}
