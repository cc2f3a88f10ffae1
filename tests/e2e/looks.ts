/**
 * How a page is looked at: languages, a phone and a desktop, light and dark. Any two of the three meet in one of the four, so that neither a long word on a
 * narrow screen nor a pale colour in the dark is missed, in half the time of all eight.
 */
export const looks = [
  { lang: 'tw', width: 360, colorScheme: 'light' },
  { lang: 'en', width: 360, colorScheme: 'dark' },
  { lang: 'tw', width: 1440, colorScheme: 'dark' },
  { lang: 'en', width: 1440, colorScheme: 'light' },
] as const;
