/** How a campaign lets its jury read: criteria and what ratings come to, what is hidden, and the order of each juror's list. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blinded, isShownToJurors, mask, maskNames } from '#application/jury/rules/blind.ts';
import { type Criterion, criteriaOf, criteriaProblems, resultOf, scoreProblems, scoresOf, storedScores } from '#application/jury/rules/criteria.ts';
import { inListOrder } from '#application/jury/rules/list-order.ts';

const campaign = {
  criteria: [
    { key: 'vision', cna: '觀點', ename: 'Vision', weight: 3, hint: '', ehint: 'A voice of its own', steps: [{ cna: '薄弱', ename: 'weak' }] },
    { key: 'craft', cna: '手法', ename: '', weight: 1, hint: '', ehint: '', steps: [] },
  ],
};
const criteria = criteriaOf(campaign);
const score = fc.integer({ min: 1, max: 5 });

describe('E05 the criteria of a jury', () => {
  it('E05 a name in one language serves both, and the weight is part of the whole', () => {
    expect(criteria.map(({ key, name, weight }) => [key, name.tw, name.en, weight])).toEqual([
      ['vision', '觀點', 'Vision', 3],
      ['craft', '手法', '手法', 1],
    ]);
    expect([criteria[0]?.hint.tw, criteria[0]?.steps[0]?.en]).toEqual(['A voice of its own', 'weak']);
  });

  it('E05 ratings come to their weighted mean, and to nothing before each criterion has one', () => {
    expect(resultOf({ vision: 5, craft: 1 }, criteria)).toBe(4);
    expect([resultOf({ vision: 5 }, criteria), resultOf({ vision: 5, craft: 0 }, criteria), resultOf({}, [])]).toEqual([null, null, null]);
  });

  it('E05 the result lies between the lowest and the highest rating, and is the rating where all are the same', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ weight: fc.integer({ min: 1, max: 10 }), score }), { minLength: 1, maxLength: 6 }), (all) => {
        const some = all.map(({ weight }, index): Pick<Criterion, 'key' | 'weight'> => ({ key: `c${index}`, weight }));
        const scores = Object.fromEntries(all.map((one, index) => [`c${index}`, one.score]));
        const result = resultOf(scores, some) ?? Number.NaN;
        expect(result).toBeGreaterThanOrEqual(Math.min(...all.map((one) => one.score)));
        expect(result).toBeLessThanOrEqual(Math.max(...all.map((one) => one.score)));
        expect(resultOf(Object.fromEntries(some.map(({ key }) => [key, 3])), some)).toBe(3);
      }),
    );
  });

  it('E05 ratings by a criterion that is gone stay stored and do not count', () => {
    const stored = storedScores(
      {
        scores: [
          { criterion: 'former', score: 5 },
          { criterion: 'craft', score: 2 },
        ],
      },
      { vision: 4 },
      criteria,
    );
    expect(stored).toEqual([
      { criterion: 'vision', score: 4 },
      { criterion: 'former', score: 5 },
    ]);
    expect(scoresOf({ scores: stored }, criteria)).toEqual({ vision: 4 });
  });

  it('E05 refuses an unknown criterion, a fraction and a step outside of 1-5; 0 takes a rating back', () => {
    const codes = (sent: unknown) => scoreProblems(sent, criteria).map(({ path, code }) => `${path} ${code}`);
    expect(codes({ vision: 6, craft: 2.5, taste: 3 })).toEqual(['scores/vision field.range', 'scores/craft field.integer', 'scores/taste field.unknown']);
    expect([codes({ vision: 0, craft: 5 }), codes([]), codes('5')]).toEqual([[], ['scores field.type'], ['scores field.type']]);
  });

  it('E01 two criteria cannot share a key', () => {
    const [one] = campaign.criteria;
    expect(criteriaProblems({ criteria: [one!, one!] })).toEqual([{ path: 'criteria/1/key', code: 'rule.criteriontwice' }]);
    expect(criteriaProblems(campaign)).toEqual([]);
  });
});

describe('E05 blind reading', () => {
  const entry = {
    cname: '海的記憶',
    logline: '林大同的母親在海邊等。Ann Lee and Annual tides.',
    synopsis: '導演 LIN TA-TUNG 回到鹿港影像的倉庫。',
    director: { cname: '林大同', ename: 'Lin Ta-tung', bio: '林大同生於花蓮。', newDirector: true, coDirectors: ['Ann Lee'] },
    producer: { cname: '王小美', ename: 'Wang', bio: 'Producer.', company: '鹿港影像' },
    stills: [{ link: '/get/files/still/x1.jpg', size: 9, name: '林大同 1', fileName: 'lin-ta-tung.jpg' }],
    proposal: [{ link: '/get/files/proposal/x2.pdf', size: 9, name: '', fileName: 'Lin.pdf' }],
    trailer: 'https://vimeo.com/lintatung',
  };

  it('P04 leaves out what is hidden and masks hidden names in every text, but breaks no link and no other word', () => {
    const shown = blinded(entry as never, ['director', 'company']) as typeof entry;
    expect(shown.director).toEqual({ newDirector: true, bio: `${mask}生於花蓮。` });
    expect(shown.producer).toEqual({ cname: '王小美', ename: 'Wang', bio: 'Producer.' });
    expect(shown.logline).toBe(`${mask}的母親在海邊等。${mask} and Annual tides.`);
    expect(shown.synopsis).toBe(`導演 ${mask} 回到${mask}的倉庫。`);
    expect(shown.stills).toEqual([{ link: '/get/files/still/x1.jpg', size: 9 }]);
    expect(shown.trailer).toBe(entry.trailer);
    expect(JSON.stringify(shown)).not.toMatch(/林大同|鹿港|Ann Lee|lin-ta/);
  });

  it('P04 hides whole fields, whose files then are not read either', () => {
    const shown = blinded(entry as never, ['stills', 'proposal', 'links', 'bio']) as Partial<typeof entry>;
    expect(Object.keys(shown)).toEqual(['cname', 'logline', 'synopsis', 'director', 'producer']);
    expect(shown.director).toEqual({ cname: '林大同', ename: 'Lin Ta-tung', newDirector: true, coDirectors: ['Ann Lee'] });
    expect([isShownToJurors('stills', ['stills']), isShownToJurors('stills', ['director']), isShownToJurors('roughCut', ['links'])]).toEqual([
      false,
      true,
      false,
    ]);
    expect(blinded(entry as never, [])).toBe(entry);
  });

  it('P04 an address in a text or an answer that is made of a hidden name is masked whole; others stay, and work', () => {
    const answers = {
      q_site: 'https://www.lintatung.tw/films?id=3',
      q_more: 'https://example.com/a 是林大同的網站。',
      q_mail: '請寫 tatung.lin@example.com，或見 https://example.com/%E6%9E%97%E5%A4%A7%E5%90%8C、https://example.com/sea。',
      q_files: [{ link: '/get/files/q_files/x3.pdf', size: 9 }],
    };
    // with those fields alone that are looked at
    expect(blinded({ ...entry, ...answers } as never, ['director', 'producer'])).toMatchObject({
      q_site: mask,
      q_more: `https://example.com/a 是${mask}的網站。`,
      q_mail: `請寫 ${mask}，或見 ${mask}、https://example.com/sea。`,
      q_files: answers.q_files,
      trailer: entry.trailer,
    });
    expect(maskNames('https://wangfu.tw https://100%.tw', ['Wan Li', 'Fu'])).toBe('https://wangfu.tw https://100%.tw');
  });

  it('P04 whatever a name holds, it is masked wherever it stands alone', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 2, maxLength: 12 }).map((name) => name.trim()),
        (name) => {
          fc.pre([...name].length >= 2);
          expect(maskNames(`〈${name}〉`, [name])).toBe(`〈${mask}〉`);
        },
      ),
    );
  });
});

describe('E05 the order of a list', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ id: `e${index}`, enrollid: `C${String(30 - index).padStart(3, '0')}` }));
  const ids = (order: 'number' | 'random' | 'least' | '-', juror: string, reads = new Map<string, number>()) =>
    inListOrder(rows, order, juror, reads).map(({ id }) => id);

  it('E05 by number, random and least read first', () => {
    expect(ids('number', 'a')).toEqual(rows.map(({ id }) => id).reverse());
    expect(ids('-', 'a')).toEqual(ids('number', 'b'));
    expect(ids('random', 'a')).not.toEqual(ids('random', 'b'));
    expect(ids('random', 'a')).not.toEqual(ids('number', 'a'));
    const least = ids(
      'least',
      'a',
      new Map([
        ['e3', 2],
        ['e4', 1],
      ]),
    );
    expect(least.slice(-2)).toEqual(['e4', 'e3']);
  });

  it('E05 a random order stays for its juror, whatever order the rows come in and whatever is added later', () => {
    fc.assert(
      fc.property(fc.string(), fc.shuffledSubarray(rows), (juror, some) => {
        const whole = inListOrder(rows, 'random', juror, new Map());
        const part = inListOrder(some, 'random', juror, new Map());
        expect(part).toEqual(whole.filter((row) => some.includes(row)));
      }),
    );
  });
});
