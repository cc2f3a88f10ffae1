import { enlist } from '#screens/site/parts.ts';

/** Sends a file in pieces and continues after a lost connection. Not part of the first page. */
export const sending = enlist(() => import('#client/upload/send-resumable.ts'));
