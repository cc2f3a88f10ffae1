/** The sales of three years: orders in three currencies and every state, each saved on its own day, so that serials run with the calendar. */

import type { Row } from '#codegen/model.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { dateAt } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { officeTime } from '#rules/records/naming.ts';
import { minorDigits } from '#rules/values/currency.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';

const day = 86_400_000;
/** the span of the demo's sales */
const span = 3 * 365 * day;
/** Orders younger than this may still be drafts. */
const draftsSince = 45 * day;

interface Trade {
  currency: string;
  branch: string;
  /** usual price of a licence */
  price: number;
  step: number;
  taxRate: number;
  /** exchange rates between which the years went */
  rates: [number, number];
}
const trades: Trade[] = [
  { currency: 'TWD', branch: '[T]', price: 60_000, step: 1_000, taxRate: 0.05, rates: [1, 1] },
  { currency: 'TWD', branch: '[T]', price: 180_000, step: 5_000, taxRate: 0.05, rates: [1, 1] },
  { currency: 'USD', branch: '[H]', price: 4_000, step: 12.5, taxRate: 0, rates: [30.2, 32.6] },
  { currency: 'JPY', branch: '[B]', price: 450_000, step: 5_000, taxRate: 0.1, rates: [0.205, 0.236] },
];
const rights = ['[TV]', '[TV]', '[VOD]', '[VOD]', '[EDU]', '[FES]', '[PUB]', '[AIR]', '[HOM]', '[THE]', '[ALL]', '[FTG]'];
const terms = ['五年，臺灣', '三年，港澳', 'Two years, worldwide', '單次公播', '學校公播三年', 'Five years, one territory', '片段三分鐘'];

/** Writes `count` orders as these actors, oldest first. */
export async function seedOrders(tools: RecordTools, actors: readonly Actor[], seed: number, count: number, companies: Row[], films: Row[]): Promise<void> {
  if (!tools.registry.get('sales_order') || !companies.length || !films.length || !actors.length) return;
  const random = seededRandom(seed);
  const now = tools.now().getTime();
  // The business grows: more of the orders lie in the later years.
  const times = Array.from({ length: count }, () => now - span * (1 - random.next() ** 0.8)).sort((a, b) => a - b);
  for (const [index, at] of times.entries()) {
    const actor = random.pick(actors);
    const past = (later: number): RecordTools => ({ ...tools, now: () => dateAt(Math.min(at + later, now - 600_000)) });
    const age = now - at;
    const draft = await createRecord(past(0), actor, 'sales_order', orderOf(random, at, age, companies, films));
    if (age < draftsSince && index % 3 !== 0) continue;
    const saved = await updateRecord(past(random.int(1, 300) * 60_000), actor, 'sales_order', String(draft.id), { status: 'saved' }, Number(draft.ver));
    if (random.chance(0.08))
      await updateRecord(past(9 * 3_600_000), actor, 'sales_order', String(saved.id), { status: 'void', ver: saved.ver! }, Number(saved.ver));
  }
}

function orderOf(random: Random, at: number, age: number, companies: Row[], films: Row[]): Row {
  const trade = random.pick(trades);
  const own = companies.filter((row) => row.currency === trade.currency);
  const [low, high] = trade.rates;
  const lines = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 5]) }, () => lineOf(random, at, age, trade, films));
  return {
    date: officeTime(at).slice(0, 10),
    customer: random.pick(own.length ? own : companies).id!,
    currency: trade.currency,
    exchange: Number((low + (high - low) * random.next()).toFixed(4)),
    lines,
    comment: random.chance(0.15) ? random.pick(['分兩期付款。', '發票寄至發行部門。', 'Materials by link, no tapes.', '合約另附。']) : '',
  };
}

function lineOf(random: Random, at: number, age: number, { currency, branch, price, step, taxRate }: Trade, films: Row[]): Row {
  const amount = Math.max(step, Math.round((price * (0.4 + 1.6 * random.next() ** 2)) / step) * step);
  const tax = Number((amount * taxRate).toFixed(minorDigits(currency)));
  const isPaid = age > 60 * day ? random.chance(0.92) : random.chance(0.25);
  return {
    film: random.pick(films).id!,
    right: random.pick(rights),
    material: random.chance(0.4) ? random.pick(['[20]', '[40]', '[31]']) : '-',
    desc: random.chance(0.6) ? random.pick(terms) : '',
    amount,
    taxRate,
    branch,
    adminFee: random.chance(0.5) ? Math.round((amount * 0.02) / step) * step : 0,
    shareRate: random.pick([0.5, 0.6, 0.7]),
    ...(isPaid && { collected: amount + tax, collectedOn: officeTime(Math.min(at + random.int(10, 55) * day, at + age - day)).slice(0, 10) }),
  };
}
