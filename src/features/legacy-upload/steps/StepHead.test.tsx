import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LegacyStep } from '#model/uploads/legacy-upload.ts';
import { StepHead } from './StepHead.tsx';

const STEPS: readonly LegacyStep[] = ['ready', 'uploading', 'uploaded', 'sorted', 'converting', 'organize', 'done'];

it('the step head is green when sorted and when done, and in no other step [LEG-035]', () => {
  const green = STEPS.filter((step) =>
    renderToStaticMarkup(
      <StepHead step={step} className={undefined}>
        Upload
      </StepHead>,
    ).includes('data-tone="sure"'),
  );
  expect(green).toEqual(['sorted', 'done']);
});
