/** Who enrols a film: an account of the public site that registers by itself (P04). Pure. */
import type { Realm } from '#rules/application.ts';

export const applicant = { object: 'applicant', role: '[ap]' } satisfies Realm;
