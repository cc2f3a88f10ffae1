import { infoAddress, siteFacts } from '#screens/site/facts.ts';
import { Under } from './Frame.tsx';
import { describedBy, type FieldProps, idOf } from './field.ts';

/** A checkbox. The whole line can be pressed. */
export function FlagInput(props: FieldProps) {
  const { path, field, value, lang, t, isRequired, onChange, onLeave } = props;
  const id = idOf(path);
  const rules = siteFacts().campaign?.pages.filter(({ kind }) => kind === 'rules' || kind === 'privacy') ?? [];
  return (
    <div className={props.problem ? 'ui-field enrol-field is-wanted' : 'ui-field enrol-field'} data-path={path}>
      <label className="enrol-card is-flag">
        <input
          type="checkbox"
          id={id}
          checked={value === true}
          aria-describedby={describedBy(props)}
          aria-required={isRequired || undefined}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onLeave}
        />
        <span>
          {field.label[lang]} {isRequired && <span className="enrol-required">{t.form.required}</span>}
        </span>
      </label>
      {path === 'agree' && rules.length > 0 && (
        <p className="ui-help">
          {rules.map(({ slug, title }) => (
            <a key={slug} className="enrol-rules" href={infoAddress(slug)} target="_blank" rel="noopener">
              {title[lang]}
            </a>
          ))}
        </p>
      )}
      <Under of={props} />
    </div>
  );
}
