/**
 * Addresses of the back office, below its base (specification section 2; R10-R33). Pure. An object answers under
 * `/pb-{obj}` and, if its schema names a route alias, under that too; links use the alias.
 */
import type { ObjectModel } from '#codegen/model.ts';

interface Routed {
  model: Pick<ObjectModel, 'name' | 'entity'>;
}

/** '/bookman', or '/pb-company' without an alias. */
export function listPath(model: Routed['model']): string {
  return `/${aliasOf(model) ?? `pb-${model.name}`}`;
}

/** '/bookman/edit?id=b-001'; without an id the form of a new row. */
export function editPath(model: Routed['model'], id?: string): string {
  return `${listPath(model)}/edit${id === undefined ? '' : `?id=${encodeURIComponent(id)}`}`;
}

/** The object whose screens stand at a first path segment ('pb-book', 'bookman'), or undefined. */
export function entryAt<E extends Routed>(segment: string, entries: readonly E[]): E | undefined {
  return entries.find(({ model }) => segment === `pb-${model.name}` || segment === aliasOf(model));
}

/** '/erp/bookman' → 'bookman'; the base is not part of a route in the browser. */
function aliasOf(model: Routed['model']): string | undefined {
  return model.entity.route?.replace(/^\/erp\//, '').replace(/^\/+|\/+$/g, '') || undefined;
}
