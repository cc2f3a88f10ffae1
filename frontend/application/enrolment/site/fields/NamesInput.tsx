import { useRef } from 'react';
import type { JsonValue } from '#codegen/model.ts';
import { fill } from '../texts.ts';
import { GroupFrame } from './Frame.tsx';
import { type FieldProps, idOf } from './field.ts';

/** A list of names, one in each line. Empty lines are removed when the focus leaves the list. */
export function NamesInput(props: FieldProps) {
  const { path, field, value, lang, t, onChange, onLeave } = props;
  const names = (Array.isArray(value) ? value : []).map((name) => String(name));
  const box = useRef<HTMLDivElement>(null);
  const isFull = names.length >= (field.maxItems ?? Number.POSITIVE_INFINITY);
  const rows = names.length ? names : [''];

  function change(index: number, name: string) {
    onChange(rows.map((other, at): JsonValue => (at === index ? name : other)));
  }
  function remove(index: number) {
    onChange(names.filter((_name, at) => at !== index));
    focusAt(Math.max(0, index - 1));
  }
  function add() {
    onChange([...rows, '']);
    focusAt(rows.length);
  }
  function focusAt(index: number) {
    requestAnimationFrame(() => box.current?.querySelectorAll('input')[index]?.focus());
  }
  function leave() {
    if (names.length > 1 && names.some((name) => name.trim() === '')) onChange(names.filter((name) => name.trim() !== ''));
    onLeave();
  }

  return (
    <GroupFrame of={props}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: reacts when the focus leaves the whole list; nothing to press */}
      <div ref={box} className="enrol-names" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}>
        {rows.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the only identity of a name is its position
          <div key={index} className="enrol-name">
            <input
              className="ui-box"
              id={index === 0 ? idOf(path) : undefined}
              value={name}
              maxLength={100}
              autoComplete="off"
              aria-label={`${field.label[lang]} ${fill(t.form.name, { n: index + 1 })}`}
              onChange={(event) => change(index, event.target.value)}
            />
            {names.length > 0 && (
              <button
                type="button"
                className="enrol-icon"
                aria-label={fill(t.form.remove, { label: name || fill(t.form.name, { n: index + 1 }) })}
                onClick={() => remove(index)}
              >
                ×
              </button>
            )}
          </div>
        ))}
        {!isFull && names.length > 0 && names.at(-1) !== '' && (
          <button type="button" className="enrol-add" onClick={add}>
            ＋ {t.form.addName}
          </button>
        )}
      </div>
    </GroupFrame>
  );
}
