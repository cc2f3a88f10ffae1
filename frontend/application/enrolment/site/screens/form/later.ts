/** Parts of the form that its first pages do not need, fetched in advance. */
import { part } from '#screens/site/ui/index.ts';

export const ConflictBox = part(() => import('./ConflictBox.tsx'), 'conflict');
export const PhoneInput = part(() => import('../../fields/PhoneInput.tsx'), 'phone');
export const FilesField = part(() => import('../../fields/FilesField.tsx'), 'files');
export const Review = part(() => import('./Review.tsx'), 'review');
export const UnsavedText = part(() => import('./UnsavedText.tsx'), 'kept');
export const Submitted = part(() => import('../sent/Submitted.tsx'), 'submitted');
export const Writers = part(() => import('./Writers.tsx'), 'writers', false);
// What cannot be changed any more says an answer of the server, so there is a connection.
export const View = part(() => import('../sent/View.tsx'), 'view', false);
