import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useLayoutEffect, useRef } from 'react';
import { partWords } from '../parts.ts';

interface Common {
  label: ReactNode;
  /** below the control: what to write */
  help?: ReactNode;
  /** the problem in words; while there is one, the control is marked as invalid */
  error?: ReactNode;
  /** false shows '選填 / optional' */
  optional?: boolean;
  /** at the end of the line below the control: 'saved', '120 / 300' */
  note?: ReactNode;
  /** id of the control; the list of missing fields links to it */
  id?: string;
  name?: string;
  disabled?: boolean;
  readOnly?: boolean;
  required?: boolean;
  onBlur?: () => void;
}

export interface TextFieldProps extends Common {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'number' | 'search' | 'date';
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url';
  maxLength?: number;
  placeholder?: string;
  pattern?: string;
  autoFocus?: boolean;
  spellCheck?: boolean;
  lang?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, help, error, optional, note, id, value, onChange, ...rest }: TextFieldProps) {
  const parts = useParts(id, help, error);
  return (
    <Frame {...{ label, help, error, optional, note, parts }}>
      <input {...rest} {...parts.control} className="ui-box" value={value} onChange={(event) => onChange(event.target.value)} />
    </Frame>
  );
}

export interface TextAreaProps extends Common, Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'maxLength' | 'placeholder' | 'lang' | 'spellCheck'> {
  value: string;
  onChange: (value: string) => void;
  /** minimum number of lines; the box grows with its text */
  rows?: number;
}

export function TextArea({ label, help, error, optional, note, id, value, onChange, rows = 4, ...rest }: TextAreaProps) {
  const parts = useParts(id, help, error);
  const box = useRef<HTMLTextAreaElement>(null);
  // Where the browser cannot size the box by its content, the script does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [value]);
  return (
    <Frame {...{ label, help, error, optional, note, parts }}>
      <textarea {...rest} {...parts.control} ref={box} className="ui-box" rows={rows} value={value} onChange={(event) => onChange(event.target.value)} />
    </Frame>
  );
}

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends Common {
  value: string;
  onChange: (value: string) => void;
  choices: readonly Choice[];
  /** the option for no choice; left out where a choice is required */
  empty?: string;
  autoComplete?: string;
}

export function SelectField({ label, help, error, optional, note, id, value, onChange, choices, empty, readOnly, ...rest }: SelectFieldProps) {
  const parts = useParts(id, help, error);
  return (
    <Frame {...{ label, help, error, optional, note, parts }}>
      <select
        {...rest}
        {...parts.control}
        disabled={rest.disabled || readOnly}
        className="ui-box"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

export interface CheckFieldProps extends Omit<Common, 'optional' | 'note'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** one of several that share a name */
  type?: 'checkbox' | 'radio';
  value?: string;
}

export function CheckField({ label, help, error, id, checked, onChange, type = 'checkbox', readOnly, ...rest }: CheckFieldProps) {
  const parts = useParts(id, help, error);
  return (
    <div className="ui-field is-check">
      <label className="ui-check" htmlFor={parts.control.id}>
        <input
          {...rest}
          {...parts.control}
          type={type}
          disabled={rest.disabled || readOnly}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <Under {...{ help, error, parts }} />
    </div>
  );
}

type Parts = ReturnType<typeof useParts>;

function useParts(given: string | undefined, help: ReactNode, error: ReactNode) {
  const made = useId();
  const id = given ?? made;
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return { id, control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined } };
}

function Frame({ label, help, error, optional, note, parts, children }: Omit<Common, 'id'> & { parts: Parts; children: ReactNode }) {
  return (
    <div className={error ? 'ui-field is-wrong' : 'ui-field'}>
      <label htmlFor={parts.id}>
        {label}
        {optional && <span className="ui-optional">{partWords().optional}</span>}
      </label>
      {children}
      <Under {...{ help, error, note, parts }} />
    </div>
  );
}

function Under({ help, error, note, parts }: { help: ReactNode; error: ReactNode; note?: ReactNode; parts: Parts }) {
  return (
    <>
      {error && (
        <p className="ui-error" id={`${parts.id}-error`}>
          {error}
        </p>
      )}
      {(help || note) && (
        <div className="ui-under">
          {help && (
            <p className="ui-help" id={`${parts.id}-help`}>
              {help}
            </p>
          )}
          {note && <p className="ui-note">{note}</p>}
        </div>
      )}
    </>
  );
}
