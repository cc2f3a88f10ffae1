import type { FieldModel, ObjectEntry, Role, ShapeLevel } from '#codegen/model.ts';
import { may, projectModel } from '#rules/accounts/permission.ts';

/** One level of a shared shape, for roles that may list or read the object and see a field that leads to it; undefined where there is none such. */
export function readShape(entry: ObjectEntry, ref: string, roles: Role[]): ShapeLevel | undefined {
  const { model, shapes = {} } = entry;
  if (!may(model, roles, 'list') && !may(model, roles, 'read')) return undefined;
  const seen = new Set<string>();
  const waiting: FieldModel[] = [...projectModel(model, roles).fields];
  for (let field = waiting.pop(); field; field = waiting.pop()) {
    waiting.push(...(field.fields ?? []));
    const to = field.shape?.ref;
    if (to === undefined || seen.has(to)) continue;
    seen.add(to);
    if (to === ref) return shapes[ref];
    waiting.push(...(shapes[to]?.fields ?? []));
  }
  return undefined;
}
