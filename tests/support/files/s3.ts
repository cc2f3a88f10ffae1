/** A small S3-compatible store in memory: what the SDK really sends is parsed here, its signature's shape included, and can be looked at afterwards. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface TestS3 {
  /** STORAGE_URL of its one bucket */
  url: string;
  /** 'PUT name', 'GET name bytes=0-3' … in the order they came */
  requests: string[];
  /** key → bytes */
  objects: Map<string, { bytes: Buffer; at: Date }>;
  /** keys that the listing does not show yet, as where a node of the store was away */
  unlisted: Set<string>;
  /** begun upload → its parts by number */
  uploads: Map<string, Map<number, Buffer>>;
  /** called when a file has come and before it is answered for */
  onPut: ((key: string) => Promise<void>) | undefined;
  /** takes connections and never says anything; sends half of each body and then nothing; takes about 1 MB of a file a second */
  fault: 'mute' | 'half' | 'slow' | undefined;
  /** of pages whose scripts may read files: the bucket's CORS rule, which it has none of at first */
  readers: string[];
  stop(): Promise<void>;
}

const bucket = 'reels';
const key = 'test-key';
type Store = Pick<TestS3, 'objects' | 'unlisted' | 'requests' | 'onPut' | 'fault' | 'uploads' | 'readers'>;
/** Names in one page of a listing: small, so that listings have several. */
const pageSize = 3;

