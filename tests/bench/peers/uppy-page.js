/**
 * A page with Uppy and its Golden Retriever, as its documentation sets them up. `?uncapped` lifts the limits of its store (300 MiB in all,
 * 10 MiB a file), so that its speed can be measured with files that it would otherwise leave out.
 */
import Uppy from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';

const isUncapped = new URLSearchParams(location.search).has('uncapped');
const limits = isUncapped ? { indexedDB: { maxFileSize: 2e9, maxTotalSize: 2e9 } } : {};
/** When each blob was committed, ms. Only watched while speed is measured. */
const committedMs = [];
let givenMs = 0;
if (isUncapped) watchCommits();

const uppy = new Uppy({ id: 'bench', autoProceed: false });
const restored = new Promise((resolve) => uppy.on('restored', resolve));
uppy.use(GoldenRetriever, limits);

const input = document.querySelector('input');
input.addEventListener('change', () => {
  givenMs = performance.now();
  uppy.addFiles([...input.files].map((file) => ({ name: file.name, type: 'application/dicom', data: file })));
});

/** Files that it shows: it tells of none whether its bytes are kept. */
export function claimed() {
  return uppy.getFiles().length;
}

/** After a start on a profile that has been used. Where it finds nothing to bring back it says nothing: 15 s are waited. */
export async function readBack() {
  await Promise.race([restored, new Promise((resolve) => setTimeout(resolve, 15_000))]);
  const back = [];
  for (const { name, data, isGhost } of uppy.getFiles()) {
    const bytes = isGhost || !data?.size ? null : await data.arrayBuffer().catch(() => null);
    if (bytes !== null) back.push({ name, sha256: hex(await crypto.subtle.digest('SHA-256', bytes)) });
  }
  return { listed: uppy.getFiles().map(({ name }) => name), back };
}

/** Seconds from the choice to the first and to the last commit; null while there are fewer than `files`. */
export function stagedSeconds(files) {
  if (committedMs.length < files) return null;
  return { first: (committedMs[0] - givenMs) / 1000, all: (committedMs.at(-1) - givenMs) / 1000 };
}

function watchCommits() {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function addWatched(...row) {
    this.transaction.addEventListener('complete', () => committedMs.push(performance.now()));
    return add.apply(this, row);
  };
}

function hex(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
