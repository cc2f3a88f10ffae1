import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { addApplicant, addJuror, signInApplicant, signInJuror, sitePassword } from '../../../support/forum/site.ts';
import { type AccountsApp, startAccounts, wrong } from '../../../support/forum/site-accounts.ts';

describe.each(testDatabases)('one’s own account on the public site on %s', (kind) => {
  let app: AccountsApp;
  beforeAll(async () => {
    app = await startAccounts(kind);
  });
  afterAll(() => app.stop());

  describe('one’s own account', () => {
    it('K04 V12 changing the password asks for the old one, ends the other sessions and leaves this one', async () => {
      const { ask, server, withCookie } = app;
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

    describe.each(['applicant', 'jury'] as const)('how staff change the sign-in of an account of %s', (object) => {
      const address = (name: string) => `${name}-${object}@example.com`;
      const add = (name: string) => (object === 'jury' ? addJuror(app.server, 'ccdf15', address(name)) : addApplicant(app.server, address(name)));
      const signIn = (name: string) => (object === 'jury' ? signInJuror(app.server, address(name)) : signInApplicant(app.server, address(name)));
      const row = async (id: string) => (await app.staff.admin(`/api/pb/${object}/${id}`)).json();
      const history = async (id: string) => (await (await app.staff.admin(`/api/pb/${object}/${id}/history`)).json()) as { action: string; by: string }[];
      const mailsTo = (to: string, template: string) => app.server.db.query('SELECT body, update_by FROM mail WHERE `to` = ? AND template = ?', [to, template]);

      it('P02 P04 an operator cannot set a password in any way; they send a code instead, and the history records it', async () => {
        const { ask, server } = app;
        const id = await add('held');
        const client = await signIn('held');
        const op = await server.signIn('op');
        const { ver } = await row(id);
        const put = await op(`/api/pb/${object}/${id}`, { method: 'PUT', json: { pw: 'mine-now', ver } });
        expect([put.status, (await put.json()).err.fields]).toMatchObject([422, [{ path: 'pw', code: 'field.unknown' }]]);
        const made = await op(`/api/pb/${object}`, { method: 'POST', json: { cid: 'ccdf15', name: 'New', email: address('new'), pw: 'mine-now' } });
        expect(made.status).toBe(422);
        const sheet = new FormData();
        sheet.append('file', new Blob([`email,name,cid,pw\n${address('sheet')},Sheet,ccdf15,mine-now\n`], { type: 'text/csv' }), 'people.csv');
        await op(`/api/pb/${object}/import?mode=write`, { method: 'POST', body: sheet });
        expect(await server.db.query(`SELECT id FROM ${object} WHERE email IN (?, ?) AND pw <> ''`, [address('new'), address('sheet')])).toEqual([]);
        expect((await ask(client, 'GET', `${object}/me`)).status).toBe(200);
        const sent = await op(`/api/pb/${object}/${id}/code`, { method: 'POST', json: {} });
        expect((await sent.json()).data).toMatchObject({ email: address('held') });
        expect(await mailsTo(address('held'), 'mailReset')).toMatchObject([{ update_by: 'op' }]);
        expect((await (await op(`/api/pb/${object}/${id}/code`, { method: 'POST', json: {} })).json()).err.code).toBe('msg.wait');
        expect((await history(id))[0]).toMatchObject({ action: 'code', by: 'op' });
      });

      it('P02 P04 an administrator sets a password: the person gets a mail, all their sessions end, and the history records it', async () => {
        const { ask, changeRow } = app;
        const id = await add('given');
        const client = await signIn('given');
        await changeRow(object, id, { pw: 'staff-made' });
        expect((await ask(client, 'GET', `${object}/me`)).status).toBe(440);
        expect(await app.server.db.query('SELECT hash FROM _session WHERE `user` = ? AND realm = ?', [id, object])).toEqual([]);
        const [mail] = await mailsTo(address('given'), 'staffPassword');
        expect(mail).toMatchObject({ update_by: 'admin' });
        expect(String(mail?.body)).not.toContain('staff-made');
        const entries = await history(id);
        expect(entries.find(({ action }) => action === 'setpassword')).toMatchObject({ by: 'admin' });
        expect(JSON.stringify(entries)).not.toContain('staff-made');
      });

      it.each([
        ['another address', 'gave', { email: address('gave-new') }],
        ['another password', 'gone', { pw: 'set by staff' }],
      ])('P02 P04 a code that was mailed before staff set %s opens the account no longer', async (_, name, fields) => {
        const { changeRow, codeTo, post, server } = app;
        const id = await add(name);
        await post(server.anonymous, `${object}/forgot`, { email: address(name), campaign: 'ccdf15' });
        const code = await codeTo(address(name));
        await changeRow(object, id, fields);
        const { email } = await row(id);
        expect((await post(server.anonymous, `${object}/reset`, { email, code, pw: 'taken', confirm: 'taken', campaign: 'ccdf15' })).code).toBe('msg.code');
      });

      it('P04 when staff set another address, the old one is informed and its sessions end', async () => {
        const { ask, server } = app;
        const id = await add('moved');
        const client = await signIn('moved');
        const op = await server.signIn('op');
        const { ver } = await row(id);
        expect((await op(`/api/pb/${object}/${id}`, { method: 'PUT', json: { email: address('taken-over'), ver } })).status).toBe(200);
        expect((await ask(client, 'GET', `${object}/me`)).status).toBe(440);
        const [mail] = await mailsTo(address('moved'), 'staffAddress');
        expect(String(mail?.body)).toContain(address('taken-over'));
      });
    });

    it('P02 P04 an administrator sees an applicant’s sign-ins, ends one or all of them, and the history records it', async () => {
      const { ask, server } = app;
      const id = await addApplicant(server, 'lost@example.com');
      await addApplicant(server, 'found@example.com');
      const clients: Awaited<ReturnType<typeof signInApplicant>>[] = [];
      for (let count = 0; count < 3; count += 1) clients.push(await signInApplicant(server, 'lost@example.com'));
      const other = await signInApplicant(server, 'found@example.com');
      const admin = await server.signIn('admin');
      const path = `/api/pb/applicant/${id}/sessions`;
      const list = async () => (await (await admin(path)).json()).data as { id: string; user: string; agent: string }[];
      const end = (json: object) => admin(`${path}/end`, { method: 'POST', json });
      const alive = async () => (await Promise.all(clients.map((client) => ask(client, 'GET', 'applicant/me')))).filter(({ status }) => status === 200).length;
      const [first] = await list();
      expect(await list()).toHaveLength(3);
      expect(first?.user).toBe(id);
      expect((await end({ id: '0123456789abcdef' })).status).toBe(404);
      expect((await admin(`/api/pb/jury/${id}/sessions`)).status).toBe(404);
      expect((await (await end({ id: first?.id })).json()).data).toEqual({ ended: 1 });
      expect(await alive()).toBe(2);
      expect((await (await end({})).json()).data).toEqual({ ended: 2 });
      expect([await alive(), await list()]).toEqual([0, []]);
      expect((await ask(other, 'GET', 'applicant/me')).status).toBe(200);
      const history = (await (await admin(`/api/pb/applicant/${id}/history`)).json()) as { action: string; by: string }[];
      expect(history.filter(({ action }) => action === 'sessions').map(({ by }) => by)).toEqual(['admin', 'admin']);
    });

    it('P04 K05 K08 the profile is checked by the schema, and saved on the version on which it is based', async () => {
      const { ask, server } = app;
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

    it('P04 changing the address: a code to the new one, a notice to the old one, and the enrolments stay', async () => {
      const { codeTo, login, mailTo, post, server, staff } = app;
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
      const found = await (await staff.admin(`/api/pb/applicant?filter=${encodeURIComponent('{"q":"new@example.com"}')}`)).json();
      expect(found.map((one: { id: string }) => one.id)).toContain(id);
    });

    it('P04 an address that somebody registered but never confirmed can be used', async () => {
      const { codeTo, post, server } = app;
      await addApplicant(server, 'squat@example.com', { verified: false });
      await addApplicant(server, 'owner@example.com');
      const client = await signInApplicant(server, 'owner@example.com');
      await post(client, 'applicant/address', { email: 'squat@example.com', pw: sitePassword });
      const code = await codeTo('squat@example.com');
      expect((await post(client, 'applicant/address/confirm', { email: 'squat@example.com', code })).status).toBe(200);
    });
  });
});
