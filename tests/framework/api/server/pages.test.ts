import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPages } from '#framework/api/pages/built-pages.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

describe('the build’s pages and assets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-public-'));
  const publicDir = join(folder, 'public');
  let server: TestServer;

  beforeAll(async () => {
    mkdirSync(join(publicDir, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'outside.js'), 'secret');
    writeFileSync(join(publicDir, 'erp.html'), '<!doctype html><html><head><title>back office</title></head><body></body></html>');
    writeFileSync(join(publicDir, 'site.html'), '<!doctype html><html><head><title>campaign</title></head><body></body></html>');
    writeFileSync(join(publicDir, 'assets', 'main-abc.js'), 'console.log("main")');
    writeFileSync(join(publicDir, 'assets', 'main-abc.js.br'), brotliCompressSync('console.log("main")'));
    server = await startServer({ pages: await builtPages(publicDir) });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('R01 R10 the public site and the back office have pages of their own', async () => {
    const visitor = supertest(server.url);
    await visitor.get('/').expect(200, /campaign/);
    await visitor.get('/erp').expect(200, /back office/);
    // only by its route
    await visitor.get('/erp.html').expect(404);
  });

  it('assets are cached by the browser for good, compressed, and have their media type', async () => {
    const visitor = supertest(server.url);
    await visitor
      .get('/assets/main-abc.js')
      .expect(200, 'console.log("main")')
      .expect('content-type', 'text/javascript; charset=utf-8')
      .expect('cache-control', 'public, max-age=31536000, immutable')
      .expect('content-encoding', 'gzip')
      .expect('x-content-type-options', 'nosniff');
    await visitor.get('/assets/main-gone.js').expect(404);
    // Brotli where the build has made it and the visitor reads it.
    await visitor.get('/assets/main-abc.js').set('accept-encoding', 'gzip, br').expect(200, 'console.log("main")').expect('content-encoding', 'br');
    await visitor.get('/assets/main-abc.js.br').expect(404);
  });

  it('nothing outside of the folder can be read', async () => {
    for (const path of ['/../outside.js', '/assets/../../outside.js', '/%2e%2e/outside.js', '/assets/..%2f..%2foutside.js', '/assets/%00main-abc.js']) {
      const { status, text } = await raw(server.url, path);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(text, path).not.toContain('secret');
    }
  });

  it('an asset that a visitor had is still served after a newer build has removed its file', async () => {
    rmSync(join(publicDir, 'assets', 'main-abc.js'));
    await supertest(server.url).get('/assets/main-abc.js').expect(200, 'console.log("main")');
  });
});

/** fetch would normalise the path before sending it. */
function raw(url: string, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}
