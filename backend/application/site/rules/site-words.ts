/** The locale files of each part of the public site. The server lists them in the page, and the page loads them before the part. */
export const siteWords = {
  'enrol-gate': ['site-account', 'site-enrol'],
  'enrol-desk': ['site-account', 'site-enrol'],
  'selection-gate': ['site-account', 'site-selection'],
  'selection-desk': ['site-account', 'site-selection'],
  my: ['site-my'],
} as const satisfies Record<string, readonly string[]>;

/** An interactive part, by the panel's data-part. */
export type SitePart = keyof typeof siteWords;
