import type { FieldOf, FormCode, FormDefinition, FormField } from '#contract/forms.ts';

/** Examples that are copied into a project on request. */
export interface FormTemplate {
  title: string;
  definition: FormDefinition;
}

const COMMON = { hint: '', code: null, required: true, shownWhen: null } as const;
const option = (key: string, text = key) => ({ key, text, code: null });
const GRADES = ['1', '2', '3', '4', '5'].map((key) => option(key));

function choice(key: string, label: string, options: FieldOf<'choice'>['options'], more: Partial<FieldOf<'choice'>> = {}): FormField {
  return { ...COMMON, kind: 'choice', several: false, rule: null, ...{ key, label, options }, ...more };
}

const COMMENT: FormField = { ...COMMON, kind: 'text', key: 'comment', label: 'Comment', required: false };

/** Codes of this product: the sectors of PI-RADS v2.1 have no code each in SNOMED CT. */
const SECTORS: FormCode[] = [
  ...[
    ['base', 'Base'],
    ['mid', 'Mid'],
    ['apex', 'Apex'],
  ].flatMap(([level, levelName]) =>
    [
      ['r', 'right'],
      ['l', 'left'],
    ].flatMap(([side, sideName]) =>
      [
        ['pzpm', 'posteromedial'],
        ['pzpl', 'posterolateral'],
        ['pza', 'anterior, peripheral'],
        ['tza', 'anterior, transition'],
        ['tzp', 'posterior, transition'],
        ['afs', 'anterior stroma'],
      ].map(([part, partName]) => ({
        scheme: '99LIGHTSHIP',
        value: `${level}-${side}-${part}`,
        meaning: `${levelName} ${sideName}, ${partName}`,
      })),
    ),
  ),
];

const PIRADS: FormTemplate = {
  title: 'PI-RADS v2.1',
  definition: {
    sections: [
      {
        scope: 'study',
        title: 'Study',
        fields: [
          choice('quality', 'Image quality', GRADES, { hint: '1: cannot be read. 5: without any fault.' }),
          choice('invasion', 'Extraprostatic', [option('no'), option('yes')], { required: false }),
        ],
      },
      {
        scope: 'lesion',
        title: 'Lesions',
        fields: [
          { ...COMMON, kind: 'code', key: 'sector', label: 'Sector', codes: SECTORS },
          choice('zone', 'Zone', [option('pz', 'PZ'), option('tz', 'TZ')]),
          choice('t2w', 'T2W', GRADES),
          choice('dwi', 'DWI', GRADES),
          choice('dce', 'Enhancement', [option('no'), option('yes'), option('none', 'no DCE')]),
          {
            ...COMMON,
            ...{ kind: 'number', key: 'longest', label: 'Longest', required: false, unit: 'mm', min: 0, max: 300, decimals: 1 },
            code: { scheme: 'SCT', value: '103339001', meaning: 'Long Axis' },
          },
          choice('pirads', 'PI-RADS', GRADES, { rule: 'pirads-2.1' }),
        ],
      },
      { scope: 'study', title: 'Remarks', fields: [COMMENT] },
    ],
  },
};

const QUALITY: FormTemplate = {
  title: 'Image quality',
  definition: {
    sections: [
      {
        scope: 'study',
        title: 'Study',
        fields: [
          choice('usable', 'Can be read', [option('yes'), option('partly'), option('no')]),
          choice(
            'faults',
            'Faults',
            [option('motion', 'Motion'), option('noise', 'Noise'), option('metal', 'Metal'), option('cut', 'Parts missing')],
            {
              ...{ several: true, required: false },
              shownWhen: { field: 'usable', option: 'partly' },
            },
          ),
          COMMENT,
        ],
      },
      {
        scope: 'series',
        title: 'Series',
        fields: [choice('grade', 'Quality', GRADES), { ...COMMON, kind: 'text', key: 'why', label: 'Why', required: false }],
      },
    ],
  },
};

export const FORM_TEMPLATES: readonly FormTemplate[] = [PIRADS, QUALITY];
