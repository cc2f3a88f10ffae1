/** What the calls of files that come in pieces answer. Types only. */
import type { Row } from '#codegen/model.ts';
import type { Bytes } from '#rules/answer.ts';

/** How far an upload is; whole, with the attachment and what its target adds. */
export interface UploadState extends Record<string, unknown> {
  offset: number;
  attachment?: Row;
  /** bytes that a piece may well have */
  chunk?: number;
}

/** An upload as it begins. */
export interface BegunUpload {
  id: string;
  offset: number;
  chunk: number;
}

export interface FileCalls {
  'GET /get/files/:name': Bytes;
  /** fonts cut to what a page says */
  'GET /type/:file': Bytes;
  'POST /api/uploadFiles': Row[];
  'POST /api/uploads': BegunUpload;
  'GET /api/uploads/:id': UploadState;
  'PATCH /api/uploads/:id': UploadState;
  'DELETE /api/uploads/:id': null;
}

/** What the calls are sent. */
export interface FileBodies {
  'POST /api/uploadFiles': FormData;
  'POST /api/uploads': unknown;
  'PATCH /api/uploads/:id': Blob;
}
