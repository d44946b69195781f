/** A page that sends chosen files with Uppy, as its documentation sets it up: its own limits, nothing changed. The address says how and where to. */
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';
import XHRUpload from '@uppy/xhr-upload';

const query = new URLSearchParams(location.search);
const uppy = new Uppy({ id: 'bench', autoProceed: false });
uppy.use(query.get('with') === 'tus' ? Tus : XHRUpload, { endpoint: query.get('to') });

const input = document.querySelector('input');
input.addEventListener('change', () => {
  uppy.addFiles([...input.files].map((file) => ({ name: file.name, type: 'application/dicom', data: file })));
});

/** Everything that was chosen, until the last of it was answered. */
export async function send() {
  const startedMs = performance.now();
  const { successful, failed } = await uppy.upload();
  return { seconds: (performance.now() - startedMs) / 1000, sent: successful.length, failed: failed.length };
}
