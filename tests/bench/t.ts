import { readFileSync } from 'node:fs';
import { derive } from '#codegen/pipeline.ts';
for (const p of process.argv.slice(2)) {
const t=readFileSync(p,'utf8');
const d=derive(new Map([['schemas/x_y.json',t]]));
console.log(p, d.entries.length, d.errors.slice(0,3).map(e=>e.message.slice(0,150)));
}
