/** The realm of applicants: an account of the public site; people register themselves (P04). Pure. */
import type { Realm } from '#rules/application.ts';

export const applicant = { object: 'applicant', role: '[ap]' } satisfies Realm;
