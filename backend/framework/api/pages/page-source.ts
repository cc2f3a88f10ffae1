/** Where the pages of the product come from. */
import type { RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';

/** 'erp', or one of the application's: its file is frontend/{name}.html. */
export type PageName = string;

/** Where the pages come from: the build's files, or the development server. */
export interface Pages {
  /** the page's text; scripts and styles in it come from our own origin or carry `nonce` */
  html: (page: PageName, url: string, nonce: string) => Promise<string>;
  /** the same for a page whose styles stand in it, under the nonce. The development server has none */
  written?: (page: PageName, url: string, nonce: string) => Promise<string>;
  /** answers for scripts, styles and pictures; calls next() for what it does not have */
  assets: RequestHandler;
  /** scripts, texts and styles that modules of the frontend need beyond the page's own, by their path under frontend/ or the name of their file, and by the names of their words; the development server finds them itself */
  partsOf?: (page: PageName, sources: readonly string[], words: readonly string[], lang: Lang) => { scripts: string[]; styles: string[] };
  /** what the development server needs beyond the strict policy: its web socket and its inline styles */
  development: boolean;
}
