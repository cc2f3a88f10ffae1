/**
 * The condition that a webhook has for an object: an expression (decision 073) over the row as the hook's roles see it, and over `old`. It is read where a hook is
 * saved and, once a text, where one sends; the parser is loaded only where some hook has one.
 */
import type { ObjectModel, Role, Tree } from '#codegen/model.ts';
import { readableFields } from '#rules/accounts/permission.ts';
import { type Allowed, said, sortOf, suits } from '#rules/expressions/sorts.ts';

/** Texts that are remembered. */
const most = 200;
const trees = new Map<string, Tree>();

/** What is wrong with it, in the linter's words; undefined where it suits the object. */
export async function conditionFault(text: string, model: ObjectModel, roles: readonly Role[]): Promise<{ wrong: string; should: string } | undefined> {
  const tree = await treeOf(text);
  if ('wrong' in tree) return tree;
  const fields = readableFields(model, roles);
  const allowed: Allowed = { self: fields, record: fields, around: ['now'], names: new Map([['old', fields]]) };
  const { given, faults } = sortOf(tree, allowed);
  const [fault] = faults;
  if (fault) {
    const { suggestion } = await import('#codegen/lint/nearest.ts');
    const { wrong, name, known, should = 'it should be another one' } = fault;
    return { wrong, should: name !== undefined && known ? suggestion(name, known) : should };
  }
  return suits(given, ['flag']) ? undefined : { wrong: `it gives ${said(given)}`, should: `it should give ${said({ sort: 'flag' })}` };
}

/** Its tree; undefined where it does not suit the object any more, as after a change of the schema. */
export async function conditionTree(text: string, model: ObjectModel, roles: readonly Role[]): Promise<Tree | undefined> {
  if (await conditionFault(text, model, roles)) return undefined;
  return trees.get(text);
}

async function treeOf(text: string): Promise<Tree | { wrong: string; should: string }> {
  const known = trees.get(text);
  if (known) return known;
  const { readExpression, Unreadable } = await import('#codegen/describe/parse-expression.ts');
  try {
    const tree = readExpression(text);
    if (trees.size >= most) trees.clear();
    trees.set(text, tree);
    return tree;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { wrong: error.message, should: error.should };
  }
}
