import type { Recipe } from '#framework/samples/generate-rows.ts';
import type { Random } from '#rules/values/random.ts';
import { cities, companyWords, familyNames, foreignNames, type Pair, remarks, streets } from '../words.ts';
import { companyName, day, person } from './names.ts';

/** how often each type comes: mostly makers, then festivals and broadcasters */
const types = [1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 7, 8, 9, 9, 10];
type Place = readonly [country: string, currency: string, prefix: string];
const home: Place = ['TW', 'TWD', 'TW,+886'];
const abroad: readonly Place[] = [
  ['JP', 'JPY', 'JP,+81'],
  ['HK', 'HKD', 'HK,+852'],
  ['KR', 'KRW', 'KR,+82'],
  ['FR', 'EUR', 'FR,+33'],
  ['DE', 'EUR', 'DE,+49'],
  ['NL', 'EUR', 'NL,+31'],
  ['US', 'USD', 'US,+1'],
  ['GB', 'GBP', 'GB,+44'],
  ['SG', 'SGD', 'SG,+65'],
  ['MY', 'MYR', 'MY,+60'],
  ['CN', 'CNY', 'CN,+86'],
  ['TH', 'THB', 'TH,+66'],
];

/** Companies that could exist and do not: example.com addresses, made-up streets. */
export function companyRecipe(): Recipe {
  let name: Pair = companyWords[0]!;
  let place = home;
  let host = '';
  const number = (random: Random): string => `${place[2]}${random.int(20000000, 29999999)}`;
  return {
    id: (random, index) => {
      place = random.chance(0.65) ? home : random.pick(abroad);
      return `co_${String(index).padStart(4, '0')}`;
    },
    type: (random) => random.pick(types),
    name: (random, index, row) => {
      name = companyName(random, Number(row.type));
      host = `${name[1]
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/^-|-$/g, '')}-${index}.example.com`;
      return place === home ? `${name[0]} ${name[1]}` : name[1];
    },
    abbrName: () => (place === home ? name[0].slice(0, 4) : name[1].split(' ')[0]!),
    country: () => place[0],
    taxID: (random) => (place[0] === 'TW' ? String(random.int(10000000, 99999999)) : ''),
    currency: () => place[1],
    comTel: number,
    comAddr: (random) =>
      place[0] === 'TW' ? `${random.pick(cities)[0]}${random.pick(streets)[0]} ${random.int(1, 320)} 號` : `${random.int(1, 320)} ${random.pick(streets)[1]}`,
    shipAddr: (_random, _index, row) => row.comAddr ?? '',
    invAddr: (_random, _index, row) => row.comAddr ?? '',
    webSite: () => `https://${host}`,
    cnexContact: (random) => (random.chance(0.6) ? random.pick(['admin', 'operator']) : ''),
    comment: (random) => (random.chance(0.3) ? random.pick(remarks)[0] : ''),
    tag: (random) => random.sample(['亞洲', '歐洲', '長期夥伴', '新客戶', '電視', '教育公播', '影展', '共製'], random.int(0, 3)),
    conName: (random) => (place === home ? person(random)[0] : random.pick(foreignNames)),
    conTel1: (random) => String(random.int(20000000, 29999999)).replace(/^(\d{4})(\d{4})$/, '(02) $1-$2'),
    conTel2: () => undefined,
    conEmail: (random) => `${random.pick(familyNames)[1].toLowerCase()}@${host}`,
    paidfor: () => name[1],
    bankn: (random) => random.pick(['島嶼商業銀行', '潮汐銀行', 'First Example Bank', '山海合作金庫']),
    bankc: (random) => String(random.int(100, 999)),
    swift: (random) => `EXMP${place[0]}T${random.int(1, 9)}`,
    account: (random) => String(random.int(100000000, 999999999)),
    contract: (random) => {
      if (random.chance(0.6)) return [];
      return Array.from({ length: random.int(1, 3) }, (_, number) => {
        const year = random.int(2019, 2025);
        return {
          name: random.pick(['授權合約', '發行合約', '共同製作備忘錄', 'Licence agreement']) + (number ? ` ${number + 1}` : ''),
          date: day(random, year, year),
          start: `${year}-12-01`,
          end: `${year + random.int(1, 5)}-11-30`,
          comment: random.chance(0.3) ? random.pick(remarks)[0] : '',
          attachment: [],
        };
      });
    },
    _tmpdate: () => undefined,
    _tmpflag: () => undefined,
  };
}
