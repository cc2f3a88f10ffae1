import { describe, expect, it } from 'vitest';
import { DeviceStore, type Store } from '#client/device-store.ts';

function store(refuses?: 'writing' | 'everything'): Store {
  const texts = new Map<string, string>();
  const touch = (isWrite: boolean) => {
    if (refuses === 'everything' || (refuses === 'writing' && isWrite)) throw new DOMException('no', 'QuotaExceededError');
  };
  return {
    get length() {
      touch(false);
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (key) => {
      touch(false);
      return texts.get(key) ?? null;
    },
    setItem: (key, text) => {
      touch(true);
      texts.set(key, text);
    },
    removeItem: (key) => void texts.delete(key),
  };
}

describe('E05 what is stored on the device until the server has it', () => {
  it('is found by its name, and gone when it is removed', () => {
    const same = store();
    const lasting = new DeviceStore(() => same);
    expect([lasting.write('a:1', { words: '字' }), lasting.write('a:2', [0]), lasting.write('b:1', 1)]).toEqual([true, true, true]);
    expect([lasting.read('a:1'), lasting.keys('a:'), lasting.size('a:2'), lasting.isThere]).toEqual([{ words: '字' }, ['a:1', 'a:2'], 3, true]);
    expect([lasting.write('a:1', undefined), lasting.read('a:1')]).toEqual([true, undefined]);
  });

  it('a full storage says so and leaves what was stored before', () => {
    const texts = store();
    new DeviceStore(() => texts).write('a', 'before');
    const full: Store = {
      ...texts,
      length: 1,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const device = new DeviceStore(() => full);
    expect([device.write('a', 'after'), device.read('a')]).toEqual([false, 'before']);
  });

  it('a browser that stores nothing, whatever is called, throws nothing', () => {
    for (const nothing of [
      () => store('everything'),
      () => undefined,
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ]) {
      const device = new DeviceStore(nothing);
      expect([device.write('a', 1), device.read('a'), device.keys('')]).toEqual([false, undefined, []]);
      expect(device.size('a')).toBe(0);
    }
  });

  it('entries of another release, or of other programs, are ignored', () => {
    const texts = store();
    texts.setItem('a', '{broken');
    expect(new DeviceStore(() => texts).read('a')).toBeUndefined();
  });
});
