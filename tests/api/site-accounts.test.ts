import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Client, clientWith, startServer, type TestServer } from '../support/server.ts';
import { addApplicant, addJuror, cookieOf, signInApplicant, signInJuror, sitePassword } from '../support/site.ts';

interface Reply {
  status: number;
  code: string;
  msg: string;
  fields: { path: string; code: string; message: string }[];
  data: Record<string, unknown>;
  answer: Response;
}

const minute = 60_000;
const hour = 60 * minute;

describe.each(testDatabases)('accounts of the public site on %s', (kind) => {
  let mails: MailServer;
  let server: TestServer;
  let admin: Client;
  let clock = Date.now();

  beforeAll(async () => {
    mails = await startMailServer();
    server = await startServer({ kind, now: () => new Date(clock), env: { SMTP_URL: mails.url, BASE_URL: 'https://forum.example' } });
    admin = await server.signIn('admin');
    const window = { cStart: '2026-01-01 00:00:00', cEnd: '2026-02-01 00:00:00', sStart: '2026-02-05 00:00:00', sEnd: '2099-01-01 00:00:00' };
    const mailVerify = { subjectTw: '第十五屆報名驗證', bodyTw: '{name} 的驗證碼：{code}', subjectEn: 'Fifteenth edition', bodyEn: 'Your code is {code}' };
    for (const [id, more] of [
      ['ccdf14', { sEnd: '2026-03-01 00:00:00' }],
      ['ccdf15', { mailVerify }],
    ] as const) {
      const answer = await admin('/api/pb/campaign', { method: 'POST', json: { id, cna: id, edition: 14, maxSel: 2, ...window, ...more } });
      expect(answer.status, await answer.clone().text()).toBe(201);
    }
  });
  afterAll(async () => {
    await server.stop();
    await mails.stop();
  });

  const ask = async (client: Client, method: string, path: string, json?: unknown): Promise<Reply> => {
    const answer = await client(`/api/site/${path}`, { method, ...(json === undefined ? {} : { json }) });
    const said = await answer.json();
    return { status: answer.status, code: said.err?.code ?? '', msg: said.msg, fields: said.err?.fields ?? [], data: said.data, answer };
  };
  const post = (client: Client, path: string, json: unknown = {}) => ask(client, 'POST', path, json);
  /** The browser that registered: it holds the cookie of its registration. */
  const withCookie = (answer: Response, name = 'reelbase_verify') => clientWith(server.url, cookieOf(answer, name));
  const mailTo = async (address: string, count = 1) => {
    const found = () => mails.received.filter(({ recipients }) => recipients.includes(address));
    for (let tries = 0; tries < 200 && found().length < count; tries += 1) await new Promise((resume) => setTimeout(resume, 25));
    expect(found()).toHaveLength(count);
    return found().at(-1)!;
  };
  const codeOf = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? 'none';
  const codeTo = async (address: string, count = 1) => codeOf((await mailTo(address, count)).text);
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
  const register = (email: string, more: object = {}, client = server.anonymous) =>
    post(client, 'applicant/register', { email, pw: 'tide', confirm: 'tide', campaign: 'ccdf15', ...more });
  const login = (email: string, pw: string, realm = 'applicant') => post(server.anonymous, `${realm}/login`, { email, pw });
  const changeRow = async (object: string, id: string, fields: object) => {
    const { ver } = await (await admin(`/api/pb/${object}/${id}`)).json();
    expect((await admin(`/api/pb/${object}/${id}`, { method: 'PUT', json: { ...fields, ver } })).status).toBe(200);
  };

  describe('registering', () => {
    it('P04 V14 a code goes out by the campaign’s mail, and signs the browser in that asked for it', async () => {
      const asked = await register(' Mei.Lin@Example.com ', { lang: 'en' });
      expect(asked.status).toBe(200);
      expect(asked.data).toEqual({ email: 'mei.lin@example.com', wait: 60 });
      const mail = await mailTo('mei.lin@example.com');
      expect(mail.subject).toBe('Fifteenth edition');
      const verified = await post(withCookie(asked.answer), 'applicant/verify', { email: 'MEI.LIN@example.com', code: ` ${codeOf(mail.text)} ` });
      expect(verified.status, verified.msg).toBe(200);
      expect(verified.data).toMatchObject({ email: 'mei.lin@example.com', lang: 'en', name: '' });
      const set = verified.answer.headers.getSetCookie().find((line) => line.startsWith('reelbase_applicant='));
      expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
      expect((await ask(withCookie(verified.answer, 'reelbase_applicant'), 'GET', 'applicant/me')).data).toMatchObject({ email: 'mei.lin@example.com' });
      expect((await login('mei.lin@example.com', 'tide')).status).toBe(200);
    });

    it('P04 the standard mail where the campaign has none, in the language of the page', async () => {
      await register('standard@example.com', { campaign: '' }, clientWith(server.url, 'lang=en'));
      expect((await mailTo('standard@example.com')).text).toContain('https://forum.example/enroll');
    });

    it('V11 V12 V13 everything wrong is told at once, by its field and in words', async () => {
      const { status, fields } = await register('no mail', { pw: 'abc', confirm: 'abd' });
      expect(status).toBe(422);
      expect(fields.map(({ path, code }) => [path, code])).toEqual([
        ['email', 'field.email'],
        ['pw', 'field.short'],
        ['confirm', 'field.same'],
      ]);
      expect(fields[1]?.message).toBe('密碼至少需要 4 個字元');
      const differs = await register('differs@example.com', { confirm: 'other' });
      expect([differs.code, differs.fields[0]?.path]).toEqual(['msg.pwmatch', 'confirm']);
    });

    it('B04 a password of four characters will do, Chinese ones too', async () => {
      expect((await register('four@example.com', { pw: '海海海海', confirm: '海海海海' })).status).toBe(200);
    });

    it('V11 K02 a confirmed address is taken, however it is written', async () => {
      await addApplicant(server, 'taken@example.com');
      const { status, code, fields } = await register('ＴＡＫＥＮ@Example.COM ');
      expect([status, code, fields[0]?.path]).toEqual([422, 'msg.exists', 'email']);
      expect(fields[0]?.message).toBe('帳號已存在');
      await addApplicant(server, 'Capital@Example.com');
      expect((await register('capital@example.com')).code).toBe('msg.exists');
    });

    it('P04 an unconfirmed account is taken over by whoever registers next, and the earlier code holds no longer', async () => {
      const first = await register('over@example.com', { pw: 'first', confirm: 'first' });
      const firstCode = await codeTo('over@example.com');
      clock += 2 * minute;
      const second = await register('over@example.com', { pw: 'second', confirm: 'second' });
      const secondCode = await codeTo('over@example.com', 2);
      // Neither code confirms the other's registration: nobody is led to confirm a password that somebody else chose.
      expect((await post(withCookie(first.answer), 'applicant/verify', { email: 'over@example.com', code: firstCode })).code).toBe('msg.code');
      expect((await post(withCookie(first.answer), 'applicant/verify', { email: 'over@example.com', code: secondCode })).code).toBe('msg.code');
      expect((await post(server.anonymous, 'applicant/verify', { email: 'over@example.com', code: secondCode })).code).toBe('msg.code');
      expect((await post(withCookie(second.answer), 'applicant/verify', { email: 'over@example.com', code: secondCode })).status).toBe(200);
      expect((await login('over@example.com', 'first')).code).toBe('msg.login');
      expect((await login('over@example.com', 'second')).status).toBe(200);
    });

    it('P04 the same browser may mend its password within the minute, another one waits', async () => {
      const first = await register('mend@example.com', { pw: 'typo', confirm: 'typo' });
      const elsewhere = await register('mend@example.com', { pw: 'other', confirm: 'other' });
      expect([elsewhere.status, elsewhere.code, elsewhere.data]).toEqual([423, 'msg.wait', { wait: 60 }]);
      const again = await register('mend@example.com', { pw: 'right', confirm: 'right' }, withCookie(first.answer));
      expect(again.status).toBe(200);
      const code = await codeTo('mend@example.com');
      expect((await post(withCookie(again.answer), 'applicant/verify', { email: 'mend@example.com', code })).status).toBe(200);
      expect((await login('mend@example.com', 'right')).status).toBe(200);
    });

    it('P04 twenty at the same time make one account and one mail', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => register('parallel@example.com')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['', 'msg.wait']));
      const [row] = await server.db.query("SELECT COUNT(*) AS count FROM applicant WHERE email = 'parallel@example.com'");
      expect(Number(row?.count)).toBe(1);
      await mailTo('parallel@example.com');
    });

    it('P04 a disabled account does not come back by registering', async () => {
      await addApplicant(server, 'barred@example.com', { verified: false, enabled: false });
      expect((await register('barred@example.com')).code).toBe('msg.exists');
    });
  });

  describe('codes', () => {
    it('K03 V14 a wrong code tells how many tries are left, in both languages; after five a new one is needed', async () => {
      const asked = await register('tries@example.com');
      const code = await codeTo('tries@example.com');
      const cookie = cookieOf(asked.answer, 'reelbase_verify');
      const verify = (typed: string, lang = 'tw') =>
        post(clientWith(server.url, `${cookie}; lang=${lang}`), 'applicant/verify', { email: 'tries@example.com', code: typed });
      const first = await verify(wrong(code));
      expect([first.status, first.code, first.msg, first.data]).toEqual([422, 'msg.code', '驗證碼不符', { left: 4 }]);
      expect(first.fields[0]?.message).toBe('驗證碼不符，還可以再試 4 次');
      expect((await verify(wrong(code), 'en')).fields[0]?.message).toBe('The code does not match; tries left: 3');
      expect((await verify('12')).data).toEqual({ left: 3 });
      for (const left of [2, 1, 0]) expect((await verify(wrong(code))).data).toEqual({ left });
      const over = await verify(code);
      expect([over.code, over.fields[0]?.code]).toEqual(['msg.code', 'field.codeover']);
      clock += minute;
      const again = await post(clientWith(server.url, cookie), 'applicant/code', { email: 'tries@example.com' });
      expect(again.status).toBe(200);
      const fresh = await codeTo('tries@example.com', 2);
      expect((await post(withCookie(again.answer), 'applicant/verify', { email: 'tries@example.com', code: fresh })).status).toBe(200);
    });

    it('V14 of fifty guesses at the same time five are looked at', async () => {
      const asked = await register('guess@example.com');
      const code = await codeTo('guess@example.com');
      const browser = withCookie(asked.answer);
      const guesses = Array.from({ length: 50 }, (_, at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'));
      const answers = await Promise.all(guesses.map((guess) => post(browser, 'applicant/verify', { email: 'guess@example.com', code: guess })));
      expect(answers.every((answer) => answer.code === 'msg.code')).toBe(true);
      const [row] = await server.db.query(
        "SELECT s.tries FROM _secret s JOIN applicant a ON a.id = s.account WHERE a.email = 'guess@example.com' AND s.kind = 'verify-code'",
      );
      expect(Number(row?.tries)).toBe(5);
      expect((await post(browser, 'applicant/verify', { email: 'guess@example.com', code })).code).toBe('msg.code');
    });

    it('V14 a code holds ten minutes', async () => {
      const asked = await register('late@example.com');
      const code = await codeTo('late@example.com');
      clock += 10 * minute;
      expect((await post(withCookie(asked.answer), 'applicant/verify', { email: 'late@example.com', code })).fields[0]?.code).toBe('field.codeover');
    });

    it('P04 another code comes after a minute, and ten a day', async () => {
      let asked = await register('often@example.com');
      const soon = await post(withCookie(asked.answer), 'applicant/code', { email: 'often@example.com' });
      expect([soon.status, soon.code, soon.data]).toEqual([423, 'msg.wait', { wait: 60 }]);
      expect(soon.msg).toBe('驗證碼剛剛寄出，請於 60 秒後再試');
      for (let sent = 1; sent < 10; sent += 1) {
        clock += minute;
        asked = await post(withCookie(asked.answer), 'applicant/code', { email: 'often@example.com' });
        expect(asked.status).toBe(200);
      }
      clock += minute;
      expect((await post(withCookie(asked.answer), 'applicant/code', { email: 'often@example.com' })).code).toBe('msg.limit');
      await mailTo('often@example.com', 10);
    });

    it('P04 a browser without a registration has no code sent', async () => {
      expect((await post(server.anonymous, 'applicant/code', { email: 'often@example.com' })).status).toBe(401);
    });

    it('P04 a code is stored as a keyed hash and covered in the outbox once it has arrived', async () => {
      await register('covered@example.com');
      const code = await codeTo('covered@example.com');
      const rows = await server.db.query('SELECT * FROM _secret', []);
      expect(JSON.stringify(rows)).not.toContain(code);
      const stored = async () => String((await server.db.query("SELECT body FROM mail WHERE `to` = 'covered@example.com'"))[0]?.body);
      for (let tries = 0; tries < 100 && (await stored()).includes(code); tries += 1) await new Promise((resume) => setTimeout(resume, 25));
      expect(await stored()).toContain('••••••');
    });

    it('P04 one address asks for 120 codes an hour, whatever accounts it names', async () => {
      clock += 2 * hour;
      const forgot = (at: number) => post(server.anonymous, 'applicant/forgot', { email: `none${at}@example.com` });
      const answers = await Promise.all(Array.from({ length: 125 }, (_, at) => forgot(at)));
      expect(answers.filter(({ code }) => code === 'msg.notexist').length).toBeLessThanOrEqual(120);
      expect(answers.filter(({ code }) => code === 'msg.limit').length).toBeGreaterThanOrEqual(5);
      expect((await forgot(999)).code).toBe('msg.limit');
      clock += hour + minute;
    });
  });

  describe('sign-in', () => {
    it('K01 wrong, unknown, disabled and without a password are answered alike', async () => {
      await addApplicant(server, 'known@example.com');
      await addApplicant(server, 'disabled@example.com', { enabled: false });
      await addApplicant(server, 'empty@example.com', { pw: '' });
      const answers = [
        await login('known@example.com', 'wrong'),
        await login('unknown@example.com', 'wrong'),
        await login('disabled@example.com', sitePassword),
        await login('empty@example.com', ''),
      ];
      expect(new Set(answers.map(({ status, code, msg, data }) => JSON.stringify([status, code, msg, data])))).toEqual(
        new Set([JSON.stringify([401, 'msg.login', '帳號或密碼錯誤', null])]),
      );
      const english = await post(clientWith(server.url, 'lang=en'), 'applicant/login', { email: 'known@example.com', pw: 'wrong' });
      expect(english.msg).toBe('Login failed');
      expect((await login(' KNOWN@example.com', sitePassword)).status).toBe(200);
    });

    it('P04 the right password of an unconfirmed account sends a new code and lets this browser type it', async () => {
      await addApplicant(server, 'unsure@example.com', { verified: false });
      expect((await login('unsure@example.com', 'wrong')).code).toBe('msg.login');
      const refused = await login('unsure@example.com', sitePassword);
      expect([refused.status, refused.code, refused.data]).toEqual([422, 'msg.unverified', { email: 'unsure@example.com' }]);
      expect(cookieOf(refused.answer, 'reelbase_applicant')).toBe('');
      const code = await codeTo('unsure@example.com');
      // Within the minute no other mail goes out, and the code that is there serves.
      const again = await login('unsure@example.com', sitePassword);
      const verified = await post(withCookie(again.answer), 'applicant/verify', { email: 'unsure@example.com', code });
      expect(verified.status).toBe(200);
      await mailTo('unsure@example.com');
    });

    it('P04 after five failures the right password waits too; of fifty guesses at the same time few are looked at; a reset forgives', async () => {
      await addApplicant(server, 'locked@example.com');
      for (let failed = 0; failed < 5; failed += 1) await login('locked@example.com', 'guess');
      expect((await login('locked@example.com', sitePassword)).code).toBe('msg.login');
      clock += minute;
      await Promise.all(Array.from({ length: 50 }, (_, at) => login('locked@example.com', `guess${at}`)));
      const [row] = await server.db.query("SELECT COUNT(*) AS count FROM _attempt WHERE realm = 'applicant' AND account = 'locked@example.com' AND failed = 1");
      expect(Number(row?.count)).toBeLessThanOrEqual(20);
      await post(server.anonymous, 'applicant/forgot', { email: 'locked@example.com' });
      const code = await codeTo('locked@example.com');
      const reset = { email: 'locked@example.com', code, pw: 'opened', confirm: 'opened' };
      expect((await post(server.anonymous, 'applicant/reset', reset)).status).toBe(200);
      expect((await login('locked@example.com', 'opened')).status).toBe(200);
    });

    it('P04 a session ends after an hour unused, and after twelve in all', async () => {
      await addApplicant(server, 'idle@example.com');
      const client = await signInApplicant(server, 'idle@example.com');
      clock += hour;
      expect((await ask(client, 'GET', 'applicant/me')).code).toBe('msg.timeout');
      const busy = await signInApplicant(server, 'idle@example.com');
      for (let half = 1; half < 24; half += 1) {
        clock += hour / 2;
        expect((await ask(busy, 'GET', 'applicant/me')).status).toBe(200);
      }
      clock += hour / 2;
      expect((await ask(busy, 'GET', 'applicant/me')).status).toBe(440);
      admin = await server.signIn('admin');
    });

    it('P04 signing out ends the session, not only its cookie', async () => {
      await addApplicant(server, 'out@example.com');
      const client = await signInApplicant(server, 'out@example.com');
      const answer = await post(client, 'applicant/logout');
      expect(answer.answer.headers.getSetCookie()[0]).toMatch(/^reelbase_applicant=; .*Max-Age=0$/);
      expect((await ask(client, 'GET', 'applicant/me')).status).toBe(440);
      expect((await ask(server.anonymous, 'GET', 'applicant/me')).status).toBe(401);
    });
  });

  describe('forgotten password', () => {
    it('K02 an unknown account is told, in no less time than a known one', async () => {
      await addApplicant(server, 'timed@example.com');
      const began = performance.now();
      const unknown = await post(server.anonymous, 'applicant/forgot', { email: 'nowhere@example.com' });
      const unknownTime = performance.now() - began;
      expect([unknown.status, unknown.code, unknown.msg]).toEqual([422, 'msg.notexist', '帳號不存在']);
      const before = performance.now();
      expect((await post(server.anonymous, 'applicant/forgot', { email: 'timed@example.com' })).status).toBe(200);
      const knownTime = performance.now() - before;
      expect(Math.min(unknownTime, knownTime)).toBeGreaterThanOrEqual(395);
    });

    it('K03 K04 V12 the form keeps its code until everything else is right; the reset ends sessions and tells the address', async () => {
      await addApplicant(server, 'forgot@example.com');
      const session = await signInApplicant(server, 'forgot@example.com');
      const asked = await post(server.anonymous, 'applicant/forgot', { email: 'Forgot@example.com', campaign: 'ccdf15' });
      expect(asked.data).toEqual({ email: 'forgot@example.com', wait: 60 });
      const code = await codeTo('forgot@example.com');
      const reset = (more: object) => post(server.anonymous, 'applicant/reset', { email: 'forgot@example.com', code, pw: 'newer', confirm: 'newer', ...more });
      expect((await reset({ pw: 'abc', confirm: 'abc' })).fields[0]?.code).toBe('field.short');
      const differs = await reset({ confirm: 'other' });
      expect([differs.code, differs.msg]).toEqual(['msg.pwmatch', '新密碼與確認密碼不符']);
      expect((await reset({ code: wrong(code) })).data).toEqual({ left: 4 });
      expect((await ask(session, 'GET', 'applicant/me')).status).toBe(200);
      expect((await reset({})).status).toBe(200);
      expect((await ask(session, 'GET', 'applicant/me')).status).toBe(440);
      expect((await reset({})).code).toBe('msg.code');
      expect((await login('forgot@example.com', 'newer')).status).toBe(200);
      expect((await mailTo('forgot@example.com', 2)).subject).toBe('您的密碼已變更');
    });

    it('P04 whoever resets by the mailed code has confirmed the address', async () => {
      await addApplicant(server, 'viareset@example.com', { verified: false });
      await post(server.anonymous, 'applicant/forgot', { email: 'viareset@example.com' });
      const code = await codeTo('viareset@example.com');
      await post(server.anonymous, 'applicant/reset', { email: 'viareset@example.com', code, pw: 'four', confirm: 'four' });
      expect((await login('viareset@example.com', 'four')).status).toBe(200);
    });
  });

  describe('one’s own account', () => {
    it('K04 V12 another password asks for the old one, ends the other sessions and keeps this one', async () => {
      await addApplicant(server, 'change@example.com');
      const other = await signInApplicant(server, 'change@example.com');
      const own = await signInApplicant(server, 'change@example.com');
      const change = (json: object) => ask(own, 'PUT', 'applicant/password', json);
      expect((await change({ old: 'no', pw: 'newer', confirm: 'newer' })).fields[0]).toMatchObject({ path: 'old', code: 'field.invalid' });
      expect((await change({ old: sitePassword, pw: 'newer', confirm: 'new' })).code).toBe('msg.pwmatch');
      const changed = await change({ old: sitePassword, pw: 'newer', confirm: 'newer' });
      expect(changed.status).toBe(200);
      expect((await ask(other, 'GET', 'applicant/me')).status).toBe(440);
      expect((await ask(own, 'GET', 'applicant/me')).status).toBe(440);
      expect((await ask(withCookie(changed.answer, 'reelbase_applicant'), 'GET', 'applicant/me')).status).toBe(200);
    });

    it('P04 K05 K08 the profile is saved by the schema, on the version it was based on', async () => {
      await addApplicant(server, 'profile@example.com', { name: '' });
      const client = await signInApplicant(server, 'profile@example.com');
      const me = (await ask(client, 'GET', 'applicant/me')).data;
      const save = (json: object) => ask(client, 'PUT', 'applicant/profile', json);
      const saved = await save({ name: ' 林美惠 ', phone: 'TW,+886912345678', rcountry: 'JP', lang: 'en', ver: me.ver });
      expect(saved.status, saved.msg).toBe(200);
      expect(saved.data).toMatchObject({ name: '林美惠', lang: 'en', profile: { name: '林美惠', rcountry: 'JP', phone: 'TW,+886912345678' } });
      const stale = await save({ name: 'Other', ver: me.ver });
      expect([stale.status, stale.code, stale.data.name]).toEqual([412, 'msg.datamodi', '林美惠']);
      expect((await save({ name: '林美惠', ver: saved.data.ver })).code).toBe('msg.nochange');
      expect((await save({ phone: 'call me', ver: saved.data.ver })).fields[0]?.code).toBe('field.phone');
    });

    it('P04 another address: a code to the new one, a notice to the old one, and the same enrolments under it', async () => {
      const id = await addApplicant(server, 'old@example.com', { lang: 'en' });
      await addApplicant(server, 'somebody@example.com');
      const client = await signInApplicant(server, 'old@example.com');
      const move = (email: string, pw = sitePassword) => post(client, 'applicant/address', { email, pw, campaign: 'ccdf15' });
      expect((await move('new@example.com', 'wrong')).fields[0]).toMatchObject({ path: 'pw', code: 'field.invalid' });
      expect((await move('SOMEBODY@example.com')).code).toBe('msg.exists');
      expect((await move('Old@example.com')).code).toBe('msg.nochange');
      expect((await move('New@Example.com')).data).toEqual({ email: 'new@example.com', wait: 60 });
      const code = await codeTo('new@example.com');
      const confirm = (email: string, typed = code) => post(client, 'applicant/address/confirm', { email, code: typed });
      expect((await confirm('new@example.com', wrong(code))).data).toEqual({ left: 4 });
      // The code is for the address that it went to.
      expect((await confirm('third@example.com')).code).toBe('msg.code');
      const confirmed = await confirm('new@example.com');
      expect(confirmed.data).toMatchObject({ email: 'new@example.com' });
      expect((await mailTo('old@example.com')).text).toContain('new@example.com');
      expect((await login('old@example.com', sitePassword)).code).toBe('msg.login');
      expect((await login('new@example.com', sitePassword)).status).toBe(200);
      const [row] = await server.db.query("SELECT id FROM applicant WHERE email = 'new@example.com'");
      expect(row?.id).toBe(id);
      // Found by the new one in the lists of staff.
      const found = await (await admin(`/api/pb/applicant?filter=${encodeURIComponent('{"q":"new@example.com"}')}`)).json();
      expect(found.map((one: { id: string }) => one.id)).toContain(id);
    });

    it('P04 an address that somebody only registered with, and never confirmed, can be had', async () => {
      await addApplicant(server, 'squat@example.com', { verified: false });
      await addApplicant(server, 'owner@example.com');
      const client = await signInApplicant(server, 'owner@example.com');
      await post(client, 'applicant/address', { email: 'squat@example.com', pw: sitePassword });
      const code = await codeTo('squat@example.com');
      expect((await post(client, 'applicant/address/confirm', { email: 'squat@example.com', code })).status).toBe(200);
    });
  });

  describe('jurors', () => {
    it('P04 a juror sets the first password by the code of the forgotten one, and is signed in to the campaign', async () => {
      await addJuror(server, 'ccdf15', 'juror@example.com', { pw: '', name: '陳評審' });
      expect((await login('juror@example.com', '', 'jury')).code).toBe('msg.login');
      expect((await post(server.anonymous, 'jury/forgot', { email: 'juror@example.com' })).status).toBe(200);
      const mail = await mailTo('juror@example.com');
      expect(mail.text).toContain('https://forum.example/selection?campaign=ccdf15');
      const reset = { email: 'juror@example.com', code: codeOf(mail.text), pw: 'read60', confirm: 'read60' };
      expect((await post(server.anonymous, 'jury/reset', reset)).status).toBe(200);
      const client = await signInJuror(server, 'juror@example.com', 'read60');
      expect((await ask(client, 'GET', 'jury/me')).data).toEqual({ name: '陳評審', email: 'juror@example.com', campaign: 'ccdf15', lang: 'tw' });
      expect((await post(server.anonymous, 'jury/forgot', { email: 'nobody@example.com' })).code).toBe('msg.notexist');
    });

    it('P04 of a juror in several campaigns the named one decides, else the one whose selection is open', async () => {
      await addJuror(server, 'ccdf14', 'both@example.com');
      await addJuror(server, 'ccdf15', 'both@example.com');
      const campaign = async (client: Client) => (await ask(client, 'GET', 'jury/me')).data.campaign;
      expect(await campaign(await signInJuror(server, 'both@example.com', sitePassword, 'ccdf14'))).toBe('ccdf14');
      expect(await campaign(await signInJuror(server, 'both@example.com', sitePassword, 'none'))).toBe('ccdf15');
      expect(await campaign(await signInJuror(server, 'both@example.com'))).toBe('ccdf15');
    });

    it('P04 a juror changes the password; nobody registers as one', async () => {
      await addJuror(server, 'ccdf15', 'change@example.com');
      const client = await signInJuror(server, 'change@example.com');
      const changed = await ask(client, 'PUT', 'jury/password', { old: sitePassword, pw: 'newer', confirm: 'newer' });
      expect(changed.status).toBe(200);
      expect((await ask(client, 'GET', 'jury/me')).status).toBe(440);
      expect((await login('change@example.com', 'newer', 'jury')).status).toBe(200);
      expect((await post(server.anonymous, 'jury/register', { email: 'x@example.com', pw: 'tide', confirm: 'tide' })).status).toBe(404);
    });
  });

  describe('realms', () => {
    it.each(['disabled', 'deleted', 'given another password', 'unconfirmed'])('P04 an applicant who is %s by staff is signed out at once', async (what) => {
      const email = `${what.replaceAll(' ', '-')}@staff.example.com`;
      const id = await addApplicant(server, email);
      const client = await signInApplicant(server, email);
      expect((await ask(client, 'GET', 'applicant/me')).status).toBe(200);
      if (what === 'deleted') expect((await admin(`/api/pb/applicant/${id}`, { method: 'DELETE' })).status).toBe(200);
      if (what === 'disabled') await changeRow('applicant', id, { enabled: false });
      if (what === 'unconfirmed') await changeRow('applicant', id, { verified: false });
      if (what === 'given another password') await changeRow('applicant', id, { pw: 'staff-made' });
      expect((await ask(client, 'GET', 'applicant/me')).status).toBe(440);
    });

    it('P04 a juror who is disabled by staff is signed out at once', async () => {
      const id = await addJuror(server, 'ccdf15', 'barred-juror@example.com');
      const client = await signInJuror(server, 'barred-juror@example.com');
      await changeRow('jury', id, { enabled: false });
      expect((await ask(client, 'GET', 'jury/me')).status).toBe(440);
    });

    it('P04 a session of one realm opens nothing of another, under no cookie’s name', async () => {
      await addApplicant(server, 'same@example.com');
      await addJuror(server, 'ccdf15', 'same@example.com');
      const applicant = (await signInApplicant(server, 'same@example.com')).cookie.split('=')[1];
      const juror = (await signInJuror(server, 'same@example.com')).cookie.split('=')[1];
      const staff = admin.cookie.split('=')[1];
      const own: Record<string, string | undefined> = { applicant, jury: juror, staff };
      const doors: Record<string, string> = { applicant: '/api/site/applicant/me', jury: '/api/site/jury/me', staff: '/api/auth/me' };
      for (const [realm, path] of Object.entries(doors)) {
        for (const [holder, token] of Object.entries(own)) {
          const answer = await clientWith(server.url, `reelbase_${realm}=${token}`)(path);
          expect([realm, holder, answer.status]).toEqual([realm, holder, realm === holder ? 200 : 440]);
        }
      }
      const both = clientWith(server.url, `reelbase_applicant=${applicant}; reelbase_jury=${juror}`);
      expect((await ask(both, 'GET', 'applicant/me')).status).toBe(200);
      expect((await ask(both, 'GET', 'jury/me')).status).toBe(200);
      expect((await both('/api/pb/applicant')).status).toBe(401);
      expect((await both('/api/objects')).status).toBe(401);
    });

    it('P04 an unknown key and a value that is no text are refused, not dropped', async () => {
      await addApplicant(server, 'strict@example.com');
      const client = await signInApplicant(server, 'strict@example.com');
      const { ver } = (await ask(client, 'GET', 'applicant/me')).data;
      const tries: [string, string, object][] = [
        ['POST', 'applicant/register', { email: 'x@example.com', pw: 'tide', confirm: 'tide', verified: true }],
        ['POST', 'applicant/login', { email: 'strict@example.com', pw: sitePassword, id: 'x' }],
        ['POST', 'applicant/forgot', { email: 'strict@example.com', to: 'x@example.com' }],
        ['POST', 'applicant/reset', { email: 'strict@example.com', code: '000000', pw: 'tide', confirm: 'tide', id: 'x' }],
        ['PUT', 'applicant/password', { old: sitePassword, pw: 'tide', confirm: 'tide', id: 'x' }],
        ['PUT', 'applicant/profile', { ver, verified: false }],
        ['PUT', 'applicant/profile', { ver, email: 'x@example.com' }],
        ['PUT', 'applicant/profile', { ver, pw: 'tide' }],
        ['PUT', 'applicant/profile', { ver, comment: 'x' }],
        ['POST', 'applicant/address', { email: 'x@example.com', pw: sitePassword, verified: true }],
      ];
      for (const [method, path, json] of tries) {
        const { status, fields } = await ask(client, method, path, json);
        expect([path, status, fields[0]?.code]).toEqual([path, 422, 'field.unknown']);
      }
      const typed = await post(client, 'applicant/login', { email: 'strict@example.com', pw: 0 });
      expect([typed.status, typed.fields[0]?.code]).toEqual([422, 'field.type']);
      expect((await ask(client, 'GET', 'applicant/me')).status).toBe(200);
    });

    it('P04 no answer carries a password, a hash or a token', async () => {
      await addApplicant(server, 'clean@example.com');
      const client = await signInApplicant(server, 'clean@example.com');
      const text = JSON.stringify((await ask(client, 'GET', 'applicant/me')).data);
      expect(text).not.toMatch(/argon2|pw|hash|token|comment/);
    });
  });
});
