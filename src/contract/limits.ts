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
  /** Of which a device asks in one call what has become of them. */
  asideOperationsPerCall: 500,
  /** With removed ones. */
  revisionsPerSegmentation: 500,
  /** With deleted ones, whose numbers are never used again. */
  measurementsPerStudy: 1_000,
  registrationsPerStudy: 100,
  measurementPoints: 500,
  measurementTextChars: 500,
  measurementUnitChars: 32,
  /** Pixels, and negative the lowest. */
  measurementCoordinateMax: 1_000_000,
  findingReasonChars: 500,
  findingsPerPage: 50,
  /** Other studies with the same images that are found for one study. */
  duplicatesPerStudy: 20,
  /** With deleted ones, whose numbers are never used again. */
  lesionsPerPatient: 200,
  lesionTitleChars: 100,
  lesionOrganChars: 60,
  responsesPerStudy: 100,
  /** With deleted ones. */
  commentsPerStudy: 1_000,
  commentChars: 2_000,
  mentionsPerComment: 20,
  /** With retired ones. */
  formsPerProject: 50,
  versionsPerForm: 200,
  formTitleChars: 100,
  formLabelChars: 100,
  formHintChars: 300,
  formSections: 20,
  /** In a section, and in a form. */
  formFields: 100,
  formOptions: 50,
  formCodes: 200,
  formTextChars: 2_000,
  /** Lesions, series and slices of an answer. */
  formItems: 200,
  /** An answer as JSON. */
  formAnswerChars: 256 * 1024,
  /** With deleted ones. */
  answersPerStudy: 2_000,
  answersPerPage: 100,
  /** Of one person in a team, and of the team. */
  layoutsPerOwner: 100,
  /** Rows and columns of a layout of the annotator. */
  layoutSide: 3,
  layoutDescriptionChars: 200,
  /** Greatest thickness of a plane of a saved layout. */
  slabMm: 100,
  /** Centre and width of a window in a layout. */
  windowValueMax: 1e9,
  /** What opacities of a volume are multiplied with. */
  volumeDensity: 100,
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
  campaignsPerTeam: 500,
  campaignTitleChars: 200,
  guidelineChars: 20_000,
  campaignCases: 1_000,
  campaignReaders: 50,
  /** Reads of all readers. */
  campaignReads: 10_000,
  /** One day: a device that was asleep counts no more at once. */
  readMsPerMove: 86_400_000,
  tasksPerPage: 50,
  /** Studies assigned in one call. */
  tasksPerAssignment: 500,
  projectsPerTeam: 500,
  projectsPerPage: 30,
  datasetsPerTeam: 500,
  datasetsPerPage: 30,
  /** Of a dataset that is frozen. */
  studiesPerVersion: 5_000,
  channelsPerVersion: 6,
  versionsPerDataset: 500,
  versionsPerPage: 20,
  casesPerPage: 50,
  patientsPerPage: 30,
  membersPerCall: 200,
  aiModelNameChars: 100,
  aiDescriptionChars: 4_000,
  aiReasonChars: 500,
  aiSegments: 64,
  pipelinesPerTeam: 100,
  pipelineNameChars: 120,
  stepsPerPipeline: 30,
  conditionsPerStep: 10,
  blueprintsPerTeam: 50,
  blueprintChars: 20_000,
  flowsPerPage: 30,
  aiModelsPerTeam: 500,
  /** Rules that say which model runs after a conversion. */
  aiRules: 100,
  aiTrainingsPerTeam: 5_000,
  segmentationsPerTraining: 500,
  studiesPerBatch: 500,
  /** Of all parts. */
  aiFileBytes: 2 * 1024 ** 3,
  aiFileParts: 1_000,
  logLineChars: 500,
  /** Lines of a training that are kept, the last ones. */
  logLinesPerTraining: 5_000,
  workerKeysPerTeam: 50,
  apiUsersPerTeam: 50,
  addressesPerApiUser: 32,
  /** Two years. */
  apiUserLastsMs: 731 * 86_400_000,
  keyOverlapHours: 7 * 24,
  /** A worker that says nothing for so long has lost its job. */
  workerLeaseMs: 60_000,
  /** A session of clicks is over when its person has said nothing for so long. */
  clickSessionMs: 5 * 60_000,
  clicksPerPrompt: 100,
  /** Of a mask, deflated and in base64. */
  clickMaskChars: 512 * 1024,
  /** Voxels along an axis of a mask. */
  gridEdge: 65_536,
  /** A worker may wait so long for a job. */
  workerPollMs: 25_000,
  /** UTF-8, as most disks have it: what is downloaded must fit there. */
  fileNameBytes: 255,
  /** Folders below each other, with the area. */
  folderDepth: 64,
  filePathChars: 16_640,
  entriesPerFolder: 10_000,
  /** Files and folders named in one call. */
  filesPerChange: 1_000,
  filePreviewBytes: 4 * 1024 * 1024,
  /** How long a deleted file can be restored. */
  deletedFileLastsMs: 7 * 86_400_000,
  /** A job that no worker could take ends after so long. */
  jobWithoutWorkerMs: 7 * 86_400_000,
} as const;
