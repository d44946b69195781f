import { GROUPS, SETTINGS, type Setting } from './settings.ts';

/** The text of `docs/settings.md`. */
export function settingsPage(): string {
  const all: [string, Setting][] = Object.entries(SETTINGS);
  const groups = GROUPS.map((group) => {
    const settings = all.filter(([, setting]) => setting.group === group);
    return [`## ${group}`, ...settings.map(sectionOf)].join('\n\n');
  });
  return [INTRODUCTION, ...groups].join('\n\n') + '\n';
}

const INTRODUCTION = `# Settings

The server reads its settings from the environment when it starts. A wrong value or an unknown \`LIGHTSHIP_…\` name stops the start with a
line that names it.

This page is made from \`src/server/config/settings.ts\`. To update it, run
\`npx vitest run -c config/vitest.config.ts --project server src/server/config -u\`.`;

function sectionOf([name, setting]: [string, Setting]): string {
  const heading = setting.kind === 'secret' ? `\`${name}\`, or \`${name}_FILE\` for a file that holds it` : `\`${name}\``;
  return `### ${heading}\n\n${setting.about}\n\n${valuesOf(setting)}`;
}

function valuesOf(setting: Setting): string {
  if (setting.kind === 'number') return `${defaultOf(setting)} From ${setting.least} to ${setting.most}.`;
  if (setting.kind === 'choice')
    return `Default: \`${setting.default}\`. One of ${setting.values.map((value) => `\`${value}\``).join(', ')}.`;
  return defaultOf(setting);
}

function defaultOf(setting: Exclude<Setting, { kind: 'choice' }>): string {
  if (setting.default !== '') return `Default: \`${setting.default}\`.`;
  return setting.without === undefined ? 'Not set by default.' : `Not set by default: ${setting.without}.`;
}
