/**
 * Our formats (specification section 5): V32-V42. Each takes a string and says whether it is well formed; '' is always, because being empty is
 * `required`'s matter. They are compiled into every validator, so browser, server and importer agree. Pure, no imports.
 */

/** 'YYYY-MM-DD' of the real calendar, years 1000 to 9999 (what MariaDB's DATE stores) */
export function date(value: string): boolean {
  if (value === '') return true;
  const found = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(value);
  return found !== null && isDay(Number(found[1]), Number(found[2]), Number(found[3]));
}

/** 'HH:MM:SS', 00:00:00 to 23:59:59 */
export function time(value: string): boolean {
  return value === '' || /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value);
}

/** 'YYYY-MM-DD hh:mm:ss', not RFC 3339 */
export function dateTime(value: string): boolean {
  return value === '' || (value.length === 19 && value[10] === ' ' && date(value.slice(0, 10)) && value.slice(0, 10) !== '' && time(value.slice(11)));
}

/** One address with a domain of two labels or more; at most 254 characters */
export function email(value: string): boolean {
  if (value === '') return true;
  if (value.length > 254) return false;
  const found =
    /^([A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*)@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9])$/.exec(
      value,
    );
  return found !== null && (found[1] ?? '').length <= 64;
}

/**
 * An http or https address, or a file of ours: a path that starts with /get/files (V32). A user name before the host is refused: it is how a link
 * pretends to lead elsewhere ('https://bank.example@evil.example'), and a password in it would be read by everybody.
 */
export function uri(value: string): boolean {
  if (value === '') return true;
  if (/[\s\p{Cc}"<>\\^`{|}\uD800-\uDFFF]/u.test(value)) return false;
  if (/^\/get\/files(\/|$)/.test(value)) return !value.split('/').includes('..');
  return /^https?:\/\/(?:\[[0-9a-fA-F:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)(?::\d{1,5})?(?:[/?#]\S*)?$/u.test(value);
}

/** 'TW,+886912345678' (V38) */
export function phone(value: string): boolean {
  return value === '' || /^[A-Z]{2},\+\d+$/.test(value);
}

/** Digits, parentheses, #, space, hyphen (V37) */
export function telephone(value: string): boolean {
  return /^[\d()# -]*$/.test(value);
}

/** Letters, digits, underscore, dot, hyphen (V36) */
export function id(value: string): boolean {
  return /^[A-Za-z0-9_.-]*$/.test(value);
}

export function digits(value: string): boolean {
  return /^\d*$/.test(value);
}

/** A letter or an underscore first, then letters, digits, underscores */
export function identifier(value: string): boolean {
  return value === '' || /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
}

/** Any text that a column can hold: no NUL, no half of a surrogate pair */
export function text(value: string): boolean {
  return !value.includes('\0') && !(/[\uD800-\uDFFF]/.test(value) && /[\uD800-\uDFFF]/u.test(value));
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

/** By their names in a schema. */
export const formats = { date, time, 'date-time': dateTime, email, uri, phone, telephone, id, digits, identifier, text };
