/** What happens by itself (x-on), as the model has it. Pure. */
import { inEach, schemaLang } from '../languages.ts';
import type { Automation, AutomationMoment, AutomationStep, Expression, JsonSchema, JsonValue, Text } from '../model.ts';
import { asNumber, asObject, asString, objects, strings } from '../schema-node.ts';
import type { Texts } from './describe-texts.ts';
import { expressionOf } from './parse-expression.ts';

/** The automations of x-on, named in the locale file under `automations`. What stands in brackets under a mail's `to` is a role, else a field. */
export function automationsOf(schema: JsonSchema, texts: Texts): Automation[] | undefined {
  const automations = objects(schema['x-on']).map((one): Automation => {
    const name = asString(one.name) ?? '';
    const condition = asString(one.if);
    return {
      name,
      label: texts.own((locale) => locale.automations?.[name], asString(one.title) ?? name),
      when: momentOf(one),
      ...(condition !== undefined && { condition: expressionOf(condition) }),
      steps: objects(one.do).flatMap(stepOf),
    };
  });
  return automations.length > 0 ? automations : undefined;
}

function momentOf(one: JsonSchema): AutomationMoment {
  const at = asObject(one.when);
  const every = (['day', 'week', 'month'] as const).find((step) => step === at?.every);
  const on = asNumber(at?.on);
  if (at && every) return { is: 'every', every, at: asString(at.at) ?? '', ...(on !== undefined && { on }) };
  if (at) return { is: 'at', field: asString(at.field) ?? '', days: asNumber(at.days) ?? 0 };
  const [from, to] = [asString(one.from), asString(one.to)];
  if (one.when === 'moved') return { is: 'moved', ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  if (one.when === 'changed') return { is: 'changed', fields: strings(one.fields) };
  return { is: one.when === 'deleted' ? 'deleted' : 'created' };
}

function stepOf(step: JsonSchema): AutomationStep[] {
  const [mail, set, create, hook] = [asObject(step.mail), asObject(step.set), asObject(step.create), asString(step.webhook)];
  if (mail) {
    const to = typeof mail.to === 'string' ? [mail.to] : strings(mail.to);
    const [roles, fields] = [to.filter((who) => who.startsWith('[')), to.filter((who) => !who.startsWith('['))];
    return [{ do: 'mail', roles, fields, subject: spoken(mail.subject), text: spoken(mail.text) }];
  }
  if (set) return [{ do: 'set', values: expressions(set) }];
  const as = asString(create?.as);
  if (create) return [{ do: 'create', object: asString(create.object) ?? '', values: expressions(asObject(create.values)), ...(as !== undefined && { as }) }];
  return hook === undefined ? [] : [{ do: 'webhook', hook }];
}

/** One text for all languages, or each its own; a language without one has that of the schemas' language, else any. */
function spoken(hint: JsonValue | undefined): Text {
  const own = asObject(hint);
  const any = asString(hint) ?? asString(own?.[schemaLang]) ?? asString(Object.values(own ?? {})[0]) ?? '';
  return inEach((lang) => asString(own?.[lang]) ?? any);
}

function expressions(values: Record<string, JsonValue | undefined> | undefined): Record<string, Expression> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, text]) => [name, expressionOf(asString(text) ?? '')]));
}
