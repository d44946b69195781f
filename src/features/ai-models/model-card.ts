import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { t } from '#language/t.ts';
import { diceOf, FOREGROUND, meanDice, measuredCases, notUseful, type MeanDice } from '#model/ai/held-out.ts';
import {
  channelsText,
  diceText,
  fileText,
  intervalText,
  millimetresText,
  patchText,
  promotedText,
  rangeText,
  USEFUL_WORDS,
  versionText,
} from './texts.ts';

/** Everything that is known of a version, as Markdown, with the data that it learned from. `training`: null if none made it, or it is not known here. */
export function modelCard(model: AiModelDetail, version: AiModelVersion, training: AiTrainingDetail | null): string {
  const blocks = [
    `# ${model.name}, ${versionText(version.number)}`,
    `**${t('Not for diagnosis.')}** ${t('Results are proposals until a person accepts them.')}`,
    model.description,
    list([
      [t('Code'), model.code],
      [t('Structure'), model.structure_name],
      [t('Segments'), model.segments.map(({ title, value }) => `${title} (${value})`).join(', ')],
      [t('Team'), model.team_name],
      [t('Made by'), model.user_name],
      [t('Version'), versionOf(version)],
      [t('State'), stateOf(model, version)],
      ['SHA-256', version.sha256],
    ]),
    `## ${t('What it needs')}`,
    needs(version),
    `## ${t('How well it does')}`,
    quality(model, version),
    `## ${t('What it learned from')}`,
    data(version, training),
    `## ${t('How it was trained')}`,
    trained(version, training),
    `## ${t('In use')}`,
    used(model),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function versionOf({ number, created_at: date, created_by: name }: AiModelVersion): string {
  const version = versionText(number);
  return name === null ? t('{version} of {date} UTC', { version, date }) : t('{version} of {date} UTC by {name}', { version, date, name });
}

function stateOf({ promoted }: AiModelDetail, { uuid, state, reason }: AiModelVersion): string {
  if (state === 'withdrawn') return t('withdrawn: {reason}', { reason: reason ?? '' });
  return promoted?.version === uuid ? promotedText(promoted) : t('not promoted');
}

function needs({ manifest, size }: AiModelVersion): string {
  return list([
    [t('Channels'), channelsText(manifest.channels)],
    [t('Spacing'), millimetresText(manifest.spacing)],
    [t('Patch'), patchText(manifest)],
    [t('File'), fileText(manifest.engine, size)],
  ]);
}

function quality({ segments }: AiModelDetail, { report }: AiModelVersion): string {
  const useless = notUseful(report);
  const warning = useless === null ? '' : `**${t('Not useful yet.')}** ${USEFUL_WORDS[useless]}\n\n`;
  if (report === null) return warning.trim();
  const { part, cases } = measuredCases(report);
  const rows = [...segments.map(({ title, value }) => [title, String(value)] as const), [t('Whole'), FOREGROUND] as const];
  const lines = rows.map(([title, key]) => `| ${title} | ${figure(meanDice(diceOf(cases, key)))} |`);
  const measured = t(
    'Dice on {patients, plural, one {# patient} other {# patients}} that it did not learn from ({part, select, test {test part} other {validation part, which also chose the settings}}).',
    { patients: cases.length, part },
  );
  return `${warning}${measured}

| ${[t('Segment'), t('Mean'), t('95 % interval'), t('Patients')].join(' | ')} |
| --- | --- | --- | --- |
${lines.join('\n')}`;
}

const figure = (of: MeanDice | null): string =>
  of === null ? '– | – | 0' : `${diceText(of.mean)} | ${intervalText(of) || '–'} | ${of.patients}`;

function data({ manifest: { trainedOn: on }, dataset }: AiModelVersion, training: AiTrainingDetail | null): string {
  const { cases } = training ?? {};
  const rows: [string, string][] = [
    ...(dataset !== null
      ? [[t('Dataset'), t('{name}, version {version}', { name: dataset.name, version: dataset.version })] as [string, string]]
      : []),
    ...(cases
      ? [
          [
            t('Cases'),
            t('{train} to learn from, {validation} for validation, {test} for test, {withdrawn} withdrawn since', {
              train: cases.train,
              validation: cases.validation,
              test: cases.test,
              withdrawn: cases.withdrawn,
            }),
          ] as [string, string],
        ]
      : []),
    ...(on === null
      ? []
      : ([
          [t('Patients'), String(on.patients)],
          [t('Spacing'), rangeText(on.spacing)],
          [t('Extent'), rangeText(on.extent)],
        ] as [string, string][])),
  ];
  return rows.length === 0 ? t('Not known here.') : list(rows);
}

function trained({ report }: AiModelVersion, training: AiTrainingDetail | null): string {
  if (report === null) return t('Not known here.');
  return list([
    [t('Engine'), report.engine],
    [t('Seed'), String(report.seed)],
    [t('Seconds'), String(Math.round(report.seconds))],
    ...(training === null ? [] : ([[t('Training'), `#${training.id}`]] as [string, string][])),
    ...Object.entries(report.settings).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]);
}

const used = ({ used: { proposed, accepted, corrected, refused } }: AiModelDetail): string =>
  proposed === 0
    ? t('Nothing was proposed by the promoted version yet.')
    : list([
        [t('Proposed segments'), String(proposed)],
        [t('Accepted'), String(accepted)],
        [t('Corrected'), String(corrected)],
        [t('Refused'), String(refused)],
      ]);

const list = (rows: readonly (readonly [string, string])[]): string => rows.map(([name, value]) => `- ${name}: ${value}`).join('\n');
