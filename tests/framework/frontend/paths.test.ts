import { describe, expect, it } from 'vitest';
import { editPath, entryAt, listPath } from '#client/paths.ts';
import type { ObjectModel } from '#codegen/model.ts';

function entry(name: string, route?: string) {
  const entity: ObjectModel['entity'] = {
    group: 'g',
    icon: 'i',
    order: 0,
    key: 'id',
    singleton: false,
    virtual: false,
    big: false,
    ...(route ? { route } : {}),
  };
  return { model: { name, entity } };
}
const film = entry('film', '/erp/filmman');
const company = entry('company');
const order = entry('sales_order', '/erp/soman');
const entries = [film, company, order];

describe('routes of objects', () => {
  it('R18 R19 an alias is the address that links use', () => {
    expect(listPath(film.model)).toBe('/filmman');
    expect(editPath(film.model)).toBe('/filmman/edit');
    expect(editPath(film.model, 'mv-1')).toBe('/filmman/edit?id=mv-1');
  });
  it('R23 R24 any object has the generic addresses', () => {
    expect(listPath(company.model)).toBe('/pb-company');
    expect(editPath(company.model, 'a&b=c d/é')).toBe('/pb-company/edit?id=a%26b%3Dc%20d%2F%C3%A9');
  });
  it('R18 R23 both addresses of an object lead to it', () => {
    expect(entryAt('filmman', entries)).toBe(film);
    expect(entryAt('pb-film', entries)).toBe(film);
    expect(entryAt('pb-sales_order', entries)).toBe(order);
  });
  it.each(['film', 'pb-', 'pb-nothing', 'companyman', '', 'sysman', 'erp/filmman'])('R42 %j is no object', (segment) => {
    expect(entryAt(segment, entries)).toBeUndefined();
  });
});
