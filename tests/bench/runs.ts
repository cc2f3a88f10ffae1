/** The runs: every measure on every server in turn, round after round, so that what the machine does besides falls on all alike. */
import { type LoadResult, load } from './load.ts';
import type { Measure, Name, Scene } from './measures.ts';
import type { Served } from './processes.ts';

export interface Stand {
  name: Name;
  /** 'mariadb 1000000', 'sqlite 100000' */
  place: string;
  scene: Scene;
  served: Served;
}
export interface Run extends LoadResult {
  measure: string;
  name: Name;
  place: string;
  round: number;
  connections: number;
  /** CPU time of the server's process for one request, ms */
  cpu: number;
}
export interface Plan {
  rounds: number;
  connections: number;
  /** ms a run */
  time: number;
  /** ms before the first run of a measure on a server */
  warmUp: number;
}

/** Requests of one run of a measure that is slow at that server: seconds each. */
const fewCalls = 1;

export async function runAll(measures: Measure[], stands: Stand[], plan: Plan): Promise<Run[]> {
  const runs: Run[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const measure of measures) {
      for (const stand of stands) {
        const run = await runOne(measure, stand, plan, round);
        if (run) runs.push(run);
      }
    }
  }
  return runs;
}

async function runOne(measure: Measure, { name, place, scene, served }: Stand, plan: Plan, round: number): Promise<Run | undefined> {
  const isSlow = measure.slow?.includes(name) ?? false;
  if (isSlow && name !== 'product' && round > 2) return undefined;
  const script = await measure.script(name, scene);
  if (!script) return undefined;
  const connections = isSlow ? 1 : plan.connections;
  const port = scene.port;
  if (round === 0 && !isSlow) await load(script, { port, connections, time: plan.warmUp });
  const before = served.cpu();
  const result = await load(script, { port, connections, time: plan.time, atMost: isSlow && name !== 'product' ? fewCalls : undefined });
  const cpu = (served.cpu() - before) / Math.max(result.requests, 1);
  if (result.errors) throw new Error(`${measure.title} on ${name}, ${place}: ${result.errors} of ${result.requests} refused: ${result.firstError}`);
  return { ...result, measure: measure.key, name, place, round, connections, cpu };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function pick(runs: Run[], by: Partial<Pick<Run, 'measure' | 'name' | 'place' | 'connections'>>): Run[] {
  return runs.filter((run) => Object.entries(by).every(([key, value]) => run[key as keyof typeof by] === value)); // the keys of `by`
}

/** Ratio of two servers' values round by round: median and spread. */
export function ratio(runs: Run[], others: Run[], value: (run: Run) => number): { median: number; least: number; most: number } | undefined {
  const ratios = runs.flatMap((run) => {
    const other = others.find((candidate) => candidate.round === run.round);
    return other && value(other) > 0 ? [value(run) / value(other)] : [];
  });
  return ratios.length ? { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) } : undefined;
}
