/**
 * Only one process at a time changes the checkout (install, build). The lock is a file with the owner's process ID. A lock whose owner is gone is
 * taken over. Plain JavaScript for Node 18 and later, because it runs before anything newer is installed.
 */
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 100;

export async function withCheckoutLock(file, work) {
  await takeLock(file);
  try {
    return await work();
  } finally {
    await unlink(file).catch(ignoreMissing);
  }
}

async function takeLock(file) {
  for (;;) {
    if (await tryLock(file)) return;
    const owner = await readOwner(file);
    if (owner !== null && !isAlive(owner)) await removeStaleLock(file, owner);
    else await pause(POLL_MS);
  }
}

/** A link is created atomically, so a lock is never read without its owner. */
async function tryLock(file) {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(draft, String(process.pid));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft).catch(ignoreMissing);
  }
}

/** Two processes that find the same stale lock must not remove the new lock of the other: it is renamed first, then checked. */
async function removeStaleLock(file, deadOwner) {
  const aside = `${file}.${process.pid}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    return ignoreMissing(error);
  }
  if ((await readOwner(aside)) !== deadOwner) await link(aside, file).catch(() => undefined);
  await unlink(aside).catch(ignoreMissing);
}

async function readOwner(file) {
  try {
    return Number(await readFile(file, 'utf8'));
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return error.code === 'EPERM';
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
