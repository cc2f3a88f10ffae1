import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { addApplicant, addJuror, cookieOf, signInApplicant, signInJuror, sitePassword } from '../../../support/forum/site.ts';
import { type AccountsApp, codeOf, hour, minute, startAccounts, wrong } from '../../../support/forum/site-accounts.ts';
import { type Client, clientWith } from '../../../support/server.ts';

describe.each(testDatabases)('sign-in to the public site on %s', (kind) => {
  let app: AccountsApp;
  beforeAll(async () => {
    app = await startAccounts(kind);
  });
  afterAll(() => app.stop());

  describe('sign-in', () => {
    it('K01 wrong password, unknown account, disabled account and no password get the same answer', async () => {
      const { login, post, server } = app;
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

    it('P04 the right password of an unconfirmed account sends a new code, and this browser can enter it', async () => {
      const { codeTo, login, mailTo, post, server, withCookie } = app;
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

    it('P04 after five failures the right password has to wait too; of fifty guesses at once few are checked; a reset clears the failures', async () => {
      const { clock, codeTo, login, post, server } = app;
      await addApplicant(server, 'locked@example.com');
      for (let failed = 0; failed < 5; failed += 1) await login('locked@example.com', 'guess');
      expect((await login('locked@example.com', sitePassword)).code).toBe('msg.login');
      clock.now += minute;
      await Promise.all(Array.from({ length: 50 }, (_, at) => login('locked@example.com', `guess${at}`)));
      const [row] = await server.db.query("SELECT COUNT(*) AS count FROM _attempt WHERE realm = 'applicant' AND account = 'locked@example.com' AND failed = 1");
      expect(Number(row?.count)).toBeLessThanOrEqual(20);
      await post(server.anonymous, 'applicant/forgot', { email: 'locked@example.com' });
      const code = await codeTo('locked@example.com');
      const reset = { email: 'locked@example.com', code, pw: 'opened', confirm: 'opened' };
      expect((await post(server.anonymous, 'applicant/reset', reset)).status).toBe(200);
      expect((await login('locked@example.com', 'opened')).status).toBe(200);
    });

    it('P04 a session ends after an hour without use, and after twelve hours in all', async () => {
      const { ask, clock, server, staff } = app;
      await addApplicant(server, 'idle@example.com');
      const client = await signInApplicant(server, 'idle@example.com');
      clock.now += hour;
      expect((await ask(client, 'GET', 'applicant/me')).code).toBe('msg.timeout');
      const busy = await signInApplicant(server, 'idle@example.com');
      for (let half = 1; half < 24; half += 1) {
        clock.now += hour / 2;
        expect((await ask(busy, 'GET', 'applicant/me')).status).toBe(200);
      }
      clock.now += hour / 2;
      expect((await ask(busy, 'GET', 'applicant/me')).status).toBe(440);
      staff.admin = await server.signIn('admin');
    });

    it('P04 signing out ends the session, not only its cookie', async () => {
      const { ask, post, server } = app;
      await addApplicant(server, 'out@example.com');
      const client = await signInApplicant(server, 'out@example.com');
      const answer = await post(client, 'applicant/logout');
      expect(answer.answer.headers.getSetCookie()[0]).toMatch(/^reelbase_applicant=; .*Max-Age=0$/);
      expect((await ask(client, 'GET', 'applicant/me')).status).toBe(440);
      expect((await ask(server.anonymous, 'GET', 'applicant/me')).status).toBe(401);
    });
  });

  describe('forgotten password', () => {
    it('K02 an unknown account is reported, in no less time than a known one', async () => {
      const { post, server } = app;
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

    it('K03 K04 V12 the code stays valid until everything else is right; the reset ends sessions and informs the address', async () => {
      const { ask, codeTo, login, mailTo, post, server } = app;
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

    it('P04 a reset with the mailed code also confirms the address', async () => {
      const { codeTo, login, post, server } = app;
      await addApplicant(server, 'viareset@example.com', { verified: false });
      await post(server.anonymous, 'applicant/forgot', { email: 'viareset@example.com' });
      const code = await codeTo('viareset@example.com');
      await post(server.anonymous, 'applicant/reset', { email: 'viareset@example.com', code, pw: 'four', confirm: 'four' });
      expect((await login('viareset@example.com', 'four')).status).toBe(200);
    });
  });

  describe('jurors', () => {
    it('P04 a juror sets the first password with the code for a forgotten one, and is signed in to the campaign', async () => {
      const { ask, login, mailTo, post, server } = app;
      await addJuror(server, 'ccdf15', 'juror@example.com', { pw: '', name: '陳評審' });
      expect((await login('juror@example.com', '', 'jury')).code).toBe('msg.login');
      expect((await post(server.anonymous, 'jury/forgot', { email: 'juror@example.com' })).status).toBe(200);
      const mail = await mailTo('juror@example.com');
      expect(mail.text).toContain('https://forum.example/selection?campaign=ccdf15');
      const reset = { email: 'juror@example.com', code: codeOf(mail.text), pw: 'read60', confirm: 'read60' };
      expect((await post(server.anonymous, 'jury/reset', reset)).status).toBe(200);
      const client = await signInJuror(server, 'juror@example.com', 'read60');
      expect((await ask(client, 'GET', 'jury/me')).data).toEqual({
        name: '陳評審',
        ename: '',
        email: 'juror@example.com',
        campaign: 'ccdf15',
        lang: 'tw',
        chair: false,
      });
      expect((await post(server.anonymous, 'jury/forgot', { email: 'nobody@example.com' })).code).toBe('msg.notexist');
    });

    it('P04 a juror in several campaigns is signed in to the named one, else to the one whose selection is open', async () => {
      const { ask, server } = app;
      await addJuror(server, 'ccdf14', 'both@example.com');
      await addJuror(server, 'ccdf15', 'both@example.com');
      const campaign = async (client: Client) => (await ask(client, 'GET', 'jury/me')).data.campaign;
      expect(await campaign(await signInJuror(server, 'both@example.com', sitePassword, 'ccdf14'))).toBe('ccdf14');
      expect(await campaign(await signInJuror(server, 'both@example.com', sitePassword, 'none'))).toBe('ccdf15');
      expect(await campaign(await signInJuror(server, 'both@example.com'))).toBe('ccdf15');
    });

    it('P04 a juror changes the password; nobody can register as a juror', async () => {
      const { ask, login, post, server } = app;
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
      const { ask, changeRow, server, staff } = app;
      const email = `${what.replaceAll(' ', '-')}@staff.example.com`;
      const id = await addApplicant(server, email);
      const client = await signInApplicant(server, email);
      expect((await ask(client, 'GET', 'applicant/me')).status).toBe(200);
      if (what === 'deleted') expect((await staff.admin(`/api/pb/applicant/${id}`, { method: 'DELETE' })).status).toBe(200);
      if (what === 'disabled') await changeRow('applicant', id, { enabled: false });
      if (what === 'unconfirmed') await changeRow('applicant', id, { verified: false });
      if (what === 'given another password') await changeRow('applicant', id, { pw: 'staff-made' });
      expect((await ask(client, 'GET', 'applicant/me')).status).toBe(440);
    });

    it('P04 a juror who is disabled by staff is signed out at once', async () => {
      const { ask, changeRow, server } = app;
      const id = await addJuror(server, 'ccdf15', 'barred-juror@example.com');
      const client = await signInJuror(server, 'barred-juror@example.com');
      await changeRow('jury', id, { enabled: false });
      expect((await ask(client, 'GET', 'jury/me')).status).toBe(440);
    });

    it('P04 a session of one realm gives no access to another, under any cookie name', async () => {
      const { ask, server } = app;
      await addApplicant(server, 'same@example.com');
      await addJuror(server, 'ccdf15', 'same@example.com');
      const applicant = (await signInApplicant(server, 'same@example.com')).cookie.split('=')[1];
      const juror = (await signInJuror(server, 'same@example.com')).cookie.split('=')[1];
      const office = app.staff.admin.cookie.split('=')[1];
      const own: Record<string, string | undefined> = { applicant, jury: juror, staff: office };
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

    it('P04 an upload is its owner’s in their realm: a visitor with the id of an account of staff reads none of its files', async () => {
      const { server } = app;
      const ids = [await addApplicant(server, 'twin@example.com'), await addJuror(server, 'ccdf15', 'twin@example.com')];
      const visitors = [await signInApplicant(server, 'twin@example.com'), await signInJuror(server, 'twin@example.com')];
      for (const [at, id] of ids.entries()) {
        await server.addUser(id, ['[op]'], { email: `staff-${id}@example.com` });
        const staff = await server.signIn(id);
        const place = { object: 'film', id: '', field: 'contract.attachment' };
        const { body } = await uploader(server)(staff, { di: 'contract', pl: place, files: [{ name: 'a.pdf', bytes: pdf }] });
        const link = String(body.data?.[0]?.link);
        expect([(await staff(link)).status, (await visitors[at]!(link)).status]).toEqual([200, 404]);
      }
    });

    it('P04 an unknown key and a value that is not text are refused, not ignored', async () => {
      const { ask, post, server } = app;
      await addApplicant(server, 'strict@example.com');
      const client = await signInApplicant(server, 'strict@example.com');
      const { ver } = (await ask(client, 'GET', 'applicant/me')).data;
      const tries: [string, string, object][] = [
        ['POST', 'applicant/register', { name: 'X', email: 'x@example.com', pw: 'tide', confirm: 'tide', verified: true }],
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

    it('P04 no answer contains a password, a hash or a token', async () => {
      const { ask, server } = app;
      await addApplicant(server, 'clean@example.com');
      const client = await signInApplicant(server, 'clean@example.com');
      const text = JSON.stringify((await ask(client, 'GET', 'applicant/me')).data);
      expect(text).not.toMatch(/argon2|pw|hash|token|comment/);
    });
  });
});
