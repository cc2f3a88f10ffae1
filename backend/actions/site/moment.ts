/** Instants of addresses and clocks as rows have them. */

/** 'YYYY-MM-DD hh:mm:ss' UTC of a date, or of '2026-12-01T08:00Z' with any offset (none: UTC); undefined for what is no moment. */
export function stampOf(moment: Date | string): string | undefined {
  const date = typeof moment === 'string' ? parsed(moment) : moment;
  if (!date || Number.isNaN(date.getTime())) return undefined;
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** A '+' of an offset has become a space on its way through the address. */
function parsed(text: string): Date | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(Z|[+ -]\d\d:?\d\d)?$/.exec(text);
  if (!parts) return undefined;
  const [, day, time, offset = 'Z'] = parts;
  return new Date(`${day}T${time}${offset.replace(' ', '+').replace(/(\d\d):?(\d\d)$/, '$1:$2')}`);
}
