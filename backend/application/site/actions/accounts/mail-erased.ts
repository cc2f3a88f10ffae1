import { readAccount } from '#framework/data/system/accounts/accounts.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { mailNotice } from './mail-code.ts';

/**
 * Somebody's data are erased: the last mail goes to the address that goes with them, in the same transaction, and leaves nothing in the outbox (decision 146).
 * Whoever erases their own data reads it on the page, and asked with their password.
 */
export function mailErased(tools: Tools): NonNullable<RecordTools['onStep']> {
  return async (tx, { object, name, actor, row }) => {
    if ((object !== 'applicant' && object !== 'jury') || actor.id === row.id || !tools.registry.get('mail')) return false;
    if (name !== 'erase' && name !== 'expire') return false;
    const template = row.eraseAsked ? 'erasedAsAsked' : name === 'expire' ? 'erasedInTime' : 'erasedByStaff';
    await mailNotice(tools, tx, readAccount(row, object), { id: `erased-${row.id}`, template, values: { at: stampOf(tools.now()) } });
    return true;
  };
}
