/** After a commit: whoever counts or watches rows hears of what was written. */
import type { SavedEvent } from '#framework/records/record-tools.ts';
import { totalsOf } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';

export function tellSaved(tools: Tools, events: readonly SavedEvent[]): void {
  for (const event of events) {
    totalsOf(tools.db).changed(event.object, event.action === 'create' ? 1 : event.action === 'delete' ? -1 : 0);
    tools.onSaved(event);
  }
}
