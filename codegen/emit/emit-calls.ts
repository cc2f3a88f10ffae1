/**
 * Emit calls: the list of calls (backend/framework/api/wire.ts, with what an application adds to it) as JSON Schemas, for the API's description. What a call is
 * sent and answers is read from the types by the compiler; who may make it, and what its address takes, are tags of the call's comment or of its list's:
 * `@group` names its chapter (a call without one is described elsewhere), `@may update book` or `@role [op]` or `@for administrators` who may call it,
 * `@query name=example` a parameter, `@id` its name.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checker, Symbol as Named, Type } from 'typescript/unstable/sync';
import type { JsonSchema, JsonValue } from '../model.ts';
import { codegenDir, pipelineHash } from '../pipeline-hash.ts';
import { ensureGenerated, LintError } from './generate.ts';

export interface DescribedCall {
  /** JSON, bytes, or the way to another address */
  answer: JsonSchema | 'bytes' | 'elsewhere';
  /** its answer has no frame */
  bare?: true;
  body?: JsonSchema | 'bytes';
  group: string;
  id?: string;
  /** 'update book': verb and object */
  may?: readonly string[];
  role?: string;
  for?: string;
  /** by name, each with an example; with '!' at its end what must be said */
  query?: Readonly<Record<string, string>>;
}

export interface DescribedCalls {
  /** every call of the list, those that are described elsewhere or nowhere too */
  names: readonly string[];
  /** 'GET /api/system' → … */
  calls: Readonly<Record<string, DescribedCall>>;
  schemas: Readonly<Record<string, JsonSchema>>;
}

const root = () => dirname(codegenDir());

