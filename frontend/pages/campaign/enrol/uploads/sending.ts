/** Sends a file in pieces that go on after a broken line; fetched when it is needed. */
export const sending = () => import('../../../../upload/send-resumable.ts');
