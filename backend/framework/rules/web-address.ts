/** An address as a browser reads it; undefined for what is none. `URL.canParse` is younger than the oldest browsers that we serve. Pure. */
export function webAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
