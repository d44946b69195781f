/** What a team is marked with; the same that the server gives who chooses none. */
export const TEAM_COLOURS = [
  { value: '#3E7CB1', name: 'Blue' },
  { value: '#3A9B9B', name: 'Teal' },
  { value: '#4F9D69', name: 'Green' },
  { value: '#7A8F3C', name: 'Olive' },
  { value: '#B08D2F', name: 'Ochre' },
  { value: '#B4654A', name: 'Rust' },
  { value: '#B5577F', name: 'Rose' },
  { value: '#A0627E', name: 'Plum' },
  { value: '#8E6BBF', name: 'Violet' },
  { value: '#6B7FA3', name: 'Slate' },
] as const;
