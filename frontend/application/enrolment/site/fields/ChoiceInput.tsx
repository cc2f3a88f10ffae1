import type { JsonValue } from '#codegen/model.ts';
import { emptyOf } from '#rules/records/record.ts';
import { isShownAsCards, offered } from '../engine/options.ts';
import { Frame, GroupFrame } from './Frame.tsx';
import { aria, type FieldProps, idOf } from './field.ts';

/** One choice out of several: as cards where there are few, as a select where there are many. */
export function ChoiceInput(props: FieldProps) {
  return isShownAsCards(props.field) ? <Cards {...props} /> : <Select {...props} />;
}

function Cards(props: FieldProps) {
  const { path, field, value, lang, onChange, onLeave } = props;
  return (
    <GroupFrame of={props}>
      <div className="enrol-cards">
        {offered(field, value).map((option, index) => (
          <label key={String(option.value)} className="enrol-card">
            <input
              type="radio"
              id={index === 0 ? idOf(path) : undefined}
              name={path}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onBlur={onLeave}
            />
            <span>{option.label[lang]}</span>
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}

function Select(props: FieldProps) {
  const { path, field, value, lang, t, onChange, onLeave } = props;
  const options = offered(field, value);
  const empty = emptyOf(field);
  const choose = (text: string): JsonValue => options.find((option) => String(option.value) === text)?.value ?? empty;
  return (
    <Frame of={props}>
      <select
        className="ui-box"
        id={idOf(path)}
        value={options.some((option) => option.value === value) ? String(value) : ''}
        onChange={(event) => onChange(choose(event.target.value))}
        onBlur={onLeave}
        {...aria(props)}
      >
        <option value="">{t.form.choose}</option>
        {options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label[lang]}
          </option>
        ))}
      </select>
    </Frame>
  );
}
