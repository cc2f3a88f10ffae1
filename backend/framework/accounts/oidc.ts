/** Staff signed in by a provider of OpenID Connect: code flow with PKCE, state and nonce by a library (decision 059). */
import * as oidc from 'openid-client';
import type { OidcSettings } from '#backend/config.ts';
import { type Account, accountRows, readAccount } from '#framework/data/system/accounts/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import { staff } from '#rules/accounts/realm.ts';
import { normalAddress } from '#rules/mail.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Client } from './check-sign-in.ts';
import { seal, unseal } from './seal.ts';

/** ms that somebody may take at the provider's, who may ask for a second factor. */
export const ticketHolds = 15 * 60_000;
/** s until the provider counts as away. */
const patience = 10;
const about = 'oidc ticket';

/** What the browser brings back, sealed in a cookie: nobody else's answer fits it. */
interface Ticket {
  state: string;
  nonce: string;
  verifier: string;
  /** where the person wanted to go */
  next: string;
  at: number;
}

export interface Provider {
  /** where the browser goes, and the ticket that it brings back. `back`: our address that the provider sends it to. @throws Refusal msg.oidc */
  begin(back: string, next: string): Promise<{ address: string; ticket: string }>;
  /** Who came back, with a new session. @throws Refusal msg.oidc, msg.oidcaccount */
  finish(came: URL, ticket: string | undefined, client: Client): Promise<{ token: string; next: string }>;
}

export function openProvider(tools: Tools, settings: OidcSettings): Provider {
  let known: Promise<oidc.Configuration> | undefined;
  /** Asked once; again after a failure, so that a provider which was away at first is found later. */
  const configuration = () => {
    known ??= discover(settings).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    begin: (back, next) =>
      withProvider(tools, async () => {
        const found = await configuration();
        const verifier = oidc.randomPKCECodeVerifier();
        const ticket: Ticket = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier, next, at: tools.now().getTime() };
        const address = oidc.buildAuthorizationUrl(found, {
          redirect_uri: back,
          scope: 'openid email',
          state: ticket.state,
          nonce: ticket.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { address: address.href, ticket: seal(tools.config, about, JSON.stringify(ticket)) };
      }),
    async finish(came, sealed, client) {
      const ticket = readTicket(tools, sealed);
      if (!ticket) throw new Refusal('msg.oidc');
      const email = await withProvider(tools, async () => addressOf(await configuration(), settings, came, ticket));
      const account = email === undefined ? undefined : await accountOf(tools, email);
      if (!account) throw new Refusal('msg.oidcaccount');
      const token = await tools.sessions.create(account, client, tools.now().getTime(), 'oidc');
      tools.log.info({ user: account.id }, 'signed in by the provider');
      return { token, next: ticket.next };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> {
  const plain = issuer.startsWith('http:'); // on this machine only, the settings see to it
  // The specification's default, which every provider takes; the library's own is the form.
  const proof = clientSecret ? oidc.ClientSecretBasic(clientSecret) : oidc.None();
  return oidc.discovery(new URL(issuer), clientId, clientSecret || undefined, proof, {
    timeout: patience,
    ...(plain && { execute: [oidc.allowInsecureRequests] }),
  });
}

/** The address that the provider answers for; undefined where it says none, or one that it does not call verified. */
async function addressOf(found: oidc.Configuration, { trustEmail }: OidcSettings, came: URL, ticket: Ticket): Promise<string | undefined> {
  const { state, nonce, verifier } = ticket;
  const tokens = await oidc.authorizationCodeGrant(found, came, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) return undefined;
  // Many providers put the address beside the token.
  const { email, email_verified } = claims.email === undefined ? await oidc.fetchUserInfo(found, tokens.access_token, claims.sub) : claims;
  const isSure = email_verified === true || trustEmail;
  return typeof email === 'string' && email !== '' && isSure ? email : undefined;
}

/** The one enabled account of the address: nobody gets an account by having one at the provider's. */
async function accountOf(tools: Tools, email: string): Promise<Account | undefined> {
  const address = normalAddress(email);
  const rows = address === '' ? [] : await accountRows(tools.db, staff, address, false);
  const account = rows.length === 1 && rows[0] ? readAccount(rows[0]) : undefined;
  return account?.enabled && account.roles.length > 0 ? account : undefined;
}

function readTicket(tools: Tools, sealed: string | undefined): Ticket | undefined {
  const text = sealed === undefined ? undefined : unseal(tools.config, about, sealed);
  const ticket: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isObject(ticket) || Math.abs(tools.now().getTime() - Number(ticket.at)) > ticketHolds) return undefined;
  return ticket as unknown as Ticket; // sealed by `begin`
}

/** What the provider refuses, or does not answer, is one sentence for the person and a line for the log, without anything of theirs. */
async function withProvider<T>(tools: Tools, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    tools.log.warn({ code, reason: error instanceof Error ? error.message : String(error) }, 'sign-in by the provider failed');
    throw new Refusal('msg.oidc');
  }
}
