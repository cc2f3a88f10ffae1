/** What a call was sent, before anybody trusts it. */
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';

/**
 * The body of a call that takes these keys; {} where none was sent.
 * @throws Refusal msg.badrequest for what is no object, msg.invalid for a key too many
 */
export function bodyOf<Body extends object>(req: { body?: Body | undefined }, known: readonly (keyof Body & string)[]): { [Key in keyof Body]?: unknown } {
  const body: unknown = req.body ?? {};
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const foreign = Object.keys(body).filter((key) => !(known as readonly string[]).includes(key));
  if (foreign.length) throw new Refusal('msg.invalid', { fields: foreign.map((path) => ({ path, code: 'field.unknown' })) });
  return body as { [Key in keyof Body]?: unknown }; // no other key is left
}
