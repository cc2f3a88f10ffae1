/**
 * A process that applies a schema to a database until it is done or killed: `tsx apply-process.ts <database url> <object> <schema as JSON>`.
 * With `<pattern> <n>` it ends itself, as a pulled plug would, before the statement that follows the n-th of the first step whose key the pattern fits.
 */

import { connect, type Database, type Executor } from '#framework/data/engine/connect.ts';
import { applyPlan } from '#framework/data/evolve/apply.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { entryOf, validateOf } from '../schemas/entries.ts';

const [url = '', name = '', schema = '', fatal, left = '0'] = process.argv.slice(2);
const entry = entryOf(name, JSON.parse(schema));
const db = await connect(url);
let isArmed = false;
let statements = Number(left);
const { pending } = await applyPlan(fatal === undefined ? db : counted(db), await planObject(db, entry), {
  allow: ['needsData', 'destructive'],
  typedName: name,
  validate: validateOf(entry),
  onStep: (step) => {
    console.log(`step ${step.key}`);
    if (fatal !== undefined && new RegExp(fatal).test(step.key)) isArmed = true;
  },
});
await db.close();
console.log(`left ${pending.length}`);

/** The same database, which counts its statements once the step has begun. */
function counted<E extends Executor>(executor: E): E {
  return new Proxy(executor, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'query' || key === 'run' || key === 'exec')
        return (...args: unknown[]) => {
          if (isArmed && statements-- === 0) process.kill(process.pid, 'SIGKILL');
          return value.apply(target, args);
        };
      if (key === 'transaction' || key === 'session')
        return (work: (inner: Executor) => Promise<unknown>) => (target as unknown as Database)[key](async (inner: Executor) => work(counted(inner))); // only a database has these
      return value.bind(target);
    },
  });
}
