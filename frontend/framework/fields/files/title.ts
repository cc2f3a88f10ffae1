/** What a file is called. Pure. */
import type { Row } from '#codegen/model.ts';
import { nameInLink } from '#rules/records/upload.ts';

/** Its own name before the file's, before the last part of another site's link; '' for one without any. */
export function titleOfFile(row: Row): string {
  const link = textOf(row, 'link');
  const last = nameInLink(link) ? '' : link.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return textOf(row, 'name') || textOf(row, 'fileName') || (last ?? '');
}

export function textOf(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}
