import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { addApplicant, cookieOf } from '../../../support/forum/site.ts';
import { type AccountsApp, codeOf, hour, minute, startAccounts, wrong } from '../../../support/forum/site-accounts.ts';
import { clientWith } from '../../../support/server.ts';

describe.each(testDatabases)('registering on the public site on %s', (kind) => {
  let app: AccountsApp;
  beforeAll(async () => {
    app = await startAccounts(kind);
  });
  afterAll(() => app.stop());

  describe('registering', () => {
    it('P04 V14 a code is sent by the campaign’s mail, and signs in the browser that requested it', async () => {
      const { ask, login, mailTo, post, register, withCookie } = app;
      const asked = await register(' Mei.Lin@Example.com ', { lang: 'en', name: '  Mei   Lin ' });
      expect(asked.status).toBe(200);
      expect(asked.data).toEqual({ email: 'mei.lin@example.com', wait: 60 });
      const mail = await mailTo('mei.lin@example.com');
      expect(mail.subject).toBe('Fifteenth edition');
      const verified = await post(withCookie(asked.answer), 'applicant/verify', { email: 'MEI.LIN@example.com', code: ` ${codeOf(mail.text)} ` });
      expect(verified.status, verified.msg).toBe(200);
      expect(verified.data).toMatchObject({ email: 'mei.lin@example.com', lang: 'en', name: 'Mei Lin' });
      const set = verified.answer.headers.getSetCookie().find((line) => line.startsWith('reelbase_applicant='));
      expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
      expect((await ask(withCookie(verified.answer, 'reelbase_applicant'), 'GET', 'applicant/me')).data).toMatchObject({ email: 'mei.lin@example.com' });
      expect((await login('mei.lin@example.com', 'tide')).status).toBe(200);
    });

    it('P04 the standard mail is sent where the campaign has none, in the language of the page', async () => {
      const { mailTo, register, server } = app;
      await register('standard@example.com', { campaign: '' }, clientWith(server.url, 'lang=en'));
      expect((await mailTo('standard@example.com')).text).toContain('https://forum.example/enroll');
    });

    it('V11 V12 V13 all mistakes are reported at once, at their fields and in words', async () => {
      const { register } = app;
      const { status, fields } = await register('no mail', { name: ' ', pw: 'abc', confirm: 'abd' });
      expect(status).toBe(422);
      expect(fields.map(({ path, code }) => [path, code])).toEqual([
        ['name', 'field.required'],
        ['email', 'field.email'],
        ['pw', 'field.short'],
        ['confirm', 'field.same'],
      ]);
      expect(fields[2]?.message).toBe('密碼至少需要 4 個字元');
      expect((await register('long@example.com', { name: '名'.repeat(101) })).fields.map(({ path, code }) => [path, code])).toEqual([['name', 'field.long']]);
      const differs = await register('differs@example.com', { confirm: 'other' });
      expect([differs.code, differs.fields[0]?.path]).toEqual(['msg.pwmatch', 'confirm']);
    });

    it('issue 14.4 a name that nobody has confirmed is stored, and sent to no stranger', async () => {
      const { mailTo, register } = app;
      await register('stranger@example.com', { name: 'Visit evil.example now' });
      expect((await mailTo('stranger@example.com')).text).toContain('stranger@example.com 的驗證碼');
    });

    it('B04 a password of four characters is accepted, also a Chinese one', async () => {
      const { register } = app;
      expect((await register('four@example.com', { pw: '海海海海', confirm: '海海海海' })).status).toBe(200);
    });

    it('V11 K02 a confirmed address cannot be registered again, however it is written', async () => {
      const { register, server } = app;
      await addApplicant(server, 'taken@example.com');
      const { status, code, fields } = await register('ＴＡＫＥＮ@Example.COM ');
      expect([status, code, fields[0]?.path]).toEqual([422, 'msg.exists', 'email']);
      expect(fields[0]?.message).toBe('帳號已存在');
      await addApplicant(server, 'Capital@Example.com');
      expect((await register('capital@example.com')).code).toBe('msg.exists');
    });

    it('P04 an unconfirmed account is taken over by the next registration, and the earlier code becomes invalid', async () => {
      const { clock, codeTo, login, post, register, server, withCookie } = app;
      const first = await register('over@example.com', { pw: 'first', confirm: 'first' });
      const firstCode = await codeTo('over@example.com');
      clock.now += 2 * minute;
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

    it('P04 the same browser can correct its password within the minute, another one has to wait', async () => {
      const { codeTo, login, post, register, withCookie } = app;
      const first = await register('mend@example.com', { pw: 'typo', confirm: 'typo' });
      const elsewhere = await register('mend@example.com', { pw: 'other', confirm: 'other' });
      expect([elsewhere.status, elsewhere.code, elsewhere.data]).toEqual([423, 'msg.wait', { wait: 60 }]);
      const again = await register('mend@example.com', { pw: 'right', confirm: 'right' }, withCookie(first.answer));
      expect(again.status).toBe(200);
      const code = await codeTo('mend@example.com');
      expect((await post(withCookie(again.answer), 'applicant/verify', { email: 'mend@example.com', code })).status).toBe(200);
      expect((await login('mend@example.com', 'right')).status).toBe(200);
    });

    it('P04 twenty registrations at the same time make one account and one mail', async () => {
      const { mailTo, register, server } = app;
      const answers = await Promise.all(Array.from({ length: 20 }, () => register('parallel@example.com')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['', 'msg.wait']));
      const [row] = await server.db.query("SELECT COUNT(*) AS count FROM applicant WHERE email = 'parallel@example.com'");
      expect(Number(row?.count)).toBe(1);
      await mailTo('parallel@example.com');
    });

    it('P04 a disabled account is not enabled again by registering', async () => {
      const { register, server } = app;
      await addApplicant(server, 'barred@example.com', { verified: false, enabled: false });
      expect((await register('barred@example.com')).code).toBe('msg.exists');
    });
  });

  describe('codes', () => {
    it('K03 V14 a wrong code says how many tries are left, in both languages; after five a new code is needed', async () => {
      const { clock, codeTo, post, register, server, withCookie } = app;
      const asked = await register('tries@example.com');
      const code = await codeTo('tries@example.com');
      const cookie = cookieOf(asked.answer, 'reelbase_verify');
      const verify = (typed: string, lang = 'tw') =>
        post(clientWith(server.url, `${cookie}; lang=${lang}`), 'applicant/verify', { email: 'tries@example.com', code: typed });
      const first = await verify(wrong(code));
      expect([first.status, first.code, first.msg, first.data]).toEqual([422, 'msg.code', '驗證碼不符', { left: 4 }]);
      expect(first.fields[0]?.message).toBe('驗證碼不符，還可以再試 4 次');
      expect((await verify(wrong(code), 'en')).fields[0]?.message).toBe('The code does not match; attempts left: 3');
      expect((await verify('12')).data).toEqual({ left: 3 });
      for (const left of [2, 1, 0]) expect((await verify(wrong(code))).data).toEqual({ left });
      const over = await verify(code);
      expect([over.code, over.fields[0]?.code]).toEqual(['msg.code', 'field.codeover']);
      clock.now += minute;
      const again = await post(clientWith(server.url, cookie), 'applicant/code', { email: 'tries@example.com' });
      expect(again.status).toBe(200);
      const fresh = await codeTo('tries@example.com', 2);
      expect((await post(withCookie(again.answer), 'applicant/verify', { email: 'tries@example.com', code: fresh })).status).toBe(200);
    });

    it('V14 of fifty guesses at the same time only five are checked', async () => {
      const { codeTo, post, register, server, withCookie } = app;
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

    it('V14 a code is valid for ten minutes', async () => {
      const { clock, codeTo, post, register, withCookie } = app;
      const asked = await register('late@example.com');
      const code = await codeTo('late@example.com');
      clock.now += 10 * minute;
      expect((await post(withCookie(asked.answer), 'applicant/verify', { email: 'late@example.com', code })).fields[0]?.code).toBe('field.codeover');
    });

    it('P04 another code can be requested after a minute, at most ten a day', async () => {
      const { clock, mailTo, post, register, withCookie } = app;
      let asked = await register('often@example.com');
      const soon = await post(withCookie(asked.answer), 'applicant/code', { email: 'often@example.com' });
      expect([soon.status, soon.code, soon.data]).toEqual([423, 'msg.wait', { wait: 60 }]);
      expect(soon.msg).toBe('驗證碼剛剛寄出，請於 60 秒後再試');
      for (let sent = 1; sent < 10; sent += 1) {
        // A mail that is on its way while a minute passes counts as lost, and goes out again.
        await mailTo('often@example.com', sent);
        clock.now += minute;
        asked = await post(withCookie(asked.answer), 'applicant/code', { email: 'often@example.com' });
        expect(asked.status).toBe(200);
      }
      clock.now += minute;
      expect((await post(withCookie(asked.answer), 'applicant/code', { email: 'often@example.com' })).code).toBe('msg.limit');
      await mailTo('often@example.com', 10);
    });

    it('P04 a browser without a registration gets no code', async () => {
      const { post, server } = app;
      expect((await post(server.anonymous, 'applicant/code', { email: 'often@example.com' })).status).toBe(401);
    });

    it('P04 a code is stored as a keyed hash, and hidden in the outbox once it has arrived', async () => {
      const { codeTo, register, server } = app;
      await register('covered@example.com');
      const code = await codeTo('covered@example.com');
      const rows = await server.db.query('SELECT * FROM _secret', []);
      expect(JSON.stringify(rows)).not.toContain(code);
      const stored = async () => String((await server.db.query("SELECT body FROM mail WHERE `to` = 'covered@example.com'"))[0]?.body);
      for (let tries = 0; tries < 100 && (await stored()).includes(code); tries += 1) await new Promise((resume) => setTimeout(resume, 25));
      expect(await stored()).toContain('••••••');
    });

    it('P04 one address can request 120 codes an hour, whatever accounts it names', async () => {
      const { clock, post, server } = app;
      clock.now += 2 * hour;
      const forgot = (at: number) => post(server.anonymous, 'applicant/forgot', { email: `none${at}@example.com` });
      const answers = await Promise.all(Array.from({ length: 125 }, (_, at) => forgot(at)));
      expect(answers.filter(({ code }) => code === 'msg.notexist').length).toBeLessThanOrEqual(120);
      expect(answers.filter(({ code }) => code === 'msg.limit').length).toBeGreaterThanOrEqual(5);
      expect((await forgot(999)).code).toBe('msg.limit');
      clock.now += hour + minute;
    });
  });
});
