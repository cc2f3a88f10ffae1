/** A new edition takes over what an earlier one offered. */
import { readFiles } from '#codegen/load/read-files.ts';
import { lockCodeList, noteCodeListHistory, putCodeList } from '#framework/data/system/code-lists.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { serves } from '#rules/records/edition.ts';
import type { StoredOption } from '#rules/records/options.ts';
import { lookUp } from './read-options.ts';
import { changesOf, slim, takeEffect } from './save-options.ts';

/**
 * Of these lists every option that serves the edition `from` serves `to` as well from now on, retired ones aside. Gives the lists that changed. It is for
 * callers who have decided that this person may do so.
 */
export async function extendOptions(tools: Tools, actor: Actor, lists: readonly string[], { from, to }: { from: number; to: number }): Promise<string[]> {
  const files = await readFiles(tools.config);
  const changed: string[] = [];
  await tools.db.transaction(async (tx) => {
    changed.length = 0;
    for (const name of lists) {
      const list = lookUp(tools, actor, files, name);
      const stored = list && (await lockCodeList(tx, name));
      if (!list || (stored?.ver ?? 0) !== list.ver) continue;
      const options = list.options.map((option): StoredOption => {
        const isMissing = !option.retired && serves(option, from) && !serves(option, to);
        return isMissing ? { ...option, version: [...(option.version ?? []), to].sort((a, b) => a - b) } : option;
      });
      const changes = changesOf(list.options, options);
      if (!Object.keys(changes).length) continue;
      const ver = list.ver + 1;
      await putCodeList(tx, { name, ver, options: options.map((option) => slim(option, list.shipped)), gone: stored?.gone ?? [] });
      await noteCodeListHistory(tx, { list: name, ver, by: actor.id, at: tools.now(), action: 'clone' }, changes);
      changed.push(name);
    }
  });
  if (changed.length) await takeEffect(tools);
  return changed;
}
