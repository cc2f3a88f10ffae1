/** What a failed call means where the thing that is typed into has no say of its own. */
import { ApiError } from '#client/http/api-error.ts';
import type { Batch, Refused } from './edits.ts';
import type { Verdict } from './typing.ts';

/** A call that will never be taken as it is: what it names is refused; where it names nothing, everything that it held. */
export function verdictOn(error: unknown, batch: Batch | undefined): Verdict<never> {
  if (!(error instanceof ApiError) || error.isPassing || error.status === 423) return 'away';
  const { status, code, fields, sentence } = error;
  if (status === 401 || status === 440) return { halt: 'signin' };
  if (!batch) return 'away';
  const paths = Object.keys(batch.values);
  const named = fields.flatMap(({ path, code: own, message }) =>
    paths.filter((each) => path === each || path.startsWith(`${each}/`)).map((each) => ({ path: each, code: own, message })),
  );
  const refused = named.length ? named : paths.map((path) => ({ path, code, message: fields[0]?.message ?? sentence }));
  return { refused: refused as Refused[] }; // codes of the server's catalogue
}
