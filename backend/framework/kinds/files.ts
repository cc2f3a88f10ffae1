/** Attachments; `file` says which. */
import type { FileRule, JsonSchema, JsonValue } from '#codegen/model.ts';
import { asNumber, asObject, asString, strings } from '#codegen/schema-node.ts';
import type { Kind, SchemaFace } from './kind.ts';
import { entriesType, list } from './list.ts';

export const files: Kind<'files'> = { ...list, name: 'files', read: undefined };

export const filesSchema: SchemaFace<'files'> = {
  name: 'files',
  takes: ({ node }) => node['x-file'] !== undefined,
  stands: ['list'],
  column: () => 'json',
  describe: (node, name) => ({ file: fileRule(name, node), maxItems: asNumber(node.maxItems) ?? fileRule(name, node).maxCount }),
  most: (node) => asNumber(asObject(node['x-file'])?.count) ?? 1,
  type: entriesType,
};

/** V13, V14: a still image is at most 2 MB unless its field says otherwise. */
function fileRule(name: string, node: JsonSchema): FileRule {
  const hint = node['x-file'];
  const full = asObject(hint);
  const kinds = strings(full?.kinds);
  return {
    purpose: asString(hint) ?? asString(full?.purpose) ?? name,
    kinds: kinds.length > 0 ? kinds : ['image'],
    maxSize: bytes(full?.size) ?? 2 * 1024 * 1024,
    maxCount: asNumber(full?.count) ?? asNumber(node.maxItems) ?? 1,
    public: full?.public === true,
  };
}

function bytes(size: JsonValue | undefined): number | undefined {
  if (typeof size === 'number') return size;
  const [, amount, unit] = /^(\d+)(KB|MB|GB)$/.exec(asString(size) ?? '') ?? [];
  return amount && unit ? Number(amount) * 1024 ** (['KB', 'MB', 'GB'].indexOf(unit) + 1) : undefined;
}
