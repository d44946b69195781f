import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { diceOf, FOREGROUND, meanDice, measuredCases, notUseful, type MeanDice } from '#model/ai/held-out.ts';
import {
  channelsText,
  diceText,
  fileText,
  intervalText,
  millimetresText,
  patchText,
  patientsText,
  promotedText,
  rangeText,
  USEFUL_WORDS,
  versionText,
} from './texts.ts';

/** Everything that is known of a version, as Markdown, with the data that it learned from. `training`: null if none made it, or it is not known here. */
export function modelCard(model: AiModelDetail, version: AiModelVersion, training: AiTrainingDetail | null): string {
  const blocks = [
    `# ${model.name}, ${versionText(version.number)}`,
    '**Not for diagnosis.** Results are proposals until a person accepts them.',
    model.description,
    list([
      ['Code', model.code],
      ['Structure', model.structure_name],
      ['Segments', model.segments.map(({ title, value }) => `${title} (${value})`).join(', ')],
      ['Team', model.team_name],
      ['Made by', model.user_name],
      [
        'Version',
        `${versionText(version.number)} of ${version.created_at} UTC${version.created_by === null ? '' : ` by ${version.created_by}`}`,
      ],
      ['State', stateOf(model, version)],
      ['SHA-256', version.sha256],
    ]),
    '## What it needs',
    needs(version),
    '## How well it does',
    quality(model, version),
    '## What it learned from',
    data(version, training),
    '## How it was trained',
    trained(version, training),
    '## In use',
    used(model),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function stateOf({ promoted }: AiModelDetail, { uuid, state, reason }: AiModelVersion): string {
  if (state === 'withdrawn') return `withdrawn: ${reason ?? ''}`;
  return promoted?.version === uuid ? promotedText(promoted) : 'not promoted';
}

function needs({ manifest, size }: AiModelVersion): string {
  return list([
    ['Channels', channelsText(manifest.channels)],
    ['Spacing', millimetresText(manifest.spacing)],
    ['Patch', patchText(manifest)],
    ['File', fileText(manifest.engine, size)],
  ]);
}

function quality({ segments }: AiModelDetail, { report }: AiModelVersion): string {
  const useless = notUseful(report);
  const warning = useless === null ? '' : `**Not useful yet.** ${USEFUL_WORDS[useless]}\n\n`;
  if (report === null) return warning.trim();
  const { part, cases } = measuredCases(report);
  const rows = [...segments.map(({ title, value }) => [title, String(value)] as const), ['Whole', FOREGROUND] as const];
  const lines = rows.map(([title, key]) => `| ${title} | ${figure(meanDice(diceOf(cases, key)))} |`);
  return `${warning}Dice on ${patientsText(cases.length)} that it did not learn from (${part === 'test' ? 'test part' : 'validation part, which also chose the settings'}).

| Segment | Mean | 95 % interval | Patients |
| --- | --- | --- | --- |
${lines.join('\n')}`;
}

const figure = (of: MeanDice | null): string =>
  of === null ? '– | – | 0' : `${diceText(of.mean)} | ${intervalText(of) || '–'} | ${of.patients}`;

function data({ manifest: { trainedOn: on }, dataset }: AiModelVersion, training: AiTrainingDetail | null): string {
  const { cases } = training ?? {};
  const rows: [string, string][] = [
    ...(dataset !== null ? [['Dataset', `${dataset.name}, version ${dataset.version}`] as [string, string]] : []),
    ...(cases
      ? [
          [
            'Cases',
            `${cases.train} to learn from, ${cases.validation} for validation, ${cases.test} for test, ${cases.withdrawn} withdrawn since`,
          ] as [string, string],
        ]
      : []),
    ...(on === null
      ? []
      : ([
          ['Patients', String(on.patients)],
          ['Spacing', rangeText(on.spacing)],
          ['Extent', rangeText(on.extent)],
        ] as [string, string][])),
  ];
  return rows.length === 0 ? 'Not known here.' : list(rows);
}

function trained({ report }: AiModelVersion, training: AiTrainingDetail | null): string {
  if (report === null) return 'Not known here.';
  return list([
    ['Engine', report.engine],
    ['Seed', String(report.seed)],
    ['Seconds', String(Math.round(report.seconds))],
    ...(training === null ? [] : ([['Training', `#${training.id}`]] as [string, string][])),
    ...Object.entries(report.settings).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]);
}

const used = ({ used: { proposed, accepted, corrected, refused } }: AiModelDetail): string =>
  proposed === 0
    ? 'Nothing was proposed by the promoted version yet.'
    : list([
        ['Proposed segments', String(proposed)],
        ['Accepted', String(accepted)],
        ['Corrected', String(corrected)],
        ['Refused', String(refused)],
      ]);

const list = (rows: readonly (readonly [string, string])[]): string => rows.map(([name, value]) => `- ${name}: ${value}`).join('\n');
