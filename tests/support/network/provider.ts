/** A provider of OpenID Connect as a process of its own: oidc-provider with its own sign-in page, which takes any name and any password. */
import { spawn } from 'node:child_process';

/** Who can sign in there: name → what the provider says of them. */
export type People = Record<string, { email?: string; email_verified?: boolean }>;

export interface ProviderProcess {
  /** the issuer */
  url: string;
  clientId: string;
  clientSecret: string;
  /** the settings of a server that signs in with it */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Sends people back to any address on this machine. @throws Error with what it printed, where it ends instead */
export function runProvider(people: People): Promise<ProviderProcess> {
  const [clientId, clientSecret] = ['reelbase', 'a-secret-of-the-tests-only'];
  const settings = JSON.stringify({ people, clientId, clientSecret });
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/network/provider-process.ts', settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /provider at (http:\S+)/.exec(output)?.[1];
      if (!url) return;
      const env = { OIDC_URL: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: 'Example Directory' };
      const stop = () => {
        child.kill('SIGKILL');
        return ended;
      };
      resolve({ url, clientId, clientSecret, env, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`the provider ended: ${output}`)));
  });
}

/** A browser as far as a sign-in needs one: cookies by host and port, redirections, and the provider's form filled in. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Follows what the address answers until a page stands; `stop` is asked before each step on. */
  async go(address: string, init: RequestInit = {}, stop: (address: URL) => boolean = () => false): Promise<{ address: URL; answer: Response }> {
    let at = new URL(address);
    let asked = init;
    for (let steps = 0; steps < 20; steps += 1) {
      const jar = this.#jar(at);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { ...asked, redirect: 'manual', headers: { ...(asked.headers as Record<string, string>), cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      const on = answer.headers.get('location');
      if (!on) return { address: at, answer };
      const next = new URL(on, at);
      if (stop(next)) return { address: next, answer };
      [at, asked] = [next, {}];
    }
    throw new Error(`no end of redirections at ${at.href}`);
  }

  /** From our start, by the provider's form (sign-in, then consent), to where its last redirection leads. */
  async signIn(start: string, name: string, stop?: (address: URL) => boolean): Promise<{ address: URL; answer: Response }> {
    let page = await this.go(start, {}, stop);
    for (let forms = 0; forms < 2; forms += 1) {
      const html = await page.answer.clone().text();
      const action = /<form[^>]+action="([^"]+)"/.exec(html)?.[1];
      if (!action) return page;
      const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1] ?? '';
      const fields = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: name, password: 'any' }) });
      page = await this.go(new URL(action, page.address).href, { method: 'POST', body: fields }, stop);
    }
    return page;
  }

  cookies(address: string): string {
    return [...this.#jar(new URL(address))].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #jar({ host }: URL): Map<string, string> {
    const known = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, known);
    return known;
  }
}
