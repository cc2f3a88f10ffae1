import { type KeyboardEvent, useState } from 'react';
import type { Option } from '#codegen/model.ts';
import { labelled } from '#rules/words/language.ts';
import { isSearched, mostOf, offered, toggled, within } from '../engine/options.ts';
import { fill } from '../texts.ts';
import { GroupFrame } from './Frame.tsx';
import { type FieldProps, idOf } from './field.ts';

/**
 * Several choices out of many. When the limit is reached the other boxes are disabled, and a sentence says how to change the choice. Out of very many
 * one looks for one's own: what is chosen stays in sight, with what the typed text is part of.
 */
export function ChecksInput(props: FieldProps) {
  const { path, field, value, lang, t, onChange, onLeave } = props;
  const chosen = Array.isArray(value) ? value : [];
  const most = mostOf(field);
  const isFull = most !== undefined && chosen.length >= most;
  const [typed, setTyped] = useState('');
  const isLong = isSearched(field);
  const all = offered(field, value);
  const { shown, others, isNone } = isLong ? within(all, value, typed) : { shown: all, others: 0, isNone: false };
  function toggle(option: Option) {
    onChange(toggled(field, value, option.value));
    setTyped('');
  }
  /** Enter takes the first that is found. */
  function take(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const first = shown.find((option) => !chosen.includes(option.value));
    if (typed.trim() && first) toggle(first);
  }
  const note = most !== undefined && (
    <p className="ui-note" aria-live="polite">
      {fill(t.form.chosen, { count: chosen.length, most })}
      {isFull && <span>　{fill(t.form.most, { most })}</span>}
    </p>
  );
  return (
    <GroupFrame of={props} note={note}>
      {isLong && (
        <input
          className="ui-box enrol-find"
          type="search"
          id={idOf(path)}
          value={typed}
          placeholder={t.form.find}
          aria-label={labelled(field.label[lang], t.form.find, lang)}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={take}
          onBlur={onLeave}
        />
      )}
      <div className={classOf(props)}>
        {shown.map((option, index) => {
          const isChecked = chosen.includes(option.value);
          return (
            <label key={String(option.value)} className="enrol-card">
              <input
                type="checkbox"
                id={index === 0 && !isLong ? idOf(path) : undefined}
                checked={isChecked}
                aria-disabled={isFull && !isChecked ? true : undefined}
                onChange={() => toggle(option)}
                onBlur={onLeave}
              />
              <span>{option.label[lang]}</span>
            </label>
          );
        })}
      </div>
      {isLong && (
        <p className="ui-help" role="status">
          {isNone ? t.form.noneFound : others > 0 && fill(t.form.others, { count: others })}
        </p>
      )}
    </GroupFrame>
  );
}

/** Many options are drawn small and close together; a few are drawn large. */
function classOf({ field, isRequired }: FieldProps): string {
  if ((field.options?.length ?? 0) > 4) return 'enrol-cards is-dense';
  return isRequired ? 'enrol-cards is-large' : 'enrol-cards';
}
