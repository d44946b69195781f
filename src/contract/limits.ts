/** Limits that both sides keep. Bytes unless the name says otherwise. "given" ones are the specification's. */
export const LIMITS = {
  /** given (CHUNK-001): no chunk but the last of a study is smaller. */
  chunkMinBytes: 2_097_152,
  /** What the client packs into one chunk; between the minimum and the maximum (facts: packing beats lanes). */
  chunkTargetBytes: 4 * 1024 * 1024,
  /** The server refuses a chunk above this, header included. */
  chunkMaxBytes: 12 * 1024 * 1024,
  chunkHeaderMaxBytes: 512 * 1024,
  chunkMaxParts: 2_000,
  /** given (CHUNK-002, 003): three chunks on their way at once. */
  lanes: 3,
  /** given (CHUNK-004): quick tries; afterwards growing pauses without end. */
  quickTries: 5,
  jsonBodyBytes: 1024 * 1024,
  /** given (FILE-005): a file without extension counts as DICOM above this size. */
  extensionlessMinBytes: 10_240,
  /** given (FILE-016). */
  fileBatchBytes: 262_144_000,
  /** given (READ-005). */
  progressEveryFiles: 50,
  /** given (CHUNK-019). */
  seriesFileNames: 10,
  /** given (CONV-018, ODD-17): status is asked this often while no socket is up. */
  statusPollMs: 3_000,
  filesPerUpload: 200_000,
  /** Of one study in one registration (CALL-051); a study of more is registered in parts. */
  seriesPerRegistration: 1_000,
  studiesPerUpload: 500,
  bytesPerFile: 64 * 1024 ** 3,
  /** As announced at registration, and as it arrives. */
  bytesPerUpload: 1024 ** 4,
  /** Uploads that are neither finished nor dropped. */
  openUploadsPerUser: 500,
  /** Announced by the open uploads of a person and not yet proved. */
  receivingBytesPerUser: 2 * 1024 ** 4,
  /** Chunks that the server holds in memory at once: beyond it 429 with `Retry-After`. */
  chunksAtOncePerUpload: 16,
  chunksAtOncePerUser: 32,
  chunkBytesAtOnce: 768 * 1024 * 1024,
  /** From the making of a download's ticket to its first byte. */
  downloadBeginsWithinMs: 60_000,
  /** Teams that one account makes where registration is open. */
  teamsPerAccount: 5,
  /** From the giving of a password to the end of what it allows without being given again. */
  recentPasswordMs: 10 * 60_000,
  invitationsPerCall: 100,
  /** Neither answered nor withdrawn. */
  openInvitationsPerTeam: 500,
  /** From an invitation, or its renewal, to the end of its link. */
  invitationLastsMs: 14 * 86_400_000,
  /** Of the server, and of each team. */
  roles: 100,
  /** From the mail to the end of its link. */
  verifyLinkLastsMs: 3 * 86_400_000,
  resetLinkLastsMs: 3_600_000,
  /** To one account, of one kind: beyond it nothing is sent. */
  accountMailsPerHour: 3,
  /** Messages of the contact page that are taken, of all together. */
  contactMessagesPerHour: 30,
  /** Sockets of one account at once, and what is taken from one of them and from all of an account. A page follows up to 500 uploads. */
  socketsPerUser: 200,
  socketEventsPerMinute: 1_200,
  socketEventsPerMinutePerUser: 6_000,
  labelsPerTeam: 200,
  /** Recognition: studies of a call, series of a study, pictures of a call, tiles and bytes of a picture. */
  recognisedStudies: 50,
  recognisedSeries: 200,
  gridsPerCall: 4,
  tilesPerGrid: 64,
  gridBytes: 2 * 1024 * 1024,
  /** Studies, by headers or pictures, that one person asks about. */
  recognitionsPerMinute: 240,
  promptChars: 8_000,
  /** Versions of the prompts of the whole server. */
  prompts: 500,
  /** given (LIST-007, HIST-002). */
  studiesPerPage: 15,
  uploadsPerPage: 30,
} as const;
