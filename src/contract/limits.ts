/** Limits that both sides keep. Bytes unless the name says otherwise. "given" ones are the specification's. */
export const LIMITS = {
  /** given (CHUNK-001): no chunk but the last of a study is smaller. */
  chunkMinBytes: 2_097_152,
  /** What the client packs into one chunk; between the minimum and the maximum (facts: packing beats lanes). */
  chunkTargetBytes: 4 * 1024 * 1024,
  /** The server refuses a larger chunk, header included. */
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
  /** given (READ-005). */
  progressEveryFiles: 50,
  /** given (CHUNK-019). */
  seriesFileNames: 10,
  /** given (CONV-018, ODD-17): status is asked this often while no socket is up. */
  statusPollMs: 3_000,
  filesPerUpload: 200_000,
  /** For one study in one registration (CALL-051). Larger studies are registered in parts. */
  seriesPerRegistration: 1_000,
  studiesPerUpload: 500,
  /** In one call on a selection (PCALL-80), and added to a project or a dataset, or removed (PCALL-50, 52). */
  studiesPerChange: 500,
  foldersPerTeam: 1_000,
  savedViewsPerUser: 100,
  bytesPerFile: 64 * 1024 ** 3,
  /** Checked at registration and on arrival. */
  bytesPerUpload: 1024 ** 4,
  /** Uploads that are neither finished nor dropped. */
  openUploadsPerUser: 500,
  /** Announced by the open uploads of a person and not yet verified. */
  receivingBytesPerUser: 2 * 1024 ** 4,
  /** Chunks in the memory of the server at the same time. Above it: 429 with `Retry-After`. */
  chunksAtOncePerUpload: 16,
  chunksAtOncePerUser: 32,
  chunkBytesAtOnce: 768 * 1024 * 1024,
  /** Time between the creation of a download ticket and its first byte. */
  downloadBeginsWithinMs: 60_000,
  /** Teams that one account can create with open registration. */
  teamsPerAccount: 5,
  /** How long an entered password allows calls that require a recent one. */
  recentPasswordMs: 10 * 60_000,
  invitationsPerCall: 100,
  /** Neither answered nor withdrawn. */
  openInvitationsPerTeam: 500,
  /** Time from sending or renewing an invitation until its link expires. */
  invitationLastsMs: 14 * 86_400_000,
  /** For the server, and for each team. */
  roles: 100,
  /** Time from sending the mail until its link expires. */
  verifyLinkLastsMs: 3 * 86_400_000,
  resetLinkLastsMs: 3_600_000,
  /** Mails of one kind to one account. Above it nothing is sent. */
  accountMailsPerHour: 3,
  /** Messages accepted from the contact page, from everyone together. */
  contactMessagesPerHour: 30,
  /** Sockets of one account at a time, and events accepted from one socket and from all of an account. A page follows up to 500 uploads. */
  socketsPerUser: 200,
  socketEventsPerMinute: 1_200,
  socketEventsPerMinutePerUser: 6_000,
  labelsPerTeam: 200,
  structuresPerTeam: 1_000,
  structureSlugChars: 64,
  transferFunctionsPerTeam: 200,
  transferPointsMin: 2,
  transferPointsMax: 64,
  /** Highest value of a point, and negative the lowest. */
  transferValueMax: 1_000_000_000,
  segmentationsPerStudy: 200,
  /** With deleted ones, whose values are never used again. */
  segmentsPerSegmentation: 1_000,
  /** Of the packed blocks of one operation; a tool that computes more sends several with one `action`. */
  maskOperationBytes: 640 * 1024,
  maskOperationsPerCall: 200,
  maskWithdrawals: 500,
  /** Places and ways of pens that are passed on from one connection to others. */
  maskPresencePerSecond: 4,
  maskPensPerSecond: 12,
  maskPenPoints: 64,
  maskPenRadiusMm: 100,
  /** Snapshots are made at multiples of it, so that devices make them of the same number. */
  maskSnapshotEvery: 200,
  /** Deflated, so that it fits into a call. Of a larger mask, all operations are read. */
  maskSnapshotBytes: 704 * 1024,
  /** Operations that were kept aside, of one user in a team. */
  asideBytesPerUser: 256 * 1024 * 1024,
  /** With removed ones. */
  revisionsPerSegmentation: 500,
  /** With deleted ones, whose numbers are never used again. */
  measurementsPerStudy: 1_000,
  measurementPoints: 500,
  measurementTextChars: 500,
  measurementUnitChars: 32,
  /** Pixels, and negative the lowest. */
  measurementCoordinateMax: 1_000_000,
  /** Of one person in a team, and of the team. */
  layoutsPerOwner: 100,
  /** Rows and columns of a layout of the annotator. */
  layoutSide: 3,
  layoutDescriptionChars: 200,
  /** Greatest thickness of a plane of a saved layout. */
  slabMm: 100,
  uidChars: 64,
  /** Recognition: studies per call, series per study, images per call, tiles and bytes per image. */
  recognisedStudies: 50,
  recognisedSeries: 200,
  gridsPerCall: 4,
  tilesPerGrid: 64,
  gridBytes: 2 * 1024 * 1024,
  /** Studies, by headers or by images, that one person asks about. */
  recognitionsPerMinute: 240,
  promptChars: 8_000,
  /** Versions of all prompts of the server. */
  prompts: 500,
  /** given (LIST-007, HIST-002). */
  studiesPerPage: 15,
  /** Shown on the page of a patient, and merged or split at once. */
  studiesPerPatient: 500,
  /** How long a deleted study can be restored. */
  deletedStudyLastsMs: 30 * 86_400_000,
  /** Studies that a device asks about at once. */
  studiesAskedAtOnce: 500,
  historyPerPage: 30,
  uploadsPerPage: 30,
  structuresPerPage: 30,
  segmentationsPerPage: 30,
  segmentsPerPage: 100,
  tasksPerPage: 50,
  /** Studies assigned in one call. */
  tasksPerAssignment: 500,
  projectsPerTeam: 500,
  projectsPerPage: 30,
  datasetsPerTeam: 500,
  datasetsPerPage: 30,
  patientsPerPage: 30,
  membersPerCall: 200,
} as const;
