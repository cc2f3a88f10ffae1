import { enlist } from '#screens/site/parts.ts';

/** Sends a file in pieces that go on after a broken line; no part of the first page. */
export const sending = enlist(() => import('#client/upload/send-resumable.ts'));
