import { FIRST_ACQUISITIONS } from '#contract/acquisitions.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import type { Series, StudyDetail } from '#contract/study-detail.ts';

export type SuitedSeries = Pick<Series, 'modalityCode' | 'acquisition_code' | 'seriesDescription'>;

/**
 * The series that a model reads when it runs on one of a study by itself on a device, in the order of its channels: that series, then the first of the study with the
 * acquisition that the manifest names. Null: it does not run there, or the study has no such series.
 */
export function channelsFor<S extends SuitedSeries>(
  model: Pick<RunnableModel, 'version' | 'rules'>,
  series: S,
  { study, all }: { study: Pick<StudyDetail, 'bodyPart'>; all: readonly S[] },
): S[] | null {
  if (!suitsSeries(model, series, study)) return null;
  const [, ...further] = model.version.manifest.channels;
  // What is one of the further channels is not the first one as well.
  if (further.some(({ acquisition }) => acquisition !== null && acquisition === series.acquisition_code)) return null;
  const found = further.map(({ acquisition }) => all.find((one) => acquisition !== null && one.acquisition_code === acquisition));
  return found.every((one) => one !== undefined) ? [series, ...found] : null;
}

/**
 * Whether a model runs on a series by itself on a device, as its first channel. By the rules that name it, as on the server after a conversion; a model without a
 * rule runs where its manifest names the acquisition of the series.
 */
function suitsSeries(
  { version, rules }: Pick<RunnableModel, 'version' | 'rules'>,
  series: SuitedSeries,
  { bodyPart }: Pick<StudyDetail, 'bodyPart'>,
): boolean {
  const { channels } = version.manifest;
  if (version.state !== 'ready' || version.manifest.clicks === true) return false;
  const { modalityCode: modality, acquisition_code: acquisition, seriesDescription } = series;
  const texts = `${bodyPart?.slug ?? ''} ${seriesDescription}`.toLowerCase();
  if (rules.length > 0)
    return rules.some(
      (rule) =>
        rule.on &&
        rule.modality === modality &&
        (rule.acquisition === '' || rule.acquisition === acquisition) &&
        texts.includes(rule.body_part.toLowerCase()),
    );
  const wanted = channels[0]!.acquisition;
  return (
    wanted !== null && wanted === acquisition && FIRST_ACQUISITIONS.some((each) => each.code === acquisition && each.modality === modality)
  );
}

/** Channels of the clicks and of the mask so far. */
const OF_CLICKS = 3;

/**
 * Whether a model corrects a series by clicks: it takes one image besides them, and what the series was recognised as is what the model asks for, if it
 * asks.
 */
export function correctsSeries({ version }: Pick<RunnableModel, 'version'>, acquisition: string | null): boolean {
  const { manifest, state } = version;
  if (manifest.clicks !== true || state !== 'ready' || manifest.channels.length !== OF_CLICKS + 1) return false;
  const wanted = manifest.channels[0]!.acquisition;
  return wanted === null || wanted === acquisition;
}

/** The models that propose on a series of a study by themselves, and those that correct it by clicks. */
export function modelsForStudy(
  models: readonly RunnableModel[],
  series: readonly SuitedSeries[],
  study: Pick<StudyDetail, 'bodyPart'>,
): RunnableModel[] {
  return models.filter((model) =>
    series.some((one) => channelsFor(model, one, { study, all: series }) !== null || correctsSeries(model, one.acquisition_code)),
  );
}
