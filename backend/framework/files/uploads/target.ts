/** The target of a resumable upload. Who sends it, how its pieces come in and how it is stored is the same for all; each target adds the rest. */

import type { Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import type { FileRow } from '#framework/data/system/files/files.ts';
import type { UploadRow } from '#framework/data/system/files/uploads.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { FilePlace } from '../keep-file.ts';

/** Where a file is wanted, as its sender says. */
export interface WantedPlace {
  /** where the realm uploads for several */
  object?: string;
  /** '' for one that is still to be made */
  rowId: string;
  /** with dots */
  field: string;
}

export interface UploadTarget {
  /** bytes that a piece should have; one may have fewer, and up to `longestPiece` */
  piece: number;
  /** Keeps the sender's other calls that begin an upload waiting until the end of the transaction, so that they can be counted. */
  lockOwner(tools: Tools, tx: Transaction, actor: Actor): Promise<void>;
  /** The place, if an upload may be begun there now, and how many files stand in it already. @throws Refusal */
  open(tools: Tools, tx: Transaction, actor: Actor, wanted: WantedPlace): Promise<{ place: FilePlace; existing: number }>;
  /**
   * The field of an upload under way.
   * @throws Refusal where the field no longer exists
   */
  placeOf(tools: Tools, upload: UploadRow): FilePlace;
  /**
   * Shows the stored file in its row, in the transaction that ends the upload.
   * @throws Refusal
   */
  attach(tools: Tools, tx: Transaction, actor: Actor, upload: UploadRow, attachment: Row, file: FileRow): Promise<void>;
  /** What else the answer of a finished upload carries. */
  show(tools: Tools, actor: Actor, upload: UploadRow): Promise<Record<string, unknown>>;
}
