/**
 * What the peers send to: node upload-server.js HOST FOLDER [SCRIPT]. Keeps what comes in FOLDER, serves a page with SCRIPT, prints its port when
 * it listens.
 *
 * Two ways to keep a file. `/plain/…` writes it, as a server does that nobody told more. `/proved/…` has the duties of ours: SHA-256 of what
 * came, and fsync, before the answer.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [host, folder, script] = process.argv.slice(2);

class ProvingStore extends FileStore {
  hashById = new Map();

  async write(body, id, offset) {
    if (offset === 0) this.hashById.set(id, createHash('sha256'));
    // It listens beside the write, so that the bytes are touched while they pass.
    body.on('data', (part) => this.hashById.get(id).update(part));
    const end = await super.write(body, id, offset);
    const file = await open(join(this.directory, id), 'r+');
    await file.sync();
    await file.close();
    return end;
  }
}

const tus = {
  plain: new Server({ path: '/plain/tus', datastore: new FileStore({ directory: folder }) }),
  proved: new Server({ path: '/proved/tus', datastore: new ProvingStore({ directory: folder }) }),
};

/** The body as it is, the frame of its form around it: not even a parser makes the peer slower. */
async function keepBody(request, response, isProved) {
  const hash = createHash('sha256');
  if (isProved) request.on('data', (part) => hash.update(part));
  // `flush`: fsync before it is closed.
  await pipeline(request, createWriteStream(join(folder, randomUUID()), { flush: isProved }));
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ url: '/', sha256: isProved ? hash.digest('hex') : null }));
}

const server = createServer((request, response) => {
  const [, way, how] = new URL(request.url, 'http://localhost').pathname.split('/');
  if (how === 'tus') return tus[way].handle(request, response);
  if (how === 'body') return keepBody(request, response, way === 'proved');
  response.setHeader('Content-Type', way === 'page.js' ? 'text/javascript' : 'text/html');
  if (way === 'page.js') return createReadStream(script).pipe(response);
  return response.end('<!doctype html><input type="file" webkitdirectory><script src="/page.js"></script>');
});
server.listen(0, host, () => console.log(server.address().port));
