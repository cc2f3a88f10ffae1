/** Findings with their place in the text that they are about. */
import { parseJson } from '#codegen/load/json-text.ts';
import { placeOf } from '#codegen/load/json-tree.ts';
import type { ShownFinding } from '#framework/system/wire.ts';
import type { PlacedFinding } from './wire.ts';

/** `texts` by path, as the finding names its file; of another file it stays as it is. */
export function placed(finding: ShownFinding & { line?: number; column?: number }, texts: ReadonlyMap<string, string>): PlacedFinding {
  const text = texts.get(finding.file);
  if (text === undefined || finding.line !== undefined || 'error' in parseJson(text)) return finding;
  return { ...finding, ...placeOf(text, finding.field, finding.keyword, finding.at) };
}
