/**
 * Sends the files of a folder one by one to upload-server.js: node link-client.js ORIGIN FOLDER tus|put LANES SECONDS. After SECONDS no further file
 * is begun. Prints what was sent, and how long it took until the last of it was answered.
 */
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import * as tus from 'tus-js-client';

const [origin, folder, how, lanes, seconds] = process.argv.slice(2);
const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
const agent = new Agent({ keepAlive: true, maxSockets: Number(lanes) });

function put(bytes) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Length': bytes.length };
    const asking = request(`${origin}/plain/body`, { method: 'PUT', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`PUT was answered with ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    asking.on('error', reject);
    asking.end(bytes);
  });
}

function sendByTus(bytes) {
  return new Promise((resolve, reject) => {
    const httpStack = new tus.DefaultHttpStack({ agent });
    new tus.Upload(bytes, { endpoint: `${origin}/plain/tus`, httpStack, onSuccess: resolve, onError: reject }).start();
  });
}

const walk = files.values();
const startedMs = performance.now();
let sent = 0;
async function lane() {
  for (const bytes of walk) {
    if (performance.now() - startedMs > seconds * 1000) return;
    await (how === 'tus' ? sendByTus(bytes) : put(bytes));
    sent += bytes.length;
  }
}
await Promise.all(Array.from({ length: Number(lanes) }, lane));
console.log(JSON.stringify({ bytes: sent, seconds: (performance.now() - startedMs) / 1000 }));
agent.destroy();
