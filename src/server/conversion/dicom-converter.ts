import { createMemorySource } from '#imaging/byte-source.ts';
import { marked } from '#language/t.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import { tooLargeToConvert, type Conversion, type Converter, type ConverterFile, type SeriesToConvert } from './converter.ts';
import { createDcm2niix } from './dcm2niix.ts';
import { failureSentence } from './failure-sentence.ts';
import type { BeginAnswer, FramesRun, Given, PlainFilesAnswer, VolumeAnswer } from './frames-run.ts';
import { isPile, withMissingSlices } from './missing-slices.ts';

const FRAMES_MAX_MS = 10 * 60_000;
const WORKER = new URL('./frames.worker.ts', import.meta.url);

/** Stored with a volume that dcm2niix did not make. */
const FRAMES_NAME = 'Lightship, frames along z';

/**
 * A DICOM series is converted by dcm2niix, the field's reference converter, or by our own writer of frames; see `ConversionPlan` for their order. A
 * crash or timeout of dcm2niix counts as no volume. If neither makes one, the reason comes from our own reader, which knows the files best.
 */
export function createDicomConverter({
  dcm2niix = createDcm2niix(),
  maxMs = FRAMES_MAX_MS,
  worker = WORKER,
}: { dcm2niix?: Converter; maxMs?: number; worker?: URL } = {}): Converter {
  const { name, maxInputBytes } = dcm2niix;
  return {
    name,
    maxInputBytes,

    async convert({ files, ...whose }, signal) {
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (bytes > maxInputBytes) return { ok: false, why: tooLargeToConvert(bytes, maxInputBytes) };
      const sources = files.map((file) => createMemorySource(file.bytes));
      const ask: Ask = (what) => {
        const input: FramesRun = { ask: what, maxBytes: maxInputBytes };
        return runInProcess(worker, { input, files: sources, signal, maxMs, ...whose });
      };
      const byDcm2niix = (given: Given) => async (series: ConverterFile[]) => {
        const conversion = await unbroken(dcm2niix, { files: series, ...whose }, signal);
        return conversion && !isPile(conversion, given) ? withMissingSlices(conversion, given) : null;
      };
      const begun = await ask<BeginAnswer>('begin');
      if (begun === 'endless') return ENDLESS;
      const conversion = await convertBy(begun);
      return conversion.ok || !begun.isWithoutImages ? conversion : NO_VOLUME;

      async function convertBy(plan: BeginAnswer): Promise<Conversion> {
        switch (plan.first) {
          case 'none':
            return { ok: false, why: failureSentence({ ok: false, why: 'no-pixel-data' }) };
          case 'frames': {
            const frames = framesConversion(plan.volume);
            return frames.ok ? frames : ((await unbroken(dcm2niix, { files, ...whose }, signal)) ?? frames);
          }
          case 'plain': {
            const ofPlain = await ofPlainFiles(plan.plain, byDcm2niix(plan.given));
            return ofPlain ?? framesConversion(await ask<VolumeAnswer>('volume'));
          }
          case 'as-sent': {
            const asSent = await byDcm2niix(plan.given)(files);
            if (asSent) return asSent;
            const plain = plan.mayRewrite ? await ask<PlainFilesAnswer>('plain-files') : null;
            const ofPlain = plain && (await ofPlainFiles(plain, byDcm2niix(plan.given)));
            return ofPlain ?? framesConversion(await ask<VolumeAnswer>('volume'));
          }
        }
      }
    },
  };
}

/** Reports, structure sets and the like are whole as they are. */
const NO_VOLUME: Conversion = { ok: true, volumes: [] };

type Ask = <Answer>(what: FramesRun['ask']) => Promise<Answer | 'endless'>;

const ENDLESS = { ok: false, why: marked('The converter did not finish this series in time. Its files are stored unchanged.') } as const;

/**
 * Null if it made no volume. After a crash it is tried once more: the machine may have been the cause, and the next converter loses the positions
 * of slices.
 */
async function unbroken(dcm2niix: Converter, series: SeriesToConvert, signal: AbortSignal): Promise<Conversion | null> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const conversion = await dcm2niix.convert(series, signal);
      return conversion.ok ? conversion : null;
    } catch {
      signal.throwIfAborted();
    }
  }
  return null;
}

async function ofPlainFiles(
  plain: PlainFilesAnswer | 'endless',
  byDcm2niix: (files: ConverterFile[]) => Promise<Conversion | null>,
): Promise<Conversion | null> {
  if (plain === 'endless' || !plain.ok) return null;
  return byDcm2niix(plain.files.map((bytes) => ({ name: '', bytes })));
}

function framesConversion(volume: VolumeAnswer | 'endless'): Conversion {
  if (volume === 'endless') return ENDLESS;
  if (!volume.ok) return { ok: false, why: failureSentence(volume.refusal) };
  const { name, bytes, sidecar } = volume;
  return { ok: true, volumes: [{ name, bytes, sidecar }], madeBy: FRAMES_NAME };
}
