/** Names that a schema may use: what the linter asks x-computed, x-actions, x-print and x-file against. Pure. */

import { visitorRealms } from '#rules/accounts/realm.ts';
import { applicationRules } from '#rules/application.ts';
import { dangerous, fileKindNames } from './upload.ts';

export function knownNames() {
  const { computed, verbs, prints } = applicationRules();
  const roles = visitorRealms().map(([, { role }]) => role);
  return { computed: Object.keys(computed), verbs, prints, roles, fileKinds: fileKindNames, neverStored: dangerous.source };
}
