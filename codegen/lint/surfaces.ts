/** The surfaces of a field by default: the form, lists, filters, import and the rest; x-surfaces overrides. Pure. */
import { kinds } from '#kinds/index.ts';
import { schemaFaces } from '#kinds/schemas.ts';
import type { FieldContext } from '../describe/field-context.ts';
import type { FieldKind, JsonSchema, Surface } from '../model.ts';
import { asBoolean, asObject, strings } from '../schema-node.ts';
import { stampNames } from './vocabulary.ts';

export const allSurfaces: readonly Surface[] = ['create', 'edit', 'show', 'list', 'filter', 'sort', 'search', 'export', 'import', 'history'];

type Around = Pick<FieldContext, 'key' | 'big' | 'indexed'> & { top: boolean; stored: boolean; named: boolean };

export function surfacesOf(name: string, kind: FieldKind, node: JsonSchema, around: Around): Record<Surface, boolean> {
  const { top, stored, key } = around;
  const isStamp = top && stampNames.includes(name);
  const isVersion = top && name === 'ver';
  const isSecret = kinds[kind].secret === true || node.writeOnly === true;
  const isWorkedOut = node['x-computed'] !== undefined || node['x-formula'] !== undefined;
  const isReadOnly = node.readOnly === true || around.named || node['x-formula'] !== undefined;
  const inForm = (stored || isWorkedOut) && !isVersion;
  const readable = !isSecret && !isVersion;
  const inRows = readable && stored && top;
  const { stands } = schemaFaces[kind];
  const answered = !around.big || isAnswered(name, kind, node, around);
  const surfaces: Record<Surface, boolean> = {
    // What is computed shows while one types.
    create: inForm && (!isReadOnly || isWorkedOut) && node.deprecated !== true,
    edit: inForm,
    show: inForm && readable,
    list: inRows && stands.includes('list'),
    filter: inRows && stands.includes('filter') && answered,
    sort: inRows && stands.includes('sort') && answered,
    search: inRows && stands.includes('search') && node['x-pii'] !== true,
    export: readable && stored,
    import: stored && readable && (!isReadOnly || name === key) && !isStamp,
    history: readable && stored && !isStamp,
  };
  if (isStamp) surfaces.search = false;
  const hint = node['x-surfaces'];
  if (Array.isArray(hint)) for (const surface of allSurfaces) surfaces[surface] = strings(hint).includes(surface);
  else for (const surface of allSurfaces) surfaces[surface] = asBoolean(asObject(hint)?.[surface]) ?? surfaces[surface];
  if (isSecret) for (const surface of ['show', 'list', 'filter', 'sort', 'search', 'export', 'history'] as const) surfaces[surface] = false;
  return surfaces;
}

/** On a big object a filter or a sort is offered only where an index answers it. */
function isAnswered(name: string, kind: FieldKind, node: JsonSchema, { key, indexed }: Around): boolean {
  const db = asObject(node['x-db']);
  return name === key || schemaFaces[kind].points === true || indexed.has(name) || db?.index === true || db?.unique === true;
}
