/**
 * Reads an expression: CEL's grammar by its parser, bounds of our own, and out comes a tree of plain JSON. Only schemas are read so, where they are linted and
 * described; whoever evaluates has the tree, and no browser needs the parser. Pure.
 */
import { type ASTNode, ParseError, parse } from '@marcbachmann/cel-js';
import { eachNames } from '#rules/expressions/each.ts';
import { functions } from '#rules/expressions/functions.ts';
import type { Expression, Tree } from '../model.ts';

/** Characters of one expression; a longer one is a rule of the application. */
export const longestExpression = 2000;
/** Nodes in nodes; what people write has some ten. */
const deepest = 40;
/** Lists gone through inside of lists: each more multiplies the work by the length of its list. */
const mostLoops = 2;

/** Says why an expression is refused, and what to do. */
export class Unreadable extends Error {
  readonly should: string;
  constructor(wrong: string, should: string) {
    super(wrong);
    this.should = should;
  }
}

/** The expression of a schema; without a tree where it cannot be read. */
export function expressionOf(text: string): Expression {
  try {
    return { text, tree: readExpression(text) };
  } catch (error) {
    if (error instanceof Unreadable) return { text };
    throw error;
  }
}

/** @throws Unreadable */
export function readExpression(text: string): Tree {
  if (text.length > longestExpression)
    throw new Unreadable(`it is ${text.length} characters long`, `it should have at most ${longestExpression}, or be a rule of the application (x-computed)`);
  return treeOf(parsed(text), 0, 0);
}

function parsed(text: string): ASTNode {
  try {
    return parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw new Unreadable('it cannot be read', 'it should be simpler');
    const [first = ''] = error.message.split('\n');
    const should = /[^\p{ASCII}]/u.test(text)
      ? 'a field whose name is not of plain letters should be written self["…"]'
      : 'it should be as docs/schema-reference.md says';
    throw new Unreadable(`it cannot be read: ${first}`, should);
  }
}

function treeOf(node: ASTNode, depth: number, loops: number): Tree {
  if (depth > deepest) throw new Unreadable(`it is nested more than ${deepest} deep`, 'a part of it should be a field of its own');
  const inner = (child: ASTNode): Tree => treeOf(child, depth + 1, loops);
  switch (node.op) {
    case 'value':
      return constant(node.args, node.input.slice(node.start, node.end));
    case 'id':
      return { is: 'name', name: node.args };
    case '.':
      return { is: 'part', of: inner(node.args[0]), name: node.args[1] };
    case '[]': {
      const at = inner(node.args[1]);
      return at.is === 'text' ? { is: 'part', of: inner(node.args[0]), name: at.text } : { is: 'entry', of: inner(node.args[0]), at };
    }
    case 'list':
      return { is: 'list', items: node.args.map(inner) };
    case 'call':
      return call(node.args[0], node.args[1].map(inner));
    case 'rcall': {
      const [name, of, args] = node.args;
      if (eachNames.includes(name) && (args.length > 1 || !Object.hasOwn(functions, name))) return each(name, inner(of), args, depth, loops);
      return call(name, [inner(of), ...args.map(inner)]);
    }
    case '!_':
    case '-_':
      return { is: 'call', name: node.op, args: [inner(node.args)] };
    case 'map':
    case '.?':
    case '[?]':
      throw new Unreadable(`it contains ${node.op === 'map' ? 'an object' : 'an optional part'}`, 'it should have only fields, constants, lists and functions');
    default:
      return { is: 'call', name: node.op, args: node.args.map(inner) };
  }
}

function call(name: string, args: Tree[]): Tree {
  if (name === 'matches')
    throw new Unreadable('it compares with a pattern', 'the field should have "pattern", or the expression should use startsWith, endsWith or contains');
  if (!Object.hasOwn(functions, name)) {
    const known = [...Object.keys(functions).filter((known) => /^[a-z]/i.test(known)), ...eachNames];
    throw new Unreadable(`there is no function "${name}"`, `it should be one of ${[...new Set(known)].sort().join(', ')}`);
  }
  return { is: 'call', name, args };
}

function each(name: string, of: Tree, args: readonly ASTNode[], depth: number, loops: number): Tree {
  const [as, body] = args;
  if (args.length !== 2 || as?.op !== 'id' || !body)
    throw new Unreadable(`"${name}" does not say what it takes of each entry`, `it should be as in lines.${name}(line, line.amount)`);
  if (loops >= mostLoops) throw new Unreadable(`it goes through lists inside lists, ${mostLoops + 1} deep`, 'the inner ones should be fields of their own');
  return { is: 'each', name, of, as: as.args, body: treeOf(body, depth + 1, loops + 1) };
}

function constant(value: unknown, written: string): Tree {
  if (value === null) return { is: 'empty' };
  if (typeof value === 'string') return { is: 'text', text: value };
  if (typeof value === 'boolean') return { is: 'flag', flag: value };
  if (typeof value === 'bigint') return { is: 'number', text: String(value) };
  // As written: what is typed with more digits than a double has keeps them.
  if (typeof value === 'number') return { is: 'number', text: written };
  throw new Unreadable(`${written} cannot be the value of a field`, 'it should be a number, a text, true, false or null');
}
