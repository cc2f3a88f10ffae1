import type { ObjectModel, Row } from '#codegen/model.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import type { Problem } from '#rules/words/problem.ts';

const stylesOf = madeOnce((model: ObjectModel) => model.fields.filter(({ ui }) => ui.widget === 'css').map(({ name }) => name));

/** Changed fields of CSS (x-ui: css) that cannot be parsed: the first place of each, with its line and the reason. Valid CSS that is not allowed is listed by the application. */
export async function checkStyles(model: ObjectModel, next: Row, names: readonly string[]): Promise<Problem[]> {
  const texts = stylesOf(model).flatMap((name) => {
    const value = next[name];
    return names.includes(name) && typeof value === 'string' && value.trim() ? [{ name, value }] : [];
  });
  if (!texts.length) return [];
  const { cssFaults } = await import('#framework/html/scoped-css.ts'); // when it is needed, not at every start
  return texts.flatMap(({ name, value }) =>
    cssFaults(value)
      .slice(0, 1)
      .map(({ line, fault, what }) => ({ path: name, code: `css.${fault}`, values: { line, what } }) as const),
  );
}
