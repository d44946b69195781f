import { describe, expect, it } from 'vitest';
import { modelCard } from './model-card.ts';
import { MODEL, TRAINING } from './model.example.ts';

const [newest, oldest] = MODEL.versions;

describe('the model card [AI-65]', () => {
  it('says what a version is, needs, does and learned from', () => {
    const card = modelCard(MODEL, newest!, TRAINING);
    expect(card).toContain('# Hippocampus, v2');
    expect(card).toContain('**Not for diagnosis.**');
    expect(card).toContain('- Segments: Anterior (1), Posterior (2)');
    expect(card).toContain('- Channels: T1 (any series)');
    expect(card).toContain('- Spacing: 1 × 1 × 1.2 mm');
    expect(card).toContain('| Whole | 0.85 | 0.79 to 0.91 | 3 |');
    expect(card).toContain('- Dataset: Hippocampus T1, version 3');
    expect(card).toContain('20 to learn from, 4 for validation, 3 for test, 1 withdrawn since');
    expect(card).toContain('- Seed: 7');
    expect(card).toContain('- channels: [16,32,64]');
    expect(card).toContain('- Corrected: 3');
    expect(card).toContain('- State: not promoted');
    expect(card).not.toContain('Not useful yet');
  });

  it('names who promoted a version and why', () => {
    expect(modelCard(MODEL, oldest!, null)).toContain('- State: v1 promoted 21.11.2026 by Ines Okafor: First');
  });

  it('says that an uploaded version was not measured, and that its data is not known', () => {
    const uploaded = { ...newest!, report: null, training: null, dataset: null, manifest: { ...newest!.manifest, trainedOn: null } };
    const card = modelCard(MODEL, uploaded, null);
    expect(card).toContain('**Not useful yet.** Nothing was measured on patients of this team.');
    expect(card).toContain('## What it learned from\n\nNot known here.');
  });

  it('names why a version was withdrawn', () => {
    expect(modelCard(MODEL, { ...newest!, state: 'withdrawn', reason: 'Wrong side' }, null)).toContain('- State: withdrawn: Wrong side');
  });
});
