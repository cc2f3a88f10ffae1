/** The words that each part of the public site says: files of locales/{tw,en}. The server names them in the page, the page fetches them before the part. */
export const siteWords = {
  'enrol-gate': ['site-account', 'site-enrol'],
  'enrol-desk': ['site-account', 'site-enrol'],
  'selection-gate': ['site-account', 'site-selection'],
  'selection-desk': ['site-account', 'site-selection'],
  my: ['site-my'],
} as const satisfies Record<string, readonly string[]>;

/** A part that is worked in, by the panel's data-part. */
export type SitePart = keyof typeof siteWords;
