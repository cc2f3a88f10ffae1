/**
 * A personal link's token: its id and a seal made with the server's secret. The database and its backups do not hold what opens a link, but the
 * server can show and mail it again.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '#backend/config.ts';

const idLength = 12;
const sealLength = 24;

/** 72 random bits, in characters that are safe in an address. */
export function newLinkId(): string {
  return randomBytes(9).toString('base64url');
}

/** 36 characters: the id, and 144 bits of its seal. */
export function tokenOf(config: Config, id: string): string {
  return id + sealOf(config, id);
}

/** The id in a token, undefined where this server did not make the token. */
export function idOfToken(config: Config, token: string): string | undefined {
  if (!/^[\w-]{36}$/.test(token)) return undefined;
  const id = token.slice(0, idLength);
  return timingSafeEqual(Buffer.from(token.slice(idLength)), Buffer.from(sealOf(config, id))) ? id : undefined;
}

function sealOf(config: Config, id: string): string {
  return createHmac('sha256', config.serverSecret).update(`link ${id}`).digest('base64url').slice(0, sealLength);
}
