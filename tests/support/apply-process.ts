/** A process that applies a schema to a database until it is done or killed: `tsx apply-process.ts <database url> <object> <schema as JSON>`. */

import { connect } from '#framework/data/engine/connect.ts';
import { applyPlan } from '#framework/data/evolve/apply.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { entryOf, validateOf } from './entries.ts';

const [url = '', name = '', schema = ''] = process.argv.slice(2);
const entry = entryOf(name, JSON.parse(schema));
const db = await connect(url);
const { pending } = await applyPlan(db, await planObject(db, entry), {
  allow: ['needsData'],
  validate: validateOf(entry),
  onStep: (step) => console.log(`step ${step.key}`),
});
await db.close();
console.log(`left ${pending.length}`);
