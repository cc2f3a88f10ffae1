import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { staff } from '#rules/accounts/realm.ts';

/** Who does what nobody does by hand. */
export const clock: Actor = { id: '', name: '', roles: [administrator], realm: staff };
