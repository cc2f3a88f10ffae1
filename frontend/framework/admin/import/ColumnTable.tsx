/** Which column of the sheet is which field: as it was guessed or said, with what the column holds, to be changed. */
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import { labelled, language } from '#rules/words/language.ts';

interface Props {
  report: ImportReport;
  model: ObjectModel;
  /** by the number of the column, from 0 */
  chosen: Readonly<Record<number, string>>;
  onChoose: (column: number, field: string) => void;
}

export function ColumnTable({ report: { columns, fields }, model, chosen, onChoose }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const open = model.fields.filter(({ name }) => fields.includes(name));
  return (
    <div className="import-lines">
      <table className="import-columns">
        <thead>
          <tr>
            <th scope="col">{translate('import.columns.head')}</th>
            <th scope="col">{translate('import.columns.samples')}</th>
            <th scope="col">{translate('import.columns.field')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ head, field, why, by, samples }, at) => {
            const name = head || translate('import.columns.empty');
            const known = chosen[at] === undefined ? by : 'chosen';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, heads may stand twice
              <tr key={at} data-column={at} data-by={known}>
                <th scope="row">{name}</th>
                <td className="soft">{samples.join(language[lang].list)}</td>
                <td>
                  <select
                    aria-label={labelled(translate('import.columns.field'), name, lang)}
                    value={chosen[at] ?? field}
                    onChange={({ target }) => onChoose(at, target.value)}
                  >
                    <option value="">{translate('import.columns.none')}</option>
                    {open.map((one) => (
                      <option key={one.name} value={one.name}>
                        {text(one.label)}
                      </option>
                    ))}
                  </select>{' '}
                  <span className="soft">
                    {known && (chosen[at] ?? field)
                      ? translate(`import.columns.by.${known}`)
                      : why && why !== 'blank' && chosen[at] === undefined
                        ? translate(`import.why.${why}`, { head: name })
                        : ''}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
