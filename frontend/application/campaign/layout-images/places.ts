/** What each place of the campaign site requires of its images. Pure. */
import type { LayoutImage } from '#generated/objects.ts';
import { isObject } from '#rules/records/record.ts';

/** Width and height in pixels at which an image looks sharp in the place. */
export const recommended: Record<string, readonly [number, number]> = {
  enroll: [1920, 1080],
  enroll_edit: [1600, 400],
  selection: [1920, 1080],
  selection_edit: [1600, 400],
  logo: [640, 200],
  sponsor: [400, 200],
};

/** The address of the image file; '' for a row without one. */
export function imageOf(row: LayoutImage | undefined): string {
  const [image] = Array.isArray(row?.image) ? row.image : [];
  return isObject(image) && typeof image.link === 'string' ? image.link : '';
}

/** The images of a place that the site shows, in order. */
export function shownAt(rows: readonly LayoutImage[], place: string): LayoutImage[] {
  return rows.filter((row) => row.place === place && row.enabled === true && imageOf(row) !== '');
}
