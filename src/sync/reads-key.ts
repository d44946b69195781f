/** Of the own reads of a campaign, in the cache of queries. */
export const readsKey = (team: string | null, campaign: string) => ['campaign-reads', team, campaign] as const;
