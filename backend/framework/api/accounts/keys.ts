/** API keys over HTTP: who calls by one, and the calls by which administrators make and end them (decision 074). */
import type { Request, RequestHandler } from 'express';
import { listKeys, makeKey, revokeKey } from '#framework/accounts/api-keys.ts';
import type { Tools } from '#framework/tools.ts';
import { keyRefusal } from '#rules/accounts/key-scope.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { language, languages, saveLanguage } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { byStaff } from '../answer.ts';
import { answering } from '../answering.ts';
import { perMinute } from '../rate.ts';
import { administratorOnly, staffOnly } from './staff.ts';
import '../request.ts';

/** Keys of an address that open nothing. */
const wrongPerMinute = 30;

/** The key of `Authorization: Bearer rb_…`. Another's Bearer, of a proxy in front, is none of ours. */
export function keyIn(req: Request): string | undefined {
  return /^Bearer +(rb_\S*)$/i.exec(req.headers.authorization ?? '')?.[1];
}

/**
 * Says who calls by a key. Such a call has no cookies: nobody's session, and the language that `Accept-Language` asks for.
 * Fails with msg.key (401) for a key that is unknown or has ended, msg.keycall and msg.keyscope (403) for a call that is not for keys or not for this
 * one, and msg.keylimit (429) for too many.
 */
export function identifyKey(tools: Tools): RequestHandler {
  const countCall = perMinute(tools, 'key', tools.config.keyRate, 'msg.keylimit');
  const countWrong = perMinute(tools, 'wrong-keys', wrongPerMinute, 'msg.keylimit');
  return async (req, res, next) => {
    const token = keyIn(req);
    if (token === undefined) return next();
    req.headers.cookie = languageCookie(req);
    const found = await tools.keys.find(token, tools.now().getTime());
    if (typeof found === 'string') {
      await countWrong(res, req.ip ?? '');
      res.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
      throw new Refusal('msg.key');
    }
    await countCall(res, found.id);
    const refusal = keyRefusal(found.scope, req.method, req.path, accountObject(staff));
    if (refusal) throw new Refusal(refusal === 'session' ? 'msg.keycall' : 'msg.keyscope');
    req.key = { id: found.id, scope: found.scope };
    req.actor = found.actor;
    next();
  };
}

/** The language cookie alone, as the readers of a request know it. */
function languageCookie(req: Request): string {
  const tags = languages.map((lang) => language[lang].html.split('-')[0] ?? lang);
  const asked = req.acceptsLanguages(tags);
  const lang = languages[tags.indexOf(asked === false ? '' : asked)];
  return lang === undefined ? '' : (saveLanguage(lang).split(';', 1)[0] ?? '');
}

/** GET and POST /api/keys, DELETE /api/keys/{id}: behind a session, for a key makes no other. */
export function keysRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/keys'>();
  const gates = [staffOnly, administratorOnly];
  router.get(
    '/',
    ...gates,
    byStaff((_req, actor) => listKeys(tools, actor)),
  );
  router.post(
    '/',
    ...gates,
    byStaff((req, actor) => makeKey(tools, actor, req.body)),
  );
  router.delete(
    '/:id',
    ...gates,
    byStaff((req, actor) => revokeKey(tools, actor, String(req.params.id))),
  );
  return router;
}
