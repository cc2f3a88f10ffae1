/**
 * Dotted paths of fields ('contract.start'), as filters, columns of lists, problems and locale files write them. A key of any file may hold what such a text
 * divides by: there it is written as `~` and the character's code ('sap~2eapp' is the field 'sap.app'). Most names are written as they are. Pure.
 */

/** What divides a path, the path of a problem, a filter's key, a list of names or a template. `@` in front divides nothing. */
const dividing = /[~./,:{}@]/g;
/** Names that mean something else where a filter stands. */
const taken: readonly string[] = ['q', '$and', '$or', '$not'];

/** A field's name as one step of a path. */
export function stepOf(name: string): string {
  if (name === '') return '~';
  const step = name.replace(dividing, (sign, at: number) => (sign === '@' && at === 0 ? sign : coded(sign)));
  return taken.includes(step) ? coded(step.slice(0, 1)) + step.slice(1) : step;
}

/** The path of these names, outermost first. */
export function pathOf(names: readonly string[]): string {
  return names.map(stepOf).join('.');
}

/** The path of a name below another path; '' is the row itself. */
export function pathBelow(path: string, name: string): string {
  return path ? `${path}.${stepOf(name)}` : stepOf(name);
}

/** The names along a path. */
export function stepsOf(path: string): string[] {
  const steps = path.split('.');
  return path.includes('~') ? steps.map(nameOf) : steps;
}

/** The name that a step of a path says. */
export function nameOf(step: string): string {
  if (step === '~') return '';
  return step.includes('~') ? step.replace(/~([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : step;
}

/** The name of the outermost field of a path. */
export function rootOf(path: string): string {
  const end = path.indexOf('.');
  return nameOf(end < 0 ? path : path.slice(0, end));
}

function coded(character: string): string {
  return `~${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
