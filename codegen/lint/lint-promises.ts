/** Rules about hints without effect: names that nothing answers for, and hints where they do nothing. */

import { pathBelow } from '#rules/records/field-path.ts';
import type { JsonSchema } from '../model.ts';
import { asObject, asString, children, strings, typeOf } from '../schema-node.ts';
import type { Lintable } from './finding.ts';
import { eachNode } from './lint-fields.ts';
import { suggestion } from './nearest.ts';
import { icons, stampNames } from './vocabulary.ts';

export function lintPromises(it: Lintable): void {
  const { entry, known, report } = it;
  const icon = asString(asObject(entry.schema['x-entity'])?.icon);
  if (icon !== undefined && !icons.includes(icon))
    report('', 'x-entity', `there is no icon "${icon}", so that of a plain list is shown`, suggestion(icon, icons), 'warning');
  // Without its button or its sheet an object is used as before, so these stop no file.
  if (known && entry.model.print !== undefined && !known.prints.includes(entry.model.print))
    report('', 'x-print', `there is no printed form "${entry.model.print}"`, suggestion(entry.model.print, known.prints), 'warning');
  for (const { name, verb } of entry.model.actions)
    if (known && !known.verbs.includes(verb))
      report('', 'x-actions', `action "${name}" names the verb "${verb}", which does not exist`, suggestion(verb, known.verbs), 'warning');
  stamps(it);
  formerNames(entry.schema, '', it);
  eachNode(entry.schema, '', entry.schema, [], (node, path) => {
    computed(node, path, it);
    files(node, path, it);
    childRows(node, path, it);
    many(node, path, it);
    if (asObject(node.properties)) formerNames(node, path, it);
    const rows = asObject(node.items);
    if (rows && asObject(rows.properties)) formerNames(rows, path, it);
  });
}

function computed(node: JsonSchema, path: string, { known, report }: Lintable): void {
  const rule = asString(node['x-computed']);
  if (known && rule !== undefined && !known.computed.includes(rule)) report(path, 'x-computed', `there is no rule "${rule}"`, suggestion(rule, known.computed));
}

function files(node: JsonSchema, path: string, { known, report }: Lintable): void {
  if (!known) return;
  for (const kind of strings(asObject(node['x-file'])?.kinds)) {
    if (known.fileKinds.includes(kind)) continue;
    if (!/^[a-z]+\/[\w.+-]+$/.test(kind))
      report(path, 'x-file', `there is no kind of file "${kind}"`, `${suggestion(kind, known.fileKinds)}, or a media type such as "text/csv"`);
    else if (new RegExp(known.neverStored).test(kind))
      report(path, 'x-file', `files of the type "${kind}" are never stored, as they could be run`, 'it should be another type');
  }
}

function childRows(node: JsonSchema, path: string, { report }: Lintable): void {
  if (node['x-child'] !== true) return;
  if (path.includes('.'))
    report(path, 'x-child', 'only a list of the object itself has a table of its own, not one inside a list or an object', 'x-child should be left out here');
  else if (typeOf(node) !== 'array') report(path, 'x-child', 'it is not a list', 'it should be an array of objects');
}

function many(node: JsonSchema, path: string, { report }: Lintable): void {
  const declared = asObject(node['x-relation'])?.many;
  const isMany = typeOf(node) === 'array';
  if (declared === true && !isMany) report(path, 'x-relation', '"many" is true on a single value', 'the field should have "type": "array", or leave many out');
  if (declared === false && isMany) report(path, 'x-relation', '"many" is false on a list', 'the field should have "type": "string", or leave many out');
}

/** A former name leads to one field, and to one whose name is free. */
function formerNames(parent: JsonSchema, path: string, { report }: Lintable): void {
  const fields = children(parent.properties);
  const existing = new Set(fields.map(([name]) => name));
  const heirs = new Map<string, string>();
  for (const [name, node] of fields) {
    const at = pathBelow(path, name);
    for (const was of typeof node['x-was'] === 'string' ? [node['x-was']] : strings(node['x-was'])) {
      const heir = heirs.get(was);
      if (heir !== undefined && heir !== name) report(at, 'x-was', `"${was}" is the former name of "${heir}" as well`, 'only one of them should name it');
      if (existing.has(was))
        report(at, 'x-was', `"${was}" is still a field of its own`, 'x-was should name a field that no longer exists, or the other one should be removed');
      heirs.set(was, name);
    }
  }
}

/** What the server gives to every object is not the file's to shape. */
function stamps({ loaded, report }: Lintable): void {
  for (const [name, node] of children(loaded.schema.properties)) {
    if (!stampNames.includes(name)) continue;
    const wanted = name === 'ver' ? 'integer' : 'string';
    const declared = typeOf(node);
    if (declared !== undefined && declared !== wanted)
      report(name, 'type', `"${name}" is given by the server and is of type ${wanted}`, 'the field should be left out, or have another name');
    else if (name === 'ver') report(name, 'properties', '"ver" is counted by the server, whatever the file says', 'the field should be left out', 'warning');
  }
}
