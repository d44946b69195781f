import { useState } from 'react';
import type { FormDefinition, FormPlace } from '#contract/forms.ts';
import { t } from '#language/t.ts';
import { EMPTY_ANSWER } from './answer-changes.ts';
import classes from './Form.module.css';
import { FormFields } from './FormFields.tsx';

/** How readers see a form, without a study. Nothing that is entered is kept. */
export function FormPreview({ definition }: { definition: FormDefinition }) {
  const [content, setContent] = useState(EMPTY_ANSWER);
  const [current, setCurrent] = useState<string | null>(null);
  return (
    <div className={classes.preview}>
      <FormFields
        {...{ definition, content, current }}
        onCurrent={setCurrent}
        isReadOnly={false}
        isAsked={false}
        rulersOf={() => []}
        places={{ series: () => PLACE, slice: () => PLACE, lesion: () => null }}
        placeText={({ place }) => (place === null ? null : t('Series {number}', { number: 1 }))}
        onShowPlace={() => undefined}
        onChange={setContent}
      />
    </div>
  );
}

const PLACE: FormPlace = { series: 'preview', slice: null };
