import { beforeEach, describe, expect, it } from 'vitest';
import { DeviceStore } from '#client/device-store.ts';
import { forgetUser, keepUser, takeTab, userIdForLog } from '#client/signed-in-user.ts';
import type { FieldModel, Row } from '#codegen/model.ts';
import { MemoryStore } from '../../support/memory-store.ts';

class MemoryStorage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}
let memory: MemoryStorage;
let storage: Storage;
beforeEach(() => {
  memory = new MemoryStorage([['theme', 'dark']]);
  storage = memory as unknown as Storage; // getItem, setItem and removeItem are all that is used
});

const user: Row = { id: 'mei.lin', name: '林美', email: 'mei@example.com', roles: ['[op]'], lang: 'tw' };
// The rule reads name and writeOnly only.
const fields = [
  { name: 'pw', writeOnly: true },
  { name: 'name', writeOnly: false },
] as FieldModel[];

describe('E14 the signed-in user in session storage', () => {
  it("E14 is under 'user' and its id under 'userID' when it passes the user schema", () => {
    expect(keepUser(user, [], fields, storage)).toBe(true);
    expect(JSON.parse(memory.get('user') ?? '')).toEqual(user);
    expect(memory.get('userID')).toBe('mei.lin');
  });
  it('E14 both are removed when it does not', () => {
    keepUser(user, [], fields, storage);
    expect(keepUser({ ...user, name: '' }, [{ path: 'name', code: 'field.required' }], fields, storage)).toBe(false);
    expect([...memory.keys()]).toEqual(['theme']);
  });
  it('E14 a password is in no answer and not required, but a wrong one is a problem', () => {
    expect(keepUser(user, [{ path: 'pw', code: 'field.required' }], fields, storage)).toBe(true);
    expect(keepUser(user, [{ path: 'pw', code: 'field.short' }], fields, storage)).toBe(false);
  });
  it('E14 signing out removes both and nothing else', () => {
    keepUser(user, [], fields, storage);
    forgetUser(storage);
    expect([...memory.keys()]).toEqual(['theme']);
  });
  it("C06 the log object names the user, or 'N/A'", () => {
    expect(userIdForLog(storage)).toBe('N/A');
    keepUser(user, [], fields, storage);
    expect(userIdForLog(storage)).toBe('mei.lin');
  });
});

describe('what is typed in a tab', () => {
  it('stays for who typed it, whenever they sign in again, and goes where somebody else does', () => {
    const store = new MemoryStore();
    const tab = new DeviceStore(() => store);
    tab.write('draft:film:f1:', { row: { note: 'before anybody was known' } });
    for (const id of ['mei', 'mei']) takeTab(id, tab);
    expect(tab.read('draft:film:f1:')).toBeDefined();
    takeTab('guest', tab);
    expect(tab.keys('draft:')).toEqual([]);
    tab.write('draft:film:f1:', { row: { note: 'of the guest' } });
    takeTab('guest', tab);
    expect(tab.keys('draft:')).toEqual(['draft:film:f1:']);
  });
});
