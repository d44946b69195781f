export const TEXTS = {
  title: 'Dashboard',
  teams: 'Teams',
  invitations: 'Invitations',
  prefer: (team: string) => `Prefer ${team}`,
  preferred: (team: string) => `${team} is preferred`,
  preferFailed: 'The preferred team was not changed. Try again.',
  needsServer: 'Needs the server, which is not reached now',
  noTeam: 'You are in no team yet',
  noTeamNote: 'A team administrator can invite you by your e-mail address. The invitation appears here.',
  open: (team: string) => `Open ${team}`,
  offlineTeams: 'Teams as last known on this device',
} as const;
