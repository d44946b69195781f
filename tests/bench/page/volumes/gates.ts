/** What has to hold (issue 40), as part of the time of the best peer. Without a target: only watched. */
export const FUSION = {
  slice: { gate: 'fusion: a slice of a CT with its PET', unit: 'ms', target: 1, targetOf: 'ratio' },
  oblique: { gate: 'fusion: a plane that is turned', unit: 'ms', target: 1 / 2, targetOf: 'ratio' },
} as const;

export const VOLUME = {
  first: { gate: 'volume: first picture', unit: 'ms', target: 1, targetOf: 'ratio' },
  turn: { gate: 'volume: picture while it turns', unit: 'ms', target: 1, targetOf: 'ratio' },
  rest: { gate: 'volume: picture at rest', unit: 'ms', target: null },
} as const;

export const SURFACE = {
  first: { gate: 'surface: first picture', unit: 'ms', target: null },
  turn: { gate: 'surface: picture while it turns', unit: 'ms', target: null },
} as const;
