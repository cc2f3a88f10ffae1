/** E5: whatever a table waits for, and whatever a plan met, is said in the page's language: each kind of step has its words in both. */
import { expect, it } from 'vitest';
import type { StepClass, StepKind } from '#framework/system/wire.ts';
import en from '#locales/en/admin.json' with { type: 'json' };
import tw from '#locales/tw/admin.json' with { type: 'json' };

/** A kind that is added without its words does not compile. */
const steps: Record<'tw' | 'en', Record<StepKind, string>> = { tw: tw.system.steps, en: en.system.steps };
const classes: Record<'tw' | 'en', Record<StepClass, string>> = { tw: tw.system.classes, en: en.system.classes };

it('E5 the texts of steps, classes and reasons exist in both languages, and the Chinese ones are Chinese', () => {
  for (const both of [steps, classes, { tw: tw.system.reasons, en: en.system.reasons }]) {
    expect(Object.keys(both.tw).sort()).toEqual(Object.keys(both.en).sort());
    for (const said of Object.values(both.tw)) expect(said.replace(/%\{\w+\}/g, '')).toMatch(/^[^A-Za-z]*\p{Script=Han}[^A-Za-z]*$/u);
    for (const said of Object.values(both.en)) expect(said).not.toMatch(/\p{Script=Han}/u);
  }
});
