import { isLink, stepsOf } from '#application/enrolment/rules/enrolment.ts';
import type { FieldModel, JsonValue, Lang, Row } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { isObject } from '#rules/records/record.ts';
import { sizeText } from '#rules/records/upload.ts';
import { serverStamp } from '#screens/site/facts.ts';
import { wordsOfValue } from '../../engine/as-text.ts';
import { type Form, statesOf } from '../../engine/check.ts';
import { isHidden } from '../../engine/field-states.ts';
import { groupsOf, isBlank, type Place, valueAtPlace } from '../../engine/values.ts';
import { type EnrolTexts, fill } from '../../texts.ts';

interface ContentProps {
  form: Form;
  values: Row;
  lang: Lang;
  t: EnrolTexts;
  /** level of the steps' headings */
  level?: 3 | 4;
}

/** The whole enrolment with its labels, to read before and after the submission. */
export function Content({ form, values, lang, t, level = 3 }: ContentProps) {
  const states = statesOf(values, form, serverStamp());
  const Heading = `h${level}` as const;
  return (
    <div className="enrol-content">
      {stepsOf(form.model).map(({ name, fields }) => (
        <section key={name}>
          <Heading>{t.step[name]}</Heading>
          {groupsOf(
            fields.filter((path) => !isHidden(states, path)),
            form.model,
          ).map(({ owner, places }) => (
            <dl key={owner?.name ?? ''} aria-label={owner?.label[lang]}>
              {places.map((place) => (
                <div key={place.path}>
                  <dt>{owner ? fill(t.view.ofOwner, { owner: owner.label[lang], label: place.field.label[lang] }) : place.field.label[lang]}</dt>
                  <dd>
                    <Shown place={place} value={valueAtPlace(values, place)} lang={lang} t={t} />
                  </dd>
                </div>
              ))}
            </dl>
          ))}
        </section>
      ))}
    </div>
  );
}

function Shown({ place: { field }, value, lang, t }: { place: Place; value: JsonValue; lang: Lang; t: EnrolTexts }) {
  if (field.file) return <ShownFiles field={field} value={value} t={t} />;
  if (shapeOf(field) !== 'flag' && isBlank(field, value)) return <span className="enrol-none">{t.view.none}</span>;
  const text = wordsOfValue(field, value, lang, t.form);
  if (field.format === 'uri' && isLink(value)) {
    return (
      <a href={text} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  return (
    <span className="enrol-text" lang={field.lang}>
      {text}
    </span>
  );
}

function ShownFiles({ field, value, t }: { field: FieldModel; value: JsonValue; t: EnrolTexts }) {
  const files = Array.isArray(value) ? value.filter(isObject) : [];
  if (!files.length) return <span className="enrol-none">{t.view.none}</span>;
  const isPicture = field.file?.kinds.includes('image');
  return (
    <ul className="enrol-shown-files">
      {files.map((file) => {
        const link = String(file.link ?? '');
        return (
          <li key={link}>
            {isPicture && <img src={`${link}?w=320`} alt={String(file.desc ?? '')} width="160" height="120" loading="lazy" />}
            <span>
              <a href={link} {...(isPicture ? { target: '_blank', rel: 'noreferrer' } : { download: String(file.fileName ?? file.name ?? '') })}>
                {String(file.fileName ?? file.name ?? link)}
              </a>{' '}
              {typeof file.size === 'number' && sizeText(file.size)}
              {file.desc ? <span className="enrol-text">{String(file.desc)}</span> : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