/** Makes .generated/calls.ts, where a file that its types came from has changed: before every build, test and start from the sources. @returns whether it did */
export async function ensureCalls(): Promise<boolean> {
  // Rows' types are among them. What is wrong with a schema is said where it is asked for: the types before it stay.
  await ensureGenerated().catch((error) => {
    if (!(error instanceof LintError)) throw error;
  });
  const file = join(root(), '.generated', 'calls.ts');
  const existing = await readFile(file, 'utf8').catch(() => '');
  const [, stamp, sources = ''] = /^\/\/ inputs (\w+) (.*)\n/.exec(existing) ?? [];
  if (stamp !== undefined && stamp === (await hashOf(sources.split(' ')))) return false;
  const { described, read } = await describeCalls();
  const text = `// inputs ${await hashOf(read)} ${read.join(' ')}\n/** Made from the list of calls by codegen; not edited, not committed. */\nimport type { DescribedCalls } from '#codegen/emit/emit-calls.ts';\n\nexport const described: DescribedCalls = ${JSON.stringify(described)};\n`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}.tmp`, text);
  await rename(`${file}.${process.pid}.tmp`, file);
  return true;
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(pipelineHash());
  for (const file of files) hash.update(await readFile(join(root(), file)).catch(() => ''));
  return hash.digest('hex');
}

async function describeCalls(): Promise<{ described: DescribedCalls; read: string[] }> {
  const { API } = await import('typescript/unstable/sync');
  const api = new API({ cwd: root() });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root(), 'tsconfig.json')] }).getProjects();
    const wire = project?.program.getSourceFile(join(root(), 'backend/framework/api/wire.ts'));
    const checker = project?.checker;
    const list = wire && checker?.getSymbolAtLocation(wire);
    if (!list || !checker) throw new Error('no list of calls in backend/framework/api/wire.ts');
    const writer = await schemaWriter(checker);
    const members = (name: string): readonly Named[] => {
      const found = checker.getMemberInModuleExports(list, name);
      return found ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(found)) : [];
    };
    const bodies = new Map(members('Bodies').map((body) => [body.name, body]));
    const calls: Record<string, DescribedCall> = {};
    const listed = members('Calls');
    for (const call of listed) {
      writer.note(call);
      const tags = tagsOf(call, checker);
      const [group] = tags.group ?? [];
      if (group === undefined || group === 'none') continue;
      const type = checker.getTypeOfSymbol(call)!; // a property has one
      const mark = (name: string) => checker.getPropertyOfType(type, name);
      const bare = type.getSymbol()?.name === 'Bare' && mark('bare');
      const body = bodies.get(call.name);
      calls[call.name] = {
        group,
        answer: mark('bytes') ? 'bytes' : mark('elsewhere') ? 'elsewhere' : writer.schemaOf(bare ? checker.getTypeOfSymbol(bare)! : type),
        ...(bare && { bare: true }),
        ...(body && { body: writer.bodyOf(checker.getTypeOfSymbol(body)!) }),
        ...(tags.id && { id: tags.id[0] }),
        ...(tags.may && { may: tags.may }),
        ...(tags.role && { role: tags.role[0] }),
        ...(tags.for && { for: tags.for[0] }),
        ...(tags.query && {
          query: Object.fromEntries(tags.query.flatMap((one) => one.split(' ')).map((one) => [one.split('=')[0] ?? '', one.split('=')[1] ?? ''])),
        }),
      };
    }
    return { described: { names: listed.map(({ name }) => name), calls, schemas: writer.schemas }, read: writer.read() };
  } finally {
    api.close();
  }
}

/** Of the call, and of its list what the call does not say itself. */
function tagsOf(call: Named, checker: Checker): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const parent = call.getParent();
  for (const from of [call, ...(parent ? [parent] : [])]) {
    const own: Record<string, string[]> = {};
    for (const { name, text = '' } of from.getJsDocTags(checker)) own[name] = [...(own[name] ?? []), text.trim()];
    const isSaid = ['may', 'role', 'for'].some((name) => found[name]);
    for (const [name, texts] of Object.entries(own)) if (!found[name] && !(isSaid && ['may', 'role', 'for'].includes(name))) found[name] = texts;
  }
  return found;
}

/** Types as schemas; those with a name of their own by reference. */
async function schemaWriter(checker: Checker) {
  const { SymbolFlags, TypeFlags } = await import('typescript/unstable/sync');
  const schemas: Record<string, JsonSchema> = {};
  const names = new Map<number, string>();
  const files = new Set<string>();

  function note(symbol: Named | undefined): void {
    const below = `${root().toLowerCase()}/`;
    for (const { path } of symbol?.declarations ?? []) {
      const at = String(path);
      if (at.toLowerCase().startsWith(below) && !at.includes('/node_modules/')) files.add(at.slice(below.length));
    }
  }

  /** undefined: nothing that JSON has */
  function jsonOf(type: Type): JsonSchema | undefined {
    const { flags } = type;
    if (type.isUnionType()) return named(type) ?? unionOf(type.getTypes());
    if (flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never)) return undefined;
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (type.isLiteralType()) return { const: type.value as JsonValue }; // no call has a bigint
    if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isIntersectionType()) {
      // a text or number with a mark that tells it from others
      const [plain] = type.getTypes().filter((part) => part.flags & (TypeFlags.String | TypeFlags.Number));
      if (plain) return jsonOf(plain);
    }
    if (!(type.isObjectType() || type.isIntersectionType())) return {};
    if (checker.isTupleType(type)) {
      const items = type.isTypeReference() ? checker.getTypeArguments(type).map((one) => jsonOf(one) ?? {}) : [];
      return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
    }
    if (checker.isArrayType(type)) {
      const [items] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
      return { type: 'array', items: (items && jsonOf(items)) ?? {} };
    }
    return named(type) ?? shapeOf(type);
  }

  function unionOf(types: readonly Type[]): JsonSchema | undefined {
    const found = types.map(jsonOf).filter((one) => one !== undefined);
    const codes = found.flatMap((one) => (one.const === undefined ? [] : [one.const]));
    const others = found.filter((one) => one.const === undefined);
    const isFlag = codes.includes(true) && codes.includes(false);
    const left = isFlag ? codes.filter((one) => typeof one !== 'boolean') : codes;
    const parts: JsonSchema[] = [
      ...(left.length ? [left.length > 1 ? { enum: left } : { const: left[0]! }] : []),
      ...(isFlag ? [{ type: 'boolean' }] : []),
      ...others,
    ];
    return parts.length > 1 ? { anyOf: parts } : parts[0];
  }

  function named(type: Type): JsonSchema | undefined {
    const alias = type.getAliasSymbol();
    const symbol = alias ?? type.getSymbol();
    note(symbol);
    note(type.getSymbol());
    const isOwn = alias
      ? !type.getAliasTypeArguments().length
      : type.isClassOrInterface() && !(type.isTypeReference() && checker.getTypeArguments(type).length);
    if (!symbol || !isOwn || symbol.name.startsWith('__')) return undefined;
    const known = names.get(type.id);
    if (known) return { $ref: `#/components/schemas/${known}` };
    let name = `of.${symbol.name}`;
    for (let more = 2; name in schemas; more += 1) name = `of.${symbol.name}${more}`;
    names.set(type.id, name);
    schemas[name] = {}; // it may hold itself
    schemas[name] = (type.isUnionType() ? unionOf(type.getTypes()) : shapeOf(type)) ?? {};
    return { $ref: `#/components/schemas/${name}` };
  }

  function shapeOf(type: Type): JsonSchema {
    const properties: JsonSchema = {};
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      note(property);
      const inner = checker.getTypeOfSymbol(property);
      const schema = inner && jsonOf(inner);
      if (!inner || !schema) continue;
      properties[property.name] = schema;
      const mayMiss = property.flags & SymbolFlags.Optional || (inner.isUnionType() && inner.getTypes().some((one) => one.flags & TypeFlags.Undefined));
      if (!mayMiss && !(inner.flags & (TypeFlags.Any | TypeFlags.Unknown))) required.push(property.name);
    }
    const [others] = checker.getIndexInfosOfType(type).filter(({ keyType }) => keyType.flags & (TypeFlags.String | TypeFlags.TemplateLiteral));
    return {
      type: 'object',
      ...(Object.keys(properties).length && { properties }),
      ...(required.length && { required }),
      additionalProperties: others ? (jsonOf(others.valueType) ?? false) : false,
    };
  }

  return {
    schemas,
    note,
    schemaOf: (type: Type): JsonSchema => jsonOf(type) ?? { type: 'null' },
    bodyOf: (type: Type): JsonSchema | 'bytes' => (['Blob', 'FormData'].includes(type.getSymbol()?.name ?? '') ? 'bytes' : (jsonOf(type) ?? {})),
    read: () => [...files].sort(),
  };
}
