/** Lists of options as the browser is given them and sends them. Types only. */
import type { Text } from '#codegen/model.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import type { Bytes } from '#rules/answer.ts';
import type { StoredOption } from '#rules/records/options.ts';

/** Where a list is used. */
export interface ListUse {
  object: string;
  objectName: Text;
  field: string;
  label: Text;
}

export interface ListedOptions {
  name: string;
  /** what its fields are called */
  label: Text;
  uses: ListUse[];
  count: number;
  retired: number;
  /** the program knows its codes: labels and order are all that can be changed */
  isFixed: boolean;
  /** as it ships, or changed */
  isChanged: boolean;
  mayEdit: boolean;
}

export interface OpenOptions extends ListedOptions {
  /** 0 while it is as shipped */
  ver: number;
  options: (StoredOption & { shipped: boolean })[];
  isOfNumbers: boolean;
  /** an object that is used has an edition, so that options by edition mean something */
  hasEditions: boolean;
  mayRemove: boolean;
}

/** A sheet that was read into options: nothing is saved by it. */
export interface ReadOptions {
  options: StoredOption[];
}

/** @group house */
export interface OptionCalls {
  'GET /api/options': ListedOptions[];
  'GET /api/options/:list': OpenOptions;
  /** @role [op] */
  'PUT /api/options/:list': OpenOptions;
  'GET /api/options/:list/history': HistoryEntry[];
  /** ?format=xlsx or csv */
  'GET /api/options/:list/sheet': Bytes;
  /** @role [op] */
  'POST /api/options/:list/sheet': ReadOptions;
}

export interface OptionBodies {
  /** `ver`: that was read; `options`: all of them, in their order */
  'PUT /api/options/:list': { ver: number; options: StoredOption[] };
  /** bytes of an XLSX or CSV */
  'POST /api/options/:list/sheet': Blob;
}
