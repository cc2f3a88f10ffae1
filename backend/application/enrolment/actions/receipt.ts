/** What a receipt proves: the content, and the uploaded bytes of each file, by their SHA-256. */
import { createHash, randomInt } from 'node:crypto';
import type { ReceiptFacts } from '#application/site/wire.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { type ReceivedBytes, receivedBytes } from '#framework/data/system/files/files.ts';
import { NotStored, type Storage } from '#framework/files/storage.ts';
import { isObject } from '#rules/records/record.ts';
import { fileFieldsOf, nameInLink } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { canonicalContent, contentFields } from '../rules/enrolment.ts';

/** Where the files of a row are stored, and the records about them. */
interface Store {
  db: Executor;
  storage: Pick<Storage, 'open'>;
}

/** Characters that cannot be confused when they are read aloud or copied by hand. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 'R-ccdf15-7K3MQ-9Q2XW': ten random characters, so that receipts are unique and cannot be guessed. */
export function receiptNumber(campaign: string): string {
  const part = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('');
  return `R-${campaign}-${part()}-${part()}`;
}

/**
 * The receipt of a row in its present state. The hash of a file that is stored as it was uploaded is computed from the store. A picture is encoded
 * anew, so its hash is that of the uploaded bytes; its owner can compare the original file.
 * @param at 'YYYY-MM-DD hh:mm:ss' UTC
 * @throws Refusal msg.invalid with file.none where a file of the row is missing from the store
 */
export async function makeReceipt(tools: Store, row: Row & { cid: string }, model: ObjectModel, at: string): Promise<ReceiptFacts> {
  const content = new Set(contentFields(model));
  const files: ReceiptFacts['files'] = [];
  for (const { path } of fileFieldsOf(model)) {
    const [field = ''] = path;
    const list = row[field];
    if (path.length > 1 || !content.has(field) || !Array.isArray(list)) continue;
    for (const [index, entry] of list.entries()) {
      const name = isObject(entry) ? nameInLink(entry.link) : undefined;
      if (!isObject(entry) || name === undefined) continue;
      const found = await hashOfFile(tools, name).catch((error: unknown) => {
        if (error instanceof NotStored) throw new Refusal('msg.invalid', { fields: [{ path: `${field}/${index}`, code: 'file.none' }] });
        throw error;
      });
      files.push({ field, fileName: String(entry.fileName ?? ''), ...found });
    }
  }
  const hash = createHash('sha256').update(canonicalContent(row, model)).digest('hex');
  return { no: receiptNumber(row.cid), at, hash, files };
}

async function hashOfFile({ db, storage }: Store, name: string): Promise<ReceivedBytes> {
  const received = await receivedBytes(db, name);
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of await storage.open(name)) {
    hash.update(chunk as Buffer); // a stream of bytes
    size += (chunk as Buffer).length;
  }
  // The file is read even so, because the receipt is for the stored bytes.
  return received ?? { size, sha256: hash.digest('hex') };
}
