/** A personal link's token: its id and a seal made with the server's secret. Neither the database nor a backup of it holds what opens a link, and yet it can be shown and mailed again. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '#backend/config.ts';

const idLength = 12;
const sealLength = 24;

/** 72 bits of chance, safe in an address. */
export function newLinkId(): string {
  return randomBytes(9).toString('base64url');
}

/** 36 letters: the id, and 144 bits of its seal. */
export function tokenOf(config: Config, id: string): string {
  return id + sealOf(config, id);
}

/** The id that a token opens, undefined where it was not sealed here. */
export function idOfToken(config: Config, token: string): string | undefined {
  if (!/^[\w-]{36}$/.test(token)) return undefined;
  const id = token.slice(0, idLength);
  return timingSafeEqual(Buffer.from(token.slice(idLength)), Buffer.from(sealOf(config, id))) ? id : undefined;
}

function sealOf(config: Config, id: string): string {
  return createHmac('sha256', config.serverSecret).update(`link ${id}`).digest('base64url').slice(0, sealLength);
}
