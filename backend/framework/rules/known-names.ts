/** Names that a schema may use: what the linter asks x-computed, x-actions, x-print and x-file against. Pure. */
import { applicationRules } from './application.ts';
import { dangerous, fileKindNames } from './upload.ts';

export function knownNames() {
  const { computed, verbs, prints } = applicationRules();
  return { computed: Object.keys(computed), verbs, prints, fileKinds: fileKindNames, neverStored: dangerous.source };
}
