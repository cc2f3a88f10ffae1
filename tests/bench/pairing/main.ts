/**
 * `npm run bench:pairing`: every regime and size of made-up forums, the plan's worth against the proven bound, its time and breaks, and what greedy alone
 * gives; seconds are the processor's: to the plan, to 0.1 % below the bound, to the end. `npm run bench:pairing -- '50×60×24 sparse' 30`: what is named so, with 30 s for a proof; a third
 * argument is the most meetings in a row. `npm run bench:pairing -- repair '' 5 30`: repairs
 * of five people's lost half-days.
 */

import { Board } from '#application/pairing/rules/board.ts';
import { edgesOf, type Instance } from '#application/pairing/rules/instance.ts';
import { planAtOnce } from '#application/pairing/rules/make-plan.ts';
import { violationsOf } from '#application/pairing/rules/verify.ts';
import { finish } from '#application/pairing/solver/finish.ts';
import { forum, regimes, sizes } from './regimes.ts';
import { measureRepairs } from './repair.ts';

const [first = '', ...rest] = process.argv.slice(2);
const isRepair = first === 'repair';
const [only = '', proving = '90', most = 'Infinity'] = isRepair ? ['none'] : [first, ...rest];
const budget = { seed: 1, iterations: 12_000, calming: 250_000 };

if (isRepair) await measureRepairs(sizes[1], rest[0] ?? '', Number(rest[1] ?? 5), Number(rest[2] ?? 30));
else console.log('forum          regime    plan    bound   gap %  plan s  0.1 % s  end s  breaks  greedy %  violations');
for (const size of sizes) {
  for (const regime of regimes) {
    const name = `${size.join('×')} ${regime}`;
    if (!name.includes(only)) continue;
    const instance = forum(size, regime, 1, false, Number(most));
    const start = seconds();
    let reached = 0;
    const plan = planAtOnce(instance, budget);
    const planned = seconds();
    const proof = await finish(instance, plan, budget, Number(proving), ({ score, bound }) => {
      if (!reached && score >= bound * 0.999) reached = seconds();
    });
    const done = seconds();
    const gap = 100 * (1 - proof.score / proof.bound);
    console.log(
      [
        size.join('×').padEnd(14),
        regime.padEnd(8),
        `${plan.score}→${proof.score}`.padStart(8),
        String(proof.bound).padStart(7),
        gap.toFixed(3).padStart(7),
        (planned - start).toFixed(2).padStart(7),
        (gap > 0.1 ? '-' : (Math.max(planned, reached) - start).toFixed(1)).padStart(8),
        (done - start).toFixed(1).padStart(6),
        `${plan.breaks}→${proof.breaks}`.padStart(7),
        (100 * (1 - greedy(instance) / proof.bound)).toFixed(1).padStart(9),
        String(violationsOf(instance, proof.meetings).length).padStart(11),
      ].join(' '),
    );
  }
}

/** Of this processor, whatever else it does. */
function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** First wishes first, each in the first slot that both have. */
function greedy(instance: Instance): number {
  const edges = edgesOf(instance);
  const board = new Board(instance, edges);
  const order = Array.from({ length: edges.count }, (_, edge) => edge).sort((a, b) => edges.rank[a]! - edges.rank[b]!);
  for (const edge of order) {
    const slot = edges.common[edge]!.find((one) => board.fits(edge, one));
    if (slot !== undefined && board.hasRoom(edge) && board.hasTable(slot)) board.place(edge, slot);
  }
  return board.score;
}
