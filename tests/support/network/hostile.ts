/** Requests that no client of ours sends: broken, oversized, cut off, aborted; written onto the wire by hand. */
import { connect } from 'node:net';

export interface Shot {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string | number>;
  body?: string | Buffer;
  /** what the sender does after the last byte: waits for the answer, says that nothing follows, or is gone at once */
  after: 'wait' | 'end' | 'destroy';
}

/** ms after which an unanswered shot is given up: a request that says it is longer waits for its rest, as it may */
const patience = 1_000;

/** The status of what is answered; undefined for a line that just ends, or one that waits for more. */
export function shoot(url: string, { method, path, headers, body = '', after }: Shot): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let said = '';
    const finish = () => {
      clearTimeout(late);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1];
      resolve(status === undefined ? undefined : Number(status));
    };
    const late = setTimeout(finish, patience);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('end', finish);
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
      if (said.includes('\r\n\r\n')) finish();
    });
    const head = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
    socket.write(body, () => {
      if (after === 'end') socket.end();
      if (after === 'destroy') {
        clearTimeout(late);
        socket.resetAndDestroy();
        resolve(undefined);
      }
    });
  });
}

const oddParts = ['%00', '%ff', '__proto__', 'constructor', 'x'.repeat(2_000), "'%22%3C%F0%A0%AE%B7"];
const oddBodies = [
  'null',
  '[]',
  '{"a":',
  '{"__proto__":{"x":1},"constructor":{"name":1}}',
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  '{"id":{"a":[]},"ids":{"a":1},"filter":[1],"json":"\\u0000\\ud800","ver":1e400}',
  '{"id":{"toString":1},"to":{"toString":1},"ver":{"toString":1},"type":{"toString":1},"text":[{"toString":1}]}',
];
const oddQuery = 'range=[&sort={"a"&filter={"id":{"a":[null]},"q":5}&after=%00&fields=[1]&w=-1&since=1e9&lang=xx&lang=tw&campaign=%ff&format=x&ids=[[]]&mode=x';

/** The media type in which the route takes its bytes. */
function typeOf(route: string): string {
  if (route === 'POST /api/uploadFiles') return 'multipart/form-data; boundary=b';
  return /^PATCH .*\/uploads\/|\/import$|\/wishes(\/check)?$/.test(route) ? 'application/octet-stream' : 'application/json';
}

/** Everything that is fired at a route: `path` as a good request has it, `headers` of somebody who may do everything. */
export function shotsAt(route: string, path: string, headers: Record<string, string>): Shot[] {
  const [method = '', pattern = ''] = route.split(' ');
  const type = typeOf(route);
  const base = { method, path, headers: { ...headers, 'content-type': type } };
  const announced = (length: number) => ({ ...base.headers, 'content-length': length });
  const form = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\nhalf';
  const body = type.startsWith('multipart') ? form : '{"half":';
  const cut: Shot[] = [
    { ...base, name: 'truncated', headers: announced(1_000), body, after: 'end' },
    { ...base, name: 'aborted', headers: announced(1_000), body, after: 'destroy' },
    { ...base, name: 'oversized', headers: announced(80_000_000), body: Buffer.alloc(70_000, 'x'), after: 'wait' },
    { ...base, name: 'longer than it says', headers: announced(4), body: 'null'.repeat(100), after: 'wait' },
    { ...base, name: 'no chunk', headers: { ...base.headers, 'transfer-encoding': 'chunked' }, body: 'zz\r\nnull\r\n', after: 'end' },
    {
      ...base,
      name: 'without end',
      headers: { ...base.headers, 'transfer-encoding': 'chunked' },
      body: `${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}`,
      after: 'end',
    },
    { ...base, name: 'nobody waits', headers: announced(body.length), body, after: 'destroy' },
  ];
  const odd: Shot[] =
    method === 'GET'
      ? [{ ...base, name: 'odd query', path: `${path.split('?')[0]}?${oddQuery}`, headers, after: 'wait' }]
      : [...(type === 'multipart/form-data; boundary=b' ? [form, `${form}\r\n--b--\r\n`, '--b--'] : oddBodies)].map((text) => ({
          ...base,
          name: `body ${text.slice(0, 30)}`,
          headers: announced(Buffer.byteLength(text)),
          body: text,
          after: 'wait' as const,
        }));
  const parts = pattern.includes(':')
    ? oddParts.map((part) => ({
        ...base,
        name: `part ${part.slice(0, 12)}`,
        path: pattern.replace(/:\w+/g, part),
        headers: announced(2),
        body: '{}',
        after: 'wait' as const,
      }))
    : [];
  return [...cut, ...odd, ...parts];
}
