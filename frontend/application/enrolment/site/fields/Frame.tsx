import type { ReactNode } from 'react';
import { describedBy, type FieldProps, idOf } from './field.ts';

interface FrameProps {
  of: FieldProps;
  /** shown at the end of the line below the control, such as a counter */
  note?: ReactNode;
  children: ReactNode;
}

/** The frame of a control: the label above it, the problem and the help text below it. */
export function Frame({ of, note, children }: FrameProps) {
  return (
    <div className={classOf(of)} data-path={of.path}>
      <label htmlFor={idOf(of.path)}>
        {of.field.label[of.lang]} <Mark of={of} />
      </label>
      {children}
      <Under of={of} note={note} />
    </div>
  );
}

/** The same frame for several controls that make up one field. */
export function GroupFrame({ of, note, children }: FrameProps) {
  return (
    <fieldset className={classOf(of)} data-path={of.path} aria-describedby={describedBy(of)}>
      <legend>
        {of.field.label[of.lang]} <Mark of={of} />
      </legend>
      {children}
      <Under of={of} note={note} />
    </fieldset>
  );
}

function classOf({ problem, isGentle }: FieldProps): string {
  if (!problem) return 'ui-field enrol-field';
  return isGentle ? 'ui-field enrol-field is-wanted' : 'ui-field enrol-field is-wrong';
}

export function Mark({ of: { isRequired, t } }: { of: FieldProps }) {
  return isRequired ? <span className="enrol-required">{t.form.required}</span> : <span className="ui-optional">{t.form.optional}</span>;
}

export function Under({ of, note }: { of: FieldProps; note?: ReactNode }) {
  const { path, field, lang, problem } = of;
  const help = field.help?.[lang];
  return (
    <>
      {/* always in the page, so that a screen reader announces what is written into it */}
      <p className="ui-error" id={`${idOf(path)}-problem`} aria-live="polite">
        {problem}
      </p>
      {(help || note) && (
        <div className="ui-under">
          {help && (
            <p className="ui-help" id={`${idOf(path)}-help`}>
              {help}
            </p>
          )}
          {note}
        </div>
      )}
    </>
  );
}
