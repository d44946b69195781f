import { describe, expect, test } from 'vitest';
import type { FollowedStudy, FollowUp, Lesion } from '#contract/lesions.ts';
import { shownFollowUp, type LesionWrite } from './shown-follow-up.ts';

const EVA = { id: 1, name: 'Eva' };
const TOM = { id: 2, name: 'Tom' };
const AT = '2026-01-02 03:04:05';
const NOW: FollowedStudy = { uuid: 'now', id: 2, studyDate: '20260314' };
const PRIOR: FollowedStudy = { uuid: 'prior', id: 1, studyDate: '20251209' };
const CONTENT = { title: 'Hilum', kind: 'target', organ: 'Lung', node: false } as const;
const lesion: Lesion = {
  ...{ ...CONTENT, uuid: 'a', number: 1, version: 3, user: EVA, created_at: AT, updated_at: AT, deletable: false },
  findings: [{ study: 'prior', measurement: 'm1', state: null, version: 2, user: EVA, updated_at: AT }],
};
const answered: FollowUp = { studies: [PRIOR], lesions: [lesion], responses: [] };
const own = { device: 'tablet', base: 0 };
const shown = (...writes: ({ kind: string } | LesionWrite)[]) => shownFollowUp([NOW, PRIOR], answered, writes, TOM);

describe('lesions of a patient with what waits [LES-04]', () => {
  test('are those of the server if nothing waits, with the studies that are open', () => {
    expect(shown({ kind: 'notification' })).toEqual({
      studies: [PRIOR, NOW],
      lesions: [{ ...lesion, waits: false }],
      responses: [],
      baseline: null,
    });
    expect(shownFollowUp([NOW], undefined, [], TOM)).toEqual({ studies: [NOW], lesions: [], responses: [], baseline: null });
  });

  test('have a new one without a number, and what is said of it', () => {
    const { lesions } = shown(
      { kind: 'lesion', study: 'now', lesion: 'b', ...own, content: { ...CONTENT, title: 'Lobe' } },
      { kind: 'lesion-finding', study: 'now', lesion: 'b', title: 'Lobe', ...own, content: { measurement: 'm2', state: null } },
    );
    expect(lesions[1]).toEqual({
      ...{ ...CONTENT, title: 'Lobe', uuid: 'b', number: null, version: 0, user: TOM, deletable: true, waits: true },
      findings: [{ study: 'now', measurement: 'm2', state: null, version: 0 }],
    });
  });

  test('have changes in place of what the server has, with its version as the base of the next one', () => {
    const { lesions } = shown(
      { kind: 'lesion', study: 'now', lesion: 'a', device: 'tablet', base: 3, content: { ...CONTENT, title: 'Left hilum' } },
      {
        kind: 'lesion-finding',
        study: 'prior',
        lesion: 'a',
        title: '',
        device: 'tablet',
        base: 2,
        content: { measurement: null, state: 'absent' },
      },
    );
    expect(lesions).toMatchObject([
      { title: 'Left hilum', version: 3, waits: true, findings: [{ study: 'prior', measurement: null, state: 'absent', version: 2 }] },
    ]);
  });

  test('have the baseline that was chosen last, with the version of the server as the base of the next one [LES-17]', () => {
    const baseline = { study: 'prior', version: 4, user: EVA, updated_at: AT };
    const choose = (study: string, chosen: string | null): LesionWrite => ({ kind: 'follow-up-baseline', study, ...own, baseline: chosen });
    const of = (...writes: LesionWrite[]) => shownFollowUp([NOW, PRIOR], { ...answered, baseline }, writes, TOM).baseline;
    expect(of()).toEqual({ ...baseline, waits: false });
    expect(of(choose('prior', 'prior'), choose('now', 'now'))).toEqual({ study: 'now', version: 4, user: TOM, waits: true });
    expect(shown(choose('now', null)).baseline).toEqual({ study: null, version: 0, user: TOM, waits: true });
    expect(shown(choose('elsewhere', 'now')).baseline).toBeNull();
  });

  test('are without one that is deleted, and what is said of an unknown one is not shown', () => {
    expect(shown({ kind: 'lesion-deletion', study: 'now', lesion: 'a', title: '' }).lesions).toEqual([]);
    const unknown = {
      kind: 'lesion-finding',
      study: 'now',
      lesion: 'z',
      title: '',
      ...own,
      content: { measurement: 'm', state: null },
    } as const;
    expect(shown(unknown).lesions).toHaveLength(1);
  });

  test('leave out what waits for other patients', () => {
    expect(shown({ kind: 'lesion', study: 'elsewhere', lesion: 'b', ...own, content: CONTENT }).lesions).toHaveLength(1);
  });

  test('have the response that waits, and its change', () => {
    const write = { kind: 'study-response', study: 'now', response: 'r', ...own } as const;
    const { responses } = shown(
      { ...write, content: { response: 'stable', suggested: 'stable' } },
      { ...write, content: { response: 'partial', suggested: 'stable' } },
    );
    expect(responses).toEqual([
      {
        uuid: 'r',
        study: 'now',
        user: TOM,
        editable: true,
        version: 0,
        updated_at: null,
        waits: true,
        response: 'partial',
        suggested: 'stable',
      },
    ]);
  });
});
