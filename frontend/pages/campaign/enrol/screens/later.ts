/** Parts of the form that are not on its first pages: fetched a little after it stands, so that they are there when the line is not. */
import { sending } from '../uploads/sending.ts';
import { part } from './part.tsx';

const loads = {
  conflict: () => import('./ConflictBox.tsx'),
  phone: () => import('../fields/PhoneInput.tsx'),
  files: () => import('../fields/FilesField.tsx'),
  review: () => import('./Review.tsx'),
  kept: () => import('./KeptText.tsx'),
  sending,
  submitted: () => import('./Submitted.tsx'),
  view: () => import('./View.tsx'),
};

export const ConflictBox = part(loads.conflict);
export const PhoneInput = part(loads.phone);
export const FilesField = part(loads.files);
export const Review = part(loads.review);
export const KeptText = part(loads.kept);
export const Submitted = part(loads.submitted);
export const View = part(loads.view);

/** ms after the form stands: by then the first words are being read. */
const patience = 4_000;

/** @returns what calls it off */
export function fetchLater(): () => void {
  const timer = setTimeout(() => {
    for (const load of Object.values(loads)) void load().catch(() => undefined);
  }, patience);
  return () => clearTimeout(timer);
}
