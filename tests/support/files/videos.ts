/** Beginnings of films and talk, as small as a sniffer takes them. */

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const ftyp = (brand: string) =>
  box('ftyp', Buffer.concat([Buffer.from(brand, 'latin1'), Buffer.from([0, 0, 2, 0]), Buffer.from(`${brand}iso2mp41`, 'latin1')]));

/** An MP4's head, then `size` bytes in all of a pattern in which every place can be recognised. */
export const mp4 = (size = 4_096): Buffer => patterned(ftyp('isom'), size);
/** QuickTime with its brand, and of the time before brands. */
export const mov = (size = 4_096): Buffer => patterned(ftyp('qt  '), size);
export const oldMov = (size = 4_096): Buffer => patterned(box('moov', Buffer.alloc(64)), size);
/** EBML with the document type webm. */
export const webm = (size = 4_096): Buffer => patterned(ebml('webm'), size);
export const matroska = (size = 4_096): Buffer => patterned(ebml('matroska'), size);

export const vtt = (lines = '今晚河水很亮。') => Buffer.from(`WEBVTT\n\n00:01.000 --> 00:04.000\n${lines}\n`);

function ebml(docType: string): Buffer {
  const type = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | docType.length]), Buffer.from(docType, 'latin1')]);
  return Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | type.length]), type, Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff])]);
}

/** Byte n is a hash of n, so that a part that was put in the wrong place is seen. */
function patterned(head: Buffer, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(size, head.length));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (Math.imul(at, 2_654_435_761) >>> 13) & 0xff;
  head.copy(bytes);
  return bytes;
}