export async function startS3(): Promise<TestS3> {
  const objects: TestS3['objects'] = new Map();
  const requests: string[] = [];
  const store: Store = { objects, unlisted: new Set(), requests, onPut: undefined, fault: undefined, uploads: new Map(), readers: [] };
  const server = createServer((req, res) => {
    answer(req, res, store).catch((error) => {
      res.statusCode = 500;
      res.end(String(error));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo; // listens on TCP
  return Object.assign(store, {
    url: `s3://${key}:not%2Fsecret@${bucket}/films?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=eu-west-1`,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  });
}

async function answer(req: IncomingMessage, res: ServerResponse, store: Store): Promise<void> {
  if (store.fault === 'mute') return; // the socket stands, its bytes are not even read
  const { objects, requests } = store;
  const address = new URL(req.url ?? '', 'http://store');
  const [, asked, ...rest] = address.pathname.split('/');
  const name = decodeURIComponent(rest.join('/'));
  const { range, authorization = '' } = req.headers;
  const isPresigned = req.method === 'GET' && address.searchParams.has('X-Amz-Signature');
  requests.push([req.method, name, range].filter(Boolean).join(' '));
  const { origin = '' } = req.headers;
  if (store.readers.includes(origin)) res.setHeader('Access-Control-Allow-Origin', origin);
  if (req.method === 'OPTIONS') return answerPreflight(req, res, store.readers.includes(origin));
  if (
    !(isPresigned && isOpen(address.searchParams)) &&
    !new RegExp(`^AWS4-HMAC-SHA256 Credential=${key}/\\d{8}/eu-west-1/s3/aws4_request, SignedHeaders=[^,]*host[^,]*, Signature=[0-9a-f]{64}$`).test(
      authorization,
    )
  )
    return fault(res, 403, 'AccessDenied');
  if (asked !== bucket) return fault(res, 404, 'NoSuchBucket');
  const query = address.searchParams;
  if (query.has('uploads') || query.has('uploadId')) return answerParts(req, res, store, name, query);
  if (req.method === 'PUT') {
    const bytes = await bodyOf(req, store.fault === 'slow' ? 70 : 0);
    objects.set(name, { bytes, at: new Date() });
    await store.onPut?.(name);
    res.setHeader('ETag', `"${createHash('md5').update(bytes).digest('hex')}"`);
    res.end();
    return;
  }
  if (req.method === 'DELETE') {
    objects.delete(name);
    res.statusCode = 204;
    res.end();
    return;
  }
  if (name === '') return req.method === 'HEAD' ? void res.end() : list(res, address.searchParams, store);
  const found = objects.get(name);
  if (!found) return fault(res, 404, 'NoSuchKey');
  for (const [name, header] of Object.entries({ 'response-content-type': 'Content-Type', 'response-content-disposition': 'Content-Disposition' }))
    if (query.has(name)) res.setHeader(header, query.get(name) ?? '');
  const part = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  const end = part?.[2] ? Number(part[2]) : found.bytes.length - 1;
  const bytes = part ? found.bytes.subarray(Number(part[1]), end + 1) : found.bytes;
  if (part) res.writeHead(206, { 'Content-Length': bytes.length, 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${part[1]}-${end}/${found.bytes.length}` });
  else res.setHeader('Last-Modified', found.at.toUTCString());
  if (!res.headersSent) res.setHeader('Content-Length', bytes.length);
  if (store.fault === 'half' && req.method === 'GET') res.write(bytes.subarray(0, bytes.length / 2));
  else res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** As a bucket whose rule allows GET with a range. */
function answerPreflight(req: IncomingMessage, res: ServerResponse, isReader: boolean): void {
  const asked = [req.headers['access-control-request-method'], req.headers['access-control-request-headers']];
  if (isReader && asked.join(' ') === 'GET range')
    res.writeHead(200, { 'Access-Control-Allow-Methods': 'GET, HEAD', 'Access-Control-Allow-Headers': 'range' }).end();
  else fault(res, 403, 'AccessForbidden');
}

/** An address that was signed for a while, by our key, and still is. */
function isOpen(query: URLSearchParams): boolean {
  const [, year, month, date, time] = /^(\d{4})(\d\d)(\d\d)T(\d{6})Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const at = Date.parse(`${year}-${month}-${date}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  const isOurs = query.get('X-Amz-Credential') === `${key}/${year}${month}${date}/eu-west-1/s3/aws4_request`;
  return isOurs && /^[0-9a-f]{64}$/.test(query.get('X-Amz-Signature') ?? '') && Date.now() < at + Number(query.get('X-Amz-Expires')) * 1000;
}

/** A file that comes in parts: begun, sent, and put together or given up. */
async function answerParts(req: IncomingMessage, res: ServerResponse, { uploads, objects }: Store, name: string, query: URLSearchParams): Promise<void> {
  const id = query.get('uploadId') ?? `upload-${uploads.size + 1}`;
  if (req.method === 'POST' && query.has('uploads')) {
    uploads.set(id, new Map());
    return void res.end(`<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const parts = uploads.get(id);
  if (!parts) return fault(res, 404, 'NoSuchUpload');
  if (req.method === 'PUT') {
    const bytes = await bodyOf(req, 0);
    parts.set(Number(query.get('partNumber')), bytes);
    res.setHeader('ETag', `"${createHash('md5').update(bytes).digest('hex')}"`);
    return void res.end();
  }
  if (req.method === 'POST') {
    const wanted = [...(await bodyOf(req, 0)).toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, part]) => parts.get(Number(part)));
    objects.set(name, { bytes: Buffer.concat(wanted.flatMap((part) => part ?? [])), at: new Date() });
    res.end('<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
  } else res.writeHead(204).end();
  uploads.delete(id);
}

/** Plain, or in the chunks that carry their own signatures; `pause`: ms after each piece. */
async function bodyOf(req: IncomingMessage, pause: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of req) {
    pieces.push(piece as Buffer);
    if (pause) await wait(pause);
  }
  const whole = Buffer.concat(pieces);
  if (!String(req.headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')) return whole;
  const parts: Buffer[] = [];
  for (let at = 0; at < whole.length; ) {
    const end = whole.indexOf('\r\n', at);
    const size = Number.parseInt(whole.subarray(at, end).toString('latin1'), 16);
    if (!size) break;
    parts.push(whole.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

function list(res: ServerResponse, query: URLSearchParams, { objects, unlisted }: Pick<TestS3, 'objects' | 'unlisted'>): void {
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after && !unlisted.has(name)).sort();
  const page = names.slice(0, pageSize);
  const entries = page.map((name) => {
    const { bytes, at } = objects.get(name)!; // a key of it
    return `<Contents><Key>${name}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`;
  });
  const more = names.length > page.length;
  res.setHeader('Content-Type', 'application/xml');
  res.end(
    `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${entries.join('')}</ListBucketResult>`,
  );
}

function fault(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { 'Content-Type': 'application/xml' });
  res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
