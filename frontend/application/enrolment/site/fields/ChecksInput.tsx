import { mostOf, offered, toggled } from '../engine/options.ts';
import { fill } from '../texts.ts';
import { GroupFrame } from './Frame.tsx';
import { type FieldProps, idOf } from './field.ts';

/** Several choices out of many. When the limit is reached the other boxes are disabled, and a sentence says how to change the choice. */
export function ChecksInput(props: FieldProps) {
  const { path, field, value, lang, t, onChange, onLeave } = props;
  const chosen = Array.isArray(value) ? value : [];
  const most = mostOf(field);
  const isFull = most !== undefined && chosen.length >= most;
  const note = most !== undefined && (
    <p className="ui-note" aria-live="polite">
      {fill(t.form.chosen, { count: chosen.length, most })}
      {isFull && <span>　{fill(t.form.most, { most })}</span>}
    </p>
  );
  return (
    <GroupFrame of={props} note={note}>
      <div className={classOf(props)}>
        {offered(field, value).map((option, index) => {
          const isChecked = chosen.includes(option.value);
          return (
            <label key={String(option.value)} className="enrol-card">
              <input
                type="checkbox"
                id={index === 0 ? idOf(path) : undefined}
                checked={isChecked}
                aria-disabled={isFull && !isChecked ? true : undefined}
                onChange={() => onChange(toggled(field, value, option.value))}
                onBlur={onLeave}
              />
              <span>{option.label[lang]}</span>
            </label>
          );
        })}
      </div>
    </GroupFrame>
  );
}

/** Many options are drawn small and close together; a few are drawn large. */
function classOf({ field, isRequired }: FieldProps): string {
  if ((field.options?.length ?? 0) > 4) return 'enrol-cards is-dense';
  return isRequired ? 'enrol-cards is-large' : 'enrol-cards';
}
