import { describe, expect, it } from 'vitest';
import { RegistrationFailure, type Registration } from '#contract/registrations.ts';
import { IDENTITY } from '#model/registrations/rigid.ts';
import { stateText } from './registration-texts.ts';

const REGISTRATION: Registration = {
  ...{
    uuid: 'r',
    fixed: { series: 'a', grid: '' },
    moving: { series: 'b', grid: '' },
    method: 'rigid-nmi-1',
    state: 'queued',
    progress: 0,
  },
  ...{ result: null, failure: null, user: null, created_at: '', updated_at: '', editable: false },
};

describe('what is said of a registration [REG-21]', () => {
  it('how far it is, and its error once it is done', () => {
    expect(stateText(REGISTRATION)).toBe('Waiting');
    expect(stateText({ ...REGISTRATION, state: 'running', progress: 0.404 })).toBe('Running, 40 %');
    const result = { matrix: [...IDENTITY], similarity: 1.2, overlap: 0.934, error_mm: 0.31 };
    expect(stateText({ ...REGISTRATION, state: 'done', progress: 1, result })).toBe('Estimated error 0.3 mm, overlap 93 %');
  });

  it('why it failed, for each reason in other words', () => {
    const words = RegistrationFailure.options.map((failure) => stateText({ ...REGISTRATION, state: 'failed', failure }));
    expect(new Set(words).size).toBe(RegistrationFailure.options.length);
    expect(words.every((text) => /^Failed\. .+\.$/.test(text))).toBe(true);
  });
});
