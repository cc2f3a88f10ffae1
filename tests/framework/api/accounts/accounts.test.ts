import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, passwordOf, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('accounts of staff on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let clock = Date.now();
  const post = (client: Client, path: string, json: unknown = {}) => client(path, { method: 'POST', json });
  const code = async (answer: Response) => (await answer.json()).err?.code;
  const row = async (id: string) => (await admin(`/api/pb/user/${id}`)).json();
  const change = async (client: Client, id: string, fields: object) =>
    client(`/api/pb/user/${id}`, { method: 'PUT', json: { ...fields, ver: (await row(id)).ver } });
  const login = (id: string, pw: string) => server.anonymous('/api/auth/login', { method: 'POST', json: { id, pw } });

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(clock) });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.stop());

  describe('the last administrator', () => {
    it('P02 K11 nobody can delete, demote or disable themselves, though there is another administrator', async () => {
      await server.addUser('second', ['[]']);
      const second = await server.signIn('second');
      expect(await code(await second('/api/pb/user/second', { method: 'DELETE' }))).toBe('msg.ownaccount');
      expect(await code(await change(second, 'second', { roles: ['[op]'] }))).toBe('msg.ownrights');
      expect(await code(await change(second, 'second', { enabled: false }))).toBe('msg.ownrights');
      expect((await change(second, 'second', { roles: ['[]', '[op]'] })).status).toBe(200);
      expect((await admin('/api/pb/user/second', { method: 'DELETE' })).status).toBe(200);
      expect((await second('/api/auth/me')).status).toBe(440);
    });

    it.each(['demoted', 'disabled', 'deleted'])('P02 of administrators who make each other %s at the same time one remains', async (what) => {
      const ids = ['one', 'two', 'three'].map((name) => `${name}-${what}`);
      for (const id of ids) await server.addUser(id, ['[]']);
      const clients = await Promise.all(ids.map((id) => server.signIn(id)));
      // The others step back for this test, so that the three are all there are.
      const existing = (await (await admin(`/api/pb/user?filter=${encodeURIComponent('{"roles@has":"[]","enabled":true}')}`)).json()) as { id: string }[];
      const away = existing.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
      for (const id of away) await server.db.run('UPDATE `user` SET enabled = 0 WHERE id = ?', [id]);
      server.tools.sessions.forget();
      const versions = await Promise.all(ids.map(async (id) => (await (await clients[0]!(`/api/pb/user/${id}`)).json()).ver));
      const attack = (at: number) => {
        const next = (at + 1) % ids.length;
        if (what === 'deleted') return clients[at]!(`/api/pb/user/${ids[next]}`, { method: 'DELETE' });
        const json = { ...(what === 'demoted' ? { roles: ['[gs]'] } : { enabled: false }), ver: versions[next] };
        return clients[at]!(`/api/pb/user/${ids[next]}`, { method: 'PUT', json });
      };
      const answers = await Promise.all([0, 1, 2].map(attack));
      const left = await server.db.query('SELECT id, roles FROM `user` WHERE enabled = 1 AND roles LIKE \'%"[]"%\'');
      expect(left.length).toBeGreaterThanOrEqual(1);
      // Whoever was refused was refused for a reason of ours: the last one, or a session that had just ended.
      const codes = await Promise.all(answers.filter((answer) => !answer.ok).map(code));
      expect(['msg.lastadmin', 'msg.timeout', 'msg.notfound', 'msg.admin', 'msg.datamodi']).toEqual(expect.arrayContaining(codes));
      for (const id of away) await server.db.run('UPDATE `user` SET enabled = 1 WHERE id = ?', [id]);
      for (const id of ids) await server.db.run('UPDATE `user` SET enabled = 0 WHERE id = ?', [id]);
      server.tools.sessions.forget();
      admin = await server.signIn('admin');
    });
  });

  it('K01 an address with too many failures is informed when it can go on, whatever the account and the password; an account’s own failures are not revealed', async () => {
    await server.addUser('shared', ['[gs]']);
    const failed = (account: string, count: number, at: number, address = '127.0.0.1') =>
      Promise.all(
        Array.from({ length: count }, () =>
          server.db.run("INSERT INTO _attempt (realm, account, address, at) VALUES ('staff', ?, ?, ?)", [account, address, at]),
        ),
      );
    await failed('somebody', 99, clock - 60_000);
    await failed('somebody', 1, clock - 23 * 3_600_000);
    const answers = await Promise.all([login('shared', passwordOf('shared')), login('shared', 'wrong'), login('nobody', 'wrong')]);
    for (const answer of answers) expect([answer.status, await code(answer.clone())]).toEqual([423, 'msg.limitfor']);
    expect((await answers[0]!.json()).msg).toBe('這個網路的失敗次數過多，請於 60 分鐘後再試');
    clock += 3_601_000;
    expect((await login('shared', passwordOf('shared'))).status).toBe(200);
    await server.db.run("DELETE FROM _attempt WHERE address = '127.0.0.1'", []);
    await failed('shared', 20, clock, 'elsewhere');
    expect(await code(await login('shared', passwordOf('shared')))).toBe('msg.login');
    admin = await server.signIn('admin'); // the clock went on
  });

  describe('a forgotten password', () => {
    const forgot = (id: unknown) => post(server.anonymous, '/api/auth/forgot', { id });
    const reset = (json: object) => post(server.anonymous, '/api/auth/reset', { pw: 'a new one', confirm: 'a new one', ...json });
    const mailsTo = (address: string) =>
      server.db.query<{ subject: string; body: string; template: string }>('SELECT subject, body, template FROM mail WHERE `to` = ? ORDER BY create_at, id', [
        address,
      ]);
    const codeTo = async (address: string) =>
      /\b\d{6}\b/.exec((await mailsTo(address)).filter(({ template }) => template === 'reset').at(-1)?.body ?? '')?.[0] ?? '';

    it('P04 a mailed code sets a new password, once, ends the sessions and is announced by mail', async () => {
      await server.addUser('loser', ['[op]']);
      const before = await server.signIn('loser');
      expect(await (await forgot('LOSER@example.com')).json()).toMatchObject({ done: true, data: null });
      const sent = await codeTo('loser@example.com');
      expect(sent).toMatch(/^\d{6}$/);
      expect(JSON.stringify(await server.db.query('SELECT * FROM _secret'))).not.toContain(sent);
      expect(await code(await reset({ id: 'loser', code: sent, confirm: 'another' }))).toBe('msg.pwmatch');
      expect(await code(await reset({ id: 'loser', code: sent, pw: 'abc', confirm: 'abc' }))).toBe('msg.invalid');
      const answer = await reset({ id: 'loser', code: sent });
      expect(await answer.json()).toMatchObject({ done: true, data: { id: 'loser' } });
      expect((await before('/api/auth/me')).status).toBe(440);
      expect((await login('loser', passwordOf('loser'))).status).toBe(401);
      expect((await login('loser', 'a new one')).status).toBe(200);
      expect(await code(await reset({ id: 'loser', code: sent }))).toBe('msg.code');
      expect((await mailsTo('loser@example.com')).map(({ template }) => template).sort()).toEqual(['changed', 'reset']);
    });

    it('K03 a code is valid for ten minutes and five tries; a new one comes after a minute at the earliest', async () => {
      await server.addUser('slow', ['[op]']);
      await forgot('slow');
      const first = await codeTo('slow@example.com');
      await forgot('slow');
      expect(await mailsTo('slow@example.com')).toHaveLength(1);
      clock += 10 * 60_000;
      expect(await code(await reset({ id: 'slow', code: first }))).toBe('msg.code');
      await forgot('slow');
      const second = await codeTo('slow@example.com');
      const wrong = second === '000000' ? '000001' : '000000';
      for (let tries = 0; tries < 5; tries += 1) expect(await code(await reset({ id: 'slow', code: wrong }))).toBe('msg.code');
      expect(await code(await reset({ id: 'slow', code: second }))).toBe('msg.code');
    });

    it('P04 of parallel tries at most five are compared', async () => {
      await server.addUser('target', ['[op]']);
      await forgot('target');
      await Promise.all(Array.from({ length: 12 }, () => reset({ id: 'target', code: '123456' })));
      const [secret] = await server.db.query("SELECT tries FROM _secret WHERE account = 'target'");
      expect(Number(secret?.tries)).toBeLessThanOrEqual(5);
      clock += 61_000; // the limit of an address is a minute's
    });

    it('P04 an unknown or disabled account gets the same answer and no mail', async () => {
      await server.addUser('away', ['[op]'], { enabled: false });
      for (const id of ['away', 'nobody', '', 7, undefined])
        expect(await (await forgot(id)).json()).toEqual({ done: true, msg: '', err: null, stk: null, data: null });
      expect(await mailsTo('away@example.com')).toHaveLength(0);
    });

    it('P04 after twenty failures only a reset helps', async () => {
      await server.addUser('locked', ['[op]']);
      for (let tries = 0; tries < 20; tries += 1)
        await server.db.run("INSERT INTO _attempt (realm, account, address, at) VALUES ('staff', 'locked', 'elsewhere', ?)", [clock]);
      clock += 20 * 60_000;
      expect((await login('locked', passwordOf('locked'))).status).toBe(401);
      await forgot('locked');
      expect((await reset({ id: 'locked', code: await codeTo('locked@example.com') })).status).toBe(200);
      expect((await login('locked', 'a new one')).status).toBe(200);
    });

    it('P04 an operator sees mails, but never their text, where a code may stand', async () => {
      const op = await server.signIn('op');
      const [mail] = await (await op(`/api/pb/mail?filter=${encodeURIComponent('{"template":"reset"}')}`)).json();
      expect(mail.to).toContain('@example.com');
      expect(mail).not.toHaveProperty('body');
    });

    it('P02 a link from an administrator works once, for a day, and is not stored in the database', async () => {
      admin = await server.signIn('admin'); // the clock went on
      await server.addUser('handed', ['[gs]']);
      expect(await code(await post(await server.signIn('op'), '/api/pb/user/handed/reset-link'))).toBe('msg.admin');
      expect(await code(await post(admin, '/api/pb/user/nobody/reset-link'))).toBe('msg.notexist');
      const link = async () => (await (await post(admin, '/api/pb/user/handed/reset-link')).json()).data.link as string;
      const old = (await link()).split('#reset=')[1]!;
      const url = await link();
      expect(url).toMatch(new RegExp(`^${server.url}/erp/login#reset=[\\w-]+$`));
      const token = url.split('#reset=')[1]!;
      expect(JSON.stringify(await server.db.query('SELECT * FROM _secret'))).not.toContain(token.slice(33));
      expect(await code(await reset({ token: old }))).toBe('msg.code');
      const answers = await Promise.all([reset({ token }), reset({ token })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect((await login('handed', 'a new one')).status).toBe(200);
      const late = (await link()).split('#reset=')[1]!;
      clock += 24 * 3_600_000;
      expect(await code(await reset({ token: late }))).toBe('msg.code');
      admin = await server.signIn('admin');
    });

    describe('P02 P04 what was given before opens the account no longer', () => {
      const asAdmin = (fields: object) => async (id: string) => expect((await change(admin, id, fields)).status).toBe(200);
      const asOwner = (path: string, method: string, json: object) => async (id: string) => {
        const answer = await (await server.signIn(id))(path, { method, json: { old: passwordOf(id), ver: 1, ...json } });
        expect(answer.status, await answer.clone().text()).toBe(200);
      };
      const password = { pw: 'own choice', confirm: 'own choice', ver: undefined };
      it.each<[string, (id: string) => Promise<void>]>([
        ['the owner has another password', asOwner('/api/auth/password', 'POST', password)],
        ['the owner has another address', asOwner('/api/auth/profile', 'PUT', { email: 'own-new@example.com' })],
        ['an administrator sets a password', asAdmin({ pw: 'set by staff' })],
        ['an administrator changes the address', asAdmin({ email: 'staff-new@example.com' })],
        [
          'the account was disabled and is enabled again',
          async (id) => [{ enabled: false }, { enabled: true }].reduce((done, fields) => done.then(() => asAdmin(fields)(id)), Promise.resolve()),
        ],
        [
          'the account was deleted, and another has its id',
          async (id) => {
            expect((await admin(`/api/pb/user/${id}`, { method: 'DELETE' })).status).toBe(200);
            await server.addUser(id, ['[gs]']);
          },
        ],
      ])('once %s', async (what, happens) => {
        clock += 61_000; // what is counted by the minute
        admin = await server.signIn('admin');
        const id = `given-${what.length}`;
        await server.addUser(id, ['[gs]']);
        const token = ((await (await post(admin, `/api/pb/user/${id}/reset-link`)).json()).data.link as string).split('#reset=')[1]!;
        await forgot(id);
        const sent = await codeTo(`${id}@example.com`);
        expect(sent).toMatch(/^\d{6}$/);
        await happens(id);
        expect([await code(await reset({ id, code: sent })), await code(await reset({ token }))]).toEqual(['msg.code', 'msg.code']);
      });
    });
  });

  describe('one’s own account', () => {
    const profile = (client: Client, json: object) => client('/api/auth/profile', { method: 'PUT', json });

    it('P04 tries of the present password count together: those at the profile and those at the password lead to the same limit', async () => {
      await server.addUser('guessed', ['[gs]']);
      const guessed = await server.signIn('guessed');
      const atProfile = (old: string) => profile(guessed, { email: 'stolen@example.com', old, ver: 1 });
      const atPassword = (old: string) => post(guessed, '/api/auth/password', { old, pw: 'next one', confirm: 'next one' });
      for (const at of [atProfile, atPassword, atProfile, atPassword, atProfile]) expect(await code(await at('wrong'))).toBe('msg.invalid');
      // The right one too: from the sixth guess on no answer says whether it is right.
      expect([await code(await atProfile(passwordOf('guessed'))), await code(await atPassword(passwordOf('guessed')))]).toEqual(['msg.limit', 'msg.limit']);
      expect((await row('guessed')).email).toBe('guessed@example.com');
    });

    it('P02 the history of an account records who set its password or made a link for it, and that its owner changed it', async () => {
      await server.addUser('watched', ['[gs]']);
      expect((await change(admin, 'watched', { pw: 'set by staff' })).status).toBe(200);
      const mails = await server.db.query("SELECT body FROM mail WHERE `to` = 'watched@example.com' AND template = 'staffPassword'");
      expect(mails).toHaveLength(1);
      await post(admin, '/api/pb/user/watched/reset-link');
      const watched = await server.signIn('watched', 'set by staff');
      expect((await post(watched, '/api/auth/password', { old: 'set by staff', pw: 'my own', confirm: 'my own' })).status).toBe(200);
      const history = (await (await admin('/api/pb/user/watched/history')).json()) as { action: string; by: string }[];
      const entries = history.map(({ action, by }) => `${by} ${action}`);
      expect(entries.slice(0, 2)).toEqual(['watched password', 'admin resetlink']);
      expect(entries).toContain('admin setpassword');
    });

    it('P01 a guest changes name, language and menu style, and nothing else', async () => {
      await server.addUser('guest', ['[gs]']);
      const guest = await server.signIn('guest');
      const answer = await profile(guest, { name: '陳 小姐', lang: 'en', menu: 2, ver: 1 });
      expect(await answer.json()).toMatchObject({ done: true, data: { name: '陳 小姐', lang: 'en', menu: 2, roles: ['[gs]'], ver: 2 } });
      for (const fields of [{ roles: ['[]'] }, { enabled: true }, { pw: 'sneaky' }, { pwOnce: false }, { id: 'other' }, { comment: 'x' }]) {
        const refused = await profile(guest, { ...fields, ver: 2 });
        expect([refused.status, await code(refused)]).toEqual([422, 'msg.invalid']);
      }
      expect(await code(await profile(guest, { name: '', ver: 2 }))).toBe('msg.blank');
      expect(await code(await profile(guest, { name: 'x', ver: 1 }))).toBe('msg.datamodi');
      const history = await (await admin('/api/pb/user/guest/history')).json();
      expect(history[0]).toMatchObject({ by: 'guest', action: 'update' });
    });

    it('changing the e-mail needs the password, because a reset would go there', async () => {
      await server.addUser('mover', ['[op]']);
      const mover = await server.signIn('mover');
      expect((await (await profile(mover, { email: 'new@example.com', ver: 1 })).json()).err.fields[0].path).toBe('old');
      expect((await (await profile(mover, { email: 'new@example.com', old: 'wrong', ver: 1 })).json()).err.fields[0].path).toBe('old');
      expect((await profile(mover, { email: 'new@example.com', old: passwordOf('mover'), ver: 1 })).status).toBe(200);
      expect((await row('mover')).email).toBe('new@example.com');
    });

    it('P01 a guest can change the picture of their own account, and of no other', async () => {
      await server.addUser('pictured', ['[gs]']);
      const guest = await server.signIn('pictured');
      const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      const upload = (id: string) => {
        const form = new FormData();
        const fields = {
          ow: '0',
          fn: 'me.png',
          di: 'avatar',
          ac: 'add',
          pl: JSON.stringify({ object: 'user', id, field: 'avatar' }),
          log: JSON.stringify({ src: 'test', user: 'pictured' }),
        };
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        form.append('me.png', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png');
        return guest('/api/uploadFiles', { method: 'POST', body: form, headers: { secret: server.secret() } });
      };
      expect((await upload('op')).status).toBe(403);
      const answer = await upload('pictured');
      expect(answer.status).toBe(200);
      const [{ filepath, link }] = (await answer.json()).data;
      const saved = await profile(guest, { avatar: [{ filepath, link, desc: '' }], ver: 1 });
      expect((await saved.json()).data.avatar).toMatchObject([{ filepath, link }]);
      expect((await guest(link)).headers.get('content-type')).toBe('image/png');
    });

    it('lists one’s own sessions, ends one of them, and all but this one', async () => {
      await server.addUser('many', ['[op]']);
      const clients = await Promise.all([1, 2, 3, 4].map(() => server.signIn('many')));
      const [here, ...others] = clients as [Client, ...Client[]];
      const list = (await (await here('/api/auth/sessions')).json()).data as { id: string; own: boolean; user: string }[];
      expect(list).toHaveLength(4);
      expect(list.filter(({ own }) => own)).toHaveLength(1);
      const theirs = (await (await admin('/api/system/sessions')).json()).data.find((session: { user: string }) => session.user === 'admin');
      expect((await post(here, '/api/auth/sessions/end', { id: theirs.id })).status).toBe(404);
      expect((await post(here, '/api/auth/sessions/end', { id: list.find(({ own }) => !own)!.id })).status).toBe(200);
      const alive = async () => (await Promise.all(others.map((client) => client('/api/auth/me')))).filter(({ ok }) => ok).length;
      expect(await alive()).toBe(2);
      await post(here, '/api/auth/sessions/end');
      expect(await alive()).toBe(0);
      expect((await here('/api/auth/me')).status).toBe(200);
    });

    it('signs out everywhere, here too', async () => {
      await server.addUser('everywhere', ['[op]']);
      const [here, other] = [await server.signIn('everywhere'), await server.signIn('everywhere')];
      const answer = await post(here, '/api/auth/sessions/end', { here: true });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
      for (const client of [here, other]) expect((await client('/api/auth/me')).status).toBe(440);
    });

    it('P02 an administrator sees an account’s devices on its screen and ends one or all; their own session stays', async () => {
      await server.addUser('devices', ['[op]']);
      const clients = await Promise.all([1, 2, 3].map(() => server.signIn('devices')));
      const path = '/api/pb/user/devices/sessions';
      expect(await code(await clients[0]!(path))).toBe('msg.admin');
      const listed = (await (await admin(path)).json()).data as { id: string; user: string; via: string }[];
      expect(listed.map(({ user, via }) => [user, via])).toEqual(Array(3).fill(['devices', '']));
      expect((await (await post(admin, `${path}/end`, { id: listed[0]!.id })).json()).data).toEqual({ ended: 1 });
      expect((await (await post(admin, `${path}/end`)).json()).data).toEqual({ ended: 2 });
      for (const client of clients) expect((await client('/api/auth/me')).status).toBe(440);
      const history = (await (await admin('/api/pb/user/devices/history')).json()) as { action: string; by: string }[];
      expect(history.slice(0, 2).map(({ action, by }) => `${by} ${action}`)).toEqual(['admin sessions', 'admin sessions']);
      await post(admin, '/api/pb/user/admin/sessions/end');
      expect((await admin('/api/auth/me')).status).toBe(200);
    });

    it('P02 an administrator ends anybody’s session', async () => {
      const op = await server.signIn('op');
      const { data } = await (await admin('/api/system/sessions')).json();
      for (const { id } of data.filter((session: { user: string }) => session.user === 'op'))
        expect((await post(admin, `/api/system/sessions/${id}/end`)).status).toBe(200);
      expect((await op('/api/auth/me')).status).toBe(440);
    });

    it('with a one-time password the only thing possible is to set another', async () => {
      await admin('/api/pb/user', {
        method: 'POST',
        json: { id: 'fresh', name: 'Fresh', email: 'fresh@example.com', pw: 'given once', pwOnce: true, roles: ['[]'] },
      });
      const fresh = await server.signIn('fresh', 'given once');
      expect((await (await fresh('/api/auth/me')).json()).data.pwOnce).toBe(true);
      for (const path of ['/api/pb/company', '/api/system', '/api/recent', '/api/permissions', '/api/jobs']) {
        const answer = await fresh(path);
        expect([path, answer.status, await code(answer)]).toEqual([path, 403, 'msg.newpassword']);
      }
      expect((await profile(fresh, { name: 'x', ver: 1 })).status).toBe(403);
      const changed = await post(fresh, '/api/auth/password', { old: 'given once', pw: 'my very own', confirm: 'my very own' });
      expect(changed.status).toBe(200);
      const own = await server.signIn('fresh', 'my very own');
      expect((await own('/api/pb/company')).status).toBe(200);
      expect((await (await own('/api/auth/me')).json()).data.pwOnce).toBe(false);
    });
  });

  describe('view as a role', () => {
    it('P01 P02 the session has the role’s rights, on the server, until it is ended', async () => {
      const viewer = await server.signIn('admin');
      expect((await post(viewer, '/api/auth/view-as', { role: '[none]' })).status).toBe(422);
      expect((await post(viewer, '/api/auth/view-as', { role: '[gs]' })).status).toBe(200);
      const me = await viewer('/api/auth/me');
      expect(me.headers.get('x-view-as')).toBe('[gs]');
      expect((await me.json()).data).toMatchObject({ id: 'admin', roles: ['[gs]'] });
      expect((await viewer('/api/pb/company', { method: 'POST', json: { id: 'not_made', name: 'x', type: 1 } })).status).toBe(403);
      expect((await viewer('/api/system')).status).toBe(403);
      expect((await post(viewer, '/api/auth/view-as', { role: '[op]' })).status).toBe(403);
      expect((await viewer('/api/pb/mail')).status).toBe(403);
      // Other sessions of the same person are their own.
      expect((await admin('/api/system')).status).toBe(200);
      expect((await (await admin('/api/system/sessions')).json()).data.map(({ viewAs }: { viewAs: string }) => viewAs)).toContain('[gs]');
      expect((await post(viewer, '/api/auth/view-as/end')).status).toBe(200);
      expect((await viewer('/api/system')).status).toBe(200);
    });

    it('P01 nobody but an administrator views as another', async () => {
      const op = await server.signIn('op');
      expect((await post(op, '/api/auth/view-as', { role: '[]' })).status).toBe(403);
    });
  });
});
