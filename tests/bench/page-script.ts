import { build } from 'vite';
import { CHECKOUT } from '#commands/checkout.ts';

/** A module and all that it imports as one script, which leaves the module's exports in a global of that name. */
export async function bundleForPage(entry: string, globalName: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: CHECKOUT,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: globalName, fileName: globalName } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  if (script === undefined) throw new Error(`${entry} made no script`);
  // Said outright: an init script's own `var` stays in it.
  return `${script.code}\nglobalThis.${globalName} = ${globalName};`;
}

/** A page as modules, with its workers: by path, of which the entry is `/page.js`. */
export async function filesForPage(entry: string): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    root: CHECKOUT,
    logLevel: 'error',
    worker: { format: 'es' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: () => 'page.js' } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return new Map(outputs.map((output) => [`/${output.fileName}`, output.type === 'chunk' ? output.code : String(output.source)]));
}
