/** Before anything is measured: the three servers answer the same rows, byte for byte where the order of fields is the same. */
import { measures } from './measures.ts';
import type { Stand } from './runs.ts';

export async function checkSameAnswers(stands: Stand[], say: (line: string) => void): Promise<void> {
  for (const key of ['list', 'whole', 'get']) {
    const bodies = new Map<string, string>();
    for (const { name, scene } of stands) {
      const script = await measures.find((measure) => measure.key === key)?.script(name, scene);
      const path = script?.(undefined, 0)?.path ?? '';
      const answer = await scene.ask(key === 'get' ? path.replace(/film-\d+$/, 'film-0000042') : path);
      bodies.set(name, answer.body.toString('utf8'));
    }
    const [product = '', bare = '', usual = ''] = ['product', 'bare', 'usual'].map((name) => bodies.get(name) ?? '');
    if (bare !== usual) throw new Error(`The baselines differ on ${key}: ${difference(bare, usual)}`);
    if (product !== bare) throw new Error(`Product and baseline differ on ${key}: ${difference(product, bare)}`);
    say(`${key}: the three answer the same ${product.length.toLocaleString('en')} characters`);
  }
}

function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return `at ${at}: …${one.slice(Math.max(0, at - 80), at + 80)}… and …${other.slice(Math.max(0, at - 80), at + 80)}…`;
}
