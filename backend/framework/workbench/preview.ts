/** Entries that a check has answered, with their validators: in memory only, the newest few, for a screen that shows what is not saved yet. */
import type { ObjectEntry } from '#codegen/model.ts';
import { emitApart } from '#framework/objects/pipeline-process.ts';
import { type CompiledValidator, validatorHash } from '#framework/objects/validators.ts';
import { Refusal } from '#rules/words/problem.ts';

/** A person has one or two open; each is some 100 kB. */
const mostPreviews = 24;

interface Preview {
  entry: ObjectEntry;
  source?: Promise<string>;
}

const previews = new Map<string, Preview>();

/** Remembers the entry under its validator's hash. */
export function keepPreview(entry: ObjectEntry): void {
  const hash = validatorHash(entry);
  const known = previews.get(hash) ?? { entry };
  previews.delete(hash);
  previews.set(hash, known);
  for (const oldest of previews.keys()) if (previews.size > mostPreviews) previews.delete(oldest);
}

/** The text of the module that `hash` names. @throws Refusal msg.route where no check has answered it, or long ago */
export async function previewSource(hash: string): Promise<string> {
  const known = previews.get(hash);
  if (!known) throw new Refusal('msg.route');
  known.source ??= emitApart(known.entry);
  known.source.catch(() => delete known.source); // the next request tries again
  return known.source;
}

/** The entry's validator, to run over rows. */
export async function previewValidator(entry: ObjectEntry): Promise<CompiledValidator['validate']> {
  keepPreview(entry);
  const source = await previewSource(validatorHash(entry));
  const module: unknown = await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`);
  return (module as Pick<CompiledValidator, 'validate'>).validate; // what emit-validator.ts writes
}
