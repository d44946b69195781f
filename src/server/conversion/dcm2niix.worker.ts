import { readFile } from 'node:fs/promises';
import type { ProcessWork } from '#server/process/process-messages.ts';
import { DCM2NIIX_ARGUMENTS, type CreateDcm2niix, type Dcm2niixModule, type Dcm2niixOutput, type Dcm2niixRun } from './dcm2niix-run.ts';
import { inflateDataset } from './inflate-dataset.ts';

/** Each conversion has a new WASM heap without data of the previous one; its memory is freed when the process ends. */
const answer: ProcessWork<Dcm2niixRun, Dcm2niixOutput> = async ({ maxInputBytes }, files) => {
  const [dcm2niix, ...deflated] = await Promise.all([createDcm2niix(), ...files.map((file) => file.read(0, file.size))]);
  return convert(dcm2niix, inflateDatasets(deflated, maxInputBytes));
};
export default answer;

/** The limit is for the whole series, so that many small files cannot inflate to more than one large file. */
function inflateDatasets(deflated: Uint8Array[], maxBytes: number): Uint8Array[] {
  let left = maxBytes;
  return deflated.map((file) => {
    const inflated = inflateDataset(file, Math.max(1, left));
    left -= inflated.length;
    return inflated;
  });
}

function convert(dcm2niix: Dcm2niixModule, inputs: Uint8Array[]): Dcm2niixOutput {
  dcm2niix.FS.mkdir('/in');
  dcm2niix.FS.mkdir('/out');
  // Our own names in the order of the series: a client's name never reaches the converter or its log.
  inputs.forEach((bytes, index) => dcm2niix.FS.writeFile(`/in/${String(index).padStart(6, '0')}.dcm`, bytes, { canOwn: true }));
  dcm2niix.callMain([...DCM2NIIX_ARGUMENTS]);
  const names = dcm2niix.FS.readdir('/out').filter((name) => name !== '.' && name !== '..');
  return { files: names.map((name) => takeOut(dcm2niix, name)) };
}

/** Removed as soon as it is read, so that a volume is not in memory twice. */
function takeOut(dcm2niix: Dcm2niixModule, name: string): Dcm2niixOutput['files'][number] {
  const bytes = dcm2niix.FS.readFile(`/out/${name}`);
  dcm2niix.FS.unlink(`/out/${name}`);
  return { name, bytes };
}

/** The `.jpeg` build reads JPEG 2000 and JPEG-LS; the package exports only a browser module from the same folder. */
const FOLDER = new URL('.', import.meta.resolve('@niivue/dcm2niix'));
/** Provided by the engine but missing in the server's types. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => object;
};

/** Compiled once: optimisations by the engine are kept for the next series. */
const compiled = readFile(new URL('dcm2niix.jpeg.wasm', FOLDER)).then((bytes) => WebAssembly.compile(bytes));

async function createDcm2niix(): Promise<Dcm2niixModule> {
  const { default: create } = (await import(new URL('dcm2niix.jpeg.js', FOLDER).href)) as { default: CreateDcm2niix };
  const module = await compiled;
  // Its output contains file and series names.
  const unheard = (): void => undefined;
  return create({
    instantiateWasm: (imports, receive) => receive(new WebAssembly.Instance(module, imports)),
    noInitialRun: true,
    print: unheard,
    printErr: unheard,
  });
}
