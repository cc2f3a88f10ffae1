/** The Range header (RFC 9110 section 14): one range of bytes, for films that are watched from the middle. */

export interface ByteRange {
  start: number;
  /** included */
  end: number;
}

/** undefined: send all (no header, several ranges, another unit); 'unsatisfiable': 416. */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  if (!found) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined; // no range at all: as if it were not there
  return start >= size ? 'unsatisfiable' : { start, end };
}
