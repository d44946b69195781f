import { describe, expect, it, vi } from 'vitest';
import { createSignal, eitherSignal } from './signals.ts';

describe('a signal without a platform', () => {
  it('is aborted once, and calls each listener once', () => {
    const { signal, abort } = createSignal();
    const told = vi.fn<() => void>();
    signal.addEventListener('abort', told);
    expect(signal.aborted).toBe(false);
    abort();
    abort();
    expect(signal.aborted).toBe(true);
    expect(told).toHaveBeenCalledOnce();
  });

  it('calls no removed listener', () => {
    const { signal, abort } = createSignal();
    const told = vi.fn<() => void>();
    signal.addEventListener('abort', told);
    signal.removeEventListener('abort', told);
    abort();
    expect(told).not.toHaveBeenCalled();
  });
});

describe('a combined signal', () => {
  it.each([0, 1])('is aborted with either', (which) => {
    const both = [new AbortController(), new AbortController()] as const;
    const signal = eitherSignal(both[0].signal, both[1].signal);
    const told = vi.fn<() => void>();
    const gone = vi.fn<() => void>();
    signal.addEventListener('abort', told, { once: true });
    signal.addEventListener('abort', gone);
    signal.removeEventListener('abort', gone);
    expect(signal.aborted).toBe(false);
    both[which]!.abort();
    expect(signal.aborted).toBe(true);
    expect(told).toHaveBeenCalledOnce();
    expect(gone).not.toHaveBeenCalled();
  });
});
