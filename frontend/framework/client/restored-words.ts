import { useTranslate } from 'react-admin';
import type { RestoredRow } from '#framework/trash/wire.ts';
import { language } from '#rules/words/language.ts';
import { useLanguage, useText } from './language.tsx';
import { useObjects } from './objects.tsx';

/** What came back in words, and what of it did not, a line each. */
export function useRestoredWords(): (rows: readonly RestoredRow[]) => { done: string | undefined; left: string[] } {
  const translate = useTranslate();
  const text = useText();
  const objects = useObjects();
  const { lang } = useLanguage();
  return (rows) => {
    const [first] = rows;
    const label = (object: string, field: string) => {
      const found = objects.find(({ name }) => name === object)?.model.fields.find(({ name }) => name === field);
      return found ? text(found.label) : field;
    };
    return {
      done: first && translate(rows.length === 1 ? 'trash.restored' : 'trash.restored_many', { title: first.title || first.id, smart_count: rows.length }),
      left: rows.flatMap(({ left }) =>
        left.map(({ object, title, fields, why }) =>
          translate(`trash.left.${object ? why : 'hidden'}`, { title, fields: fields.map((field) => label(object, field)).join(language[lang].list) }),
        ),
      ),
    };
  };
}
