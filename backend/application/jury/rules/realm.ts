/** The realm of jurors: an account of the public site that staff make, one for each campaign (P04). Pure. */
import type { Realm } from '#rules/application.ts';

export const jury = { object: 'jury', role: '[ju]' } satisfies Realm;
