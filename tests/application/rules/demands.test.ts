/** What a campaign demands of its form (issue 14.3, decision 116): the rule that server and form share. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerFields } from '#application/campaign/overlay.ts';
import { demandsOffered, questionProblems, questionsOf } from '#application/campaign/rules/questions.ts';
import { type Demand, demandsOf, limited, limitsAt, wordsIn } from '#application/enrolment/rules/demands.ts';
import { missingOf } from '#application/enrolment/rules/enrolment.ts';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';

const at = '2026-03-01 00:00:00';
const demand = (more: Partial<Demand>): Demand => ({ field: 'synopsis', program: '', from: '', ...more });

describe('what holds for a field', () => {
  it('nothing of its own while the campaign says nothing', () => expect(limitsAt([demand({ field: 'logline', words: 3 })], 'synopsis', ['C'], at)).toEqual({}));

  it('of a program before all, and the one that began last before earlier ones; what has not begun does not hold', () => {
    const all = [
      demand({ need: 'required', words: 100 }),
      demand({ program: 'I', need: 'optional' }),
      demand({ need: 'hidden', from: '2026-02-01 00:00:00' }),
      demand({ need: 'required', from: '2026-04-01 00:00:00' }),
    ];
    expect(limitsAt(all, 'synopsis', ['C'], at)).toEqual({ need: 'hidden', words: 100 });
    expect(limitsAt(all, 'synopsis', ['I'], at)).toEqual({ need: 'optional', words: 100 });
    expect(limitsAt(all, 'synopsis', ['C'], '2026-01-01 00:00:00')).toEqual({ need: 'required', words: 100 });
    expect(limitsAt(all, 'synopsis', [], '2026-05-01 00:00:00').need).toBe('required');
  });

  it('in two programs it is asked where either asks, and the tighter limit holds', () => {
    const of = (c: Partial<Demand>, i: Partial<Demand>) =>
      limitsAt([demand({ program: 'C', ...c }), demand({ program: 'I', ...i })], 'synopsis', ['C', 'I'], at);
    expect(of({ need: 'hidden' }, { need: 'required' }).need).toBe('required');
    expect(of({ need: 'hidden' }, { need: 'hidden' }).need).toBe('hidden');
    expect(of({ need: 'hidden' }, { need: 'optional' }).need).toBe('optional');
    expect(of({ words: 300, most: 2, size: 5 }, { words: 200, most: 3 })).toEqual({ words: 200, most: 2, size: 5 });
  });

  it('is the same whatever the order of the entries', () => {
    const one = fc.record({
      program: fc.constantFrom('', 'C', 'I'),
      from: fc.constantFrom('', '2026-01-01 00:00:00', '2026-02-01 00:00:00'),
      need: fc.constantFrom('required', 'optional', 'hidden') as fc.Arbitrary<Demand['need'] & string>,
    });
    const distinct = fc.uniqueArray(one, { selector: ({ program, from }) => `${program} ${from}`, maxLength: 8 });
    fc.assert(
      fc.property(distinct, fc.subarray(['C', 'I']), (entries, programs) => {
        const all = entries.map((entry) => demand(entry));
        expect(limitsAt([...all].reverse(), 'synopsis', programs, at)).toEqual(limitsAt(all, 'synopsis', programs, at));
      }),
    );
  });

  it('a control takes no more than the schema does', () => {
    // of a field what the rule reads
    const field = {
      name: 'stills',
      maxItems: 3,
      file: { purpose: 'x', kinds: ['image'], maxSize: 3_145_728, maxCount: 3, public: false },
    } as unknown as FieldModel;
    expect(limited(field, { most: 2, size: 1 }).file).toMatchObject({ maxCount: 2, maxSize: 1_048_576 });
    expect(limited(field, { most: 9, size: 9 }).file).toMatchObject({ maxCount: 3, maxSize: 3_145_728 });
    expect(limited({ name: 'genre', maxItems: 2 } as FieldModel, { most: 1 })).toMatchObject({ maxItems: 1 });
  });
});

describe('words', () => {
  it('each Chinese character is one, and each word of another writing', () => {
    expect(wordsIn('海的記憶')).toBe(4);
    expect(wordsIn('A film, by the sea.')).toBe(5);
    expect(wordsIn('紀錄片 documentary 2026 年')).toBe(6);
    expect(wordsIn('  \n ，。')).toBe(0);
  });
  it('of two texts apart are those of each', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        expect(wordsIn(`${one} ${two}`)).toBe(wordsIn(one) + wordsIn(two));
      }),
    );
  });
});

describe('a submission under demands', () => {
  const whole: Row = {
    attProgram: ['C'],
    cname: '海',
    ename: 'Sea',
    logline: 'A line of five words.',
    genre: ['[AR]'],
    len: '[FL]',
    stage: 0,
    trailer: 'https://video.example.com/1',
    director: { cname: '', ename: 'Lin', bio: '' },
    producer: { cname: '吳', ename: '', phone: 'TW,+886' },
    stills: [],
    rights: true,
    agree: true,
  };
  const missing = (demands: Demand[], more: Row = {}, now = at) =>
    missingOf({ ...whole, ...more }, { programs: ['C', 'I'], edition: 14, demands }, undefined, now).map(({ path, code }) => `${path} ${code}`);

  it('required, no longer required, not shown', () => {
    expect(missing([demand({ need: 'required' }), demand({ field: 'director/bio', need: 'required' })])).toEqual([
      'synopsis field.required',
      'director/bio field.required',
    ]);
    expect(missing([demand({ field: 'trailer', need: 'optional' })], { trailer: '' })).toEqual([]);
    expect(missing([demand({ field: 'logline', need: 'hidden', words: 1 })], { logline: '' })).toEqual([]);
    expect(missing([demand({ field: 'logline', need: 'hidden', words: 1 })])).toEqual([]);
    // A telephone of which the country alone is chosen says nothing.
    expect(missing([demand({ field: 'producer/phone', need: 'required' })])).toEqual(['producer/phone field.required']);
    expect(missing([demand({ need: 'required', from: '2026-03-02 00:00:00' })])).toEqual([]);
    expect(missing([demand({ need: 'required', program: 'I' })])).toEqual([]);
  });
  it('a question whose field is not there yet is not missing', () => {
    const terms = { programs: ['C'], edition: 14, demands: [demand({ field: 'q_new', need: 'required' })] };
    // of a model what the rule reads
    const paths = (fields: string[]) =>
      missingOf(whole, terms, { entity: { key: 'id' }, fields: fields.map((name) => ({ name, kind: 'string', label: {} })) } as unknown as ObjectModel, at).map(
        ({ path }) => path,
      );
    expect([paths([]), paths(['q_new'])]).toEqual([[], ['q_new']]);
  });
  it('words, entries and sizes at most', () => {
    expect(missing([demand({ field: 'logline', words: 4 })])).toEqual(['logline rule.words']);
    expect(missing([demand({ field: 'logline', words: 5 })])).toEqual([]);
    expect(missing([demand({ field: 'genre', most: 1 })], { genre: ['[AR]', '[CU]'] })).toEqual(['genre field.toomany']);
    expect(missing([demand({ field: 'stills', size: 1, need: 'required' })], { stills: [{ link: 'x', size: 2_000_000 }] })).toEqual(['stills/0 file.size']);
  });
});

describe('own questions', () => {
  const question = (key: string, more: Row = {}): Row => ({ key, kind: 'text', labelTw: '問', labelEn: 'Ask', ...more });
  const options: Row[] = [{ code: 'a', tw: '甲', en: 'A' }, { code: 'b' }];

  it('are fields of enrolments and pitches, shown in their campaigns, with the words of the newest edition and the options of all', () => {
    const fields = answerFields([
      { id: 'old', edition: 1, questions: [question('way', { kind: 'choice', labelEn: 'Old', options: [{ code: 'z' }] }), question('mine', { noJury: true })] },
      { id: 'new', edition: 2, questions: [question('way', { kind: 'choice', labelEn: 'New', options }), question('broken', { labelTw: '', labelEn: '' })] },
    ]);
    expect(fields.map(({ object, name }) => `${object} ${name}`)).toEqual(['enrolment q_way', 'enrolment q_mine', 'pitch q_way', 'pitch q_mine']);
    const [way, mine] = fields;
    expect(way?.labels.en).toBe('New');
    expect(way?.schema).toMatchObject({
      oneOf: [{ const: 'a' }, { const: 'b' }, { const: 'z' }],
      'x-visibleWhen': { properties: { cid: { enum: ['new', 'old'] } } },
    });
    expect(way?.schema['x-access']).toBeUndefined();
    expect(mine?.schema['x-access']).not.toContain('[ju]');
  });

  it('say what is wrong with them', () => {
    const wrong = (...questions: Row[]) => questionProblems({ questions }).map(({ path, code }) => `${path} ${code}`);
    expect(wrong(question('a'), question('a'))).toEqual(['questions/1/key field.exists']);
    expect(wrong(question('a', { labelTw: '', labelEn: ' ' }))).toEqual(['questions/0/labelTw field.required']);
    expect(wrong(question('a', { kind: 'choice', options: [{ code: 'x' }] }))).toEqual(['questions/0/options field.items']);
    expect(wrong(question('a', { kind: 'several', options: [{ code: 'x' }, { code: 'x' }] }))).toEqual(['questions/0/options field.exists']);
    expect(wrong(question('a', { kind: 'choice', options }))).toEqual([]);
  });

  it('are offered to the demands of their own campaign as soon as they are typed, not those of others', () => {
    const offer = demandsOffered({ questions: [question('mine'), question('typed')] })['demands/field'];
    const known = ['synopsis', 'director/bio', 'q_mine', 'q_theirs'].map((value) => ({ value, label: { tw: value, en: value } }));
    expect(offer?.(known).map(({ value }) => value)).toEqual(['synopsis', 'director/bio', 'q_mine', 'q_typed']);
  });

  it('demand what they say, in their programs alone', () => {
    const campaign = { questions: [question('a', { required: true, most: 5 }), question('b', { kind: 'file', programs: ['I'], most: 2 })] };
    expect(questionsOf(campaign)).toHaveLength(2);
    const demands = demandsOf(campaign);
    expect(limitsAt(demands, 'q_a', ['C'], at)).toEqual({ need: 'required', words: 5 });
    expect(limitsAt(demands, 'q_b', ['C'], at)).toEqual({ need: 'hidden' });
    expect(limitsAt(demands, 'q_b', ['I'], at)).toEqual({ need: 'optional', most: 2 });
  });
});
