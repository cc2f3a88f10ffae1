/** Every schema by glob, the ones that ship and the foreign ones: lint, describe, emit, and the same problems for the same record wherever the validator runs. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, describe as suite } from 'vitest';
import { emitTypes } from '#codegen/emit/emit-types.ts';
import { emitValidator } from '#codegen/emit/emit-validator.ts';
import { readFiles } from '#codegen/load/read-files.ts';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { derive } from '#codegen/pipeline.ts';
import { type CompiledValidator, Validators } from '#framework/objects/validators.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { type RawError, toProblems } from '#rules/records/validation.ts';
import { arbitraryRow, arbitrarySpoiltRow } from '../../support/schemas/arbitrary.ts';

const root = new URL('../../..', import.meta.url);
const at = (path: string): string => new URL(path, root).pathname;
const localesDir = at('locales');
const folders = [
  { folder: 'schemas', files: await readFiles({ schemasDir: at('schemas'), localesDir }) },
  { folder: 'tests/foreign', files: await readFiles({ schemasDir: at('tests/foreign'), localesDir: at('tests/foreign/none') }) },
];

let cacheDir = '';
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'validators-'));
});
afterAll(() => rm(cacheDir, { recursive: true, force: true }));

suite.each(folders)('$folder', ({ files }) => {
  const { entries, errors } = derive(files);

  it('loads and lints without an error', () => {
    expect(errors).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
  });

  it('describes the same way twice, and a model survives JSON', () => {
    expect(derive(files).entries).toEqual(entries);
    for (const entry of entries) expect(JSON.parse(JSON.stringify(entry))).toEqual(entry);
  });

  it('emits a file of types for each object', async () => {
    const files = await emitTypes(entries);
    for (const { model } of entries) {
      const name = model.name
        .split('_')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join('');
      expect(files.get(`objects/${model.name}.ts`)).toContain(`export type ${name} = {`);
    }
  });

  suite.each(entries.map((entry) => [entry.model.name, entry] as const))('%s', (_name, entry) => {
    let node: CompiledValidator;
    let locked: Pick<CompiledValidator, 'validate' | 'conditions'>;
    beforeAll(async () => {
      node = await new Validators({ cacheDir }).of(entry);
      locked = await runLocked(entry);
    });

    it('V31 refuses an empty record for exactly the required fields', () => {
      const problems = toProblems(node.validate({}), {}, entry.model);
      const required = entry.model.fields.filter((field) => field.required).map(({ name }) => stepOf(name));
      expect(problems.filter(({ code }) => code === 'field.required').map(({ path }) => path)).toEqual(expect.arrayContaining(required));
      expect(problems.every(({ code }) => code === 'field.required')).toBe(true);
    });

    it('V30 accepts random valid rows and refuses an unknown key by name', () => {
      fc.assert(
        fc.property(arbitraryRow(entry), (row) => {
          expect(toProblems(node.validate(row), row, entry.model)).toEqual([]);
          const unknown = { ...row, no_such_field: 1 };
          expect(toProblems(node.validate(unknown), unknown, entry.model)).toEqual([{ path: 'no_such_field', code: 'field.unknown' }]);
        }),
        { numRuns: 12, endOnFailure: true },
      );
    });

    it('gives the same problems on the server and where code generation is disallowed', () => {
      const same = (row: Row): void => {
        const here = toProblems(node.validate(row), row, entry.model);
        const there = toProblems(JSON.parse(JSON.stringify(locked.validate(row))), row, entry.model);
        expect(there).toEqual(here);
        for (const key of Object.keys(node.conditions)) expect(locked.conditions[key]?.(row)).toBe(node.conditions[key]?.(row));
      };
      fc.assert(fc.property(fc.oneof(arbitrarySpoiltRow(entry), arbitraryRow(entry)), same), { numRuns: 30, endOnFailure: true });
    });

    it('lists at most one problem for a path and code, in the order of their paths', () => {
      fc.assert(
        fc.property(arbitrarySpoiltRow(entry), (row) => {
          const keys = toProblems(node.validate(row), row, entry.model).map(({ path, code }) => `${path} ${code}`);
          expect(new Set(keys).size).toBe(keys.length);
        }),
        { numRuns: 12, endOnFailure: true },
      );
    });
  });
});

/** The same module as a script in a context of its own, where eval and new Function throw. */
async function runLocked(entry: ObjectEntry): Promise<Pick<CompiledValidator, 'validate' | 'conditions'>> {
  const input = { record: '' };
  const context = vm.createContext(input, { codeGeneration: { strings: false, wasm: false } });
  expect(() => vm.runInContext('new Function("return 1")', context)).toThrow();
  vm.runInContext(await emitValidator(entry, 'iife'), context);
  const run = (call: string, record: unknown): unknown => {
    input.record = JSON.stringify(record);
    return vm.runInContext(`JSON.stringify(${call}(JSON.parse(record)))`, context);
  };
  const keys: string[] = JSON.parse(String(vm.runInContext('JSON.stringify(Object.keys(validator.conditions))', context)));
  return {
    validate: (record): RawError[] => JSON.parse(String(run('validator.validate', record))),
    conditions: Object.fromEntries(keys.map((key) => [key, (record) => run(`validator.conditions[${JSON.stringify(key)}]`, record) === 'true'])),
  };
}
