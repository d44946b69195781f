/** All settings in the environment. `docs/settings.md` is generated from this table, and the parsers take their defaults and limits from it. */
interface SettingText {
  /** Heading of the guide that lists the setting. */
  readonly group: (typeof GROUPS)[number];
  /** For the guide, in Markdown. */
  readonly about: string;
}

/** Without a default, `without` describes what applies. */
interface NumberSetting extends SettingText {
  readonly kind: 'number';
  readonly default: string;
  readonly without?: string;
  readonly least: number;
  readonly most: number;
}

interface ChoiceSetting extends SettingText {
  readonly kind: 'choice';
  readonly default: string;
  readonly values: readonly [string, ...string[]];
}

/** A text with its own parser. Without a default, `without` describes what applies. */
interface TextSetting extends SettingText {
  readonly kind: 'text';
  readonly default: string;
  readonly without?: string;
}

/** Can also be read from a file, whose path is in the setting with `_FILE` appended. */
interface SecretSetting extends SettingText {
  readonly kind: 'secret';
  readonly default: '';
  readonly without?: string;
}

export type Setting = NumberSetting | ChoiceSetting | TextSetting | SecretSetting;

export const GROUPS = [
  'Address and network',
  'Data',
  'Several processes',
  'Objects in an S3 store',
  'Accounts',
  'Teams and studies',
  'Mail',
  'Public pages',
  'Recognition by a language model',
  'Running models',
  'Log',
  'Metrics',
] as const;

export const SETTINGS = {
  LIGHTSHIP_PORT: {
    kind: 'number',
    group: 'Address and network',
    default: '8080',
    least: 0,
    most: 65_535,
    about: 'Port to listen on. `0` takes any free port.',
  },
  LIGHTSHIP_HOST: {
    kind: 'text',
    group: 'Address and network',
    default: '127.0.0.1',
    about: 'Address or host name to listen on.',
  },
  LIGHTSHIP_BASE_DOMAIN: {
    kind: 'text',
    group: 'Address and network',
    default: 'app.localhost',
    about: 'The main domain, without scheme and port. Each team has a subdomain of it.',
  },
  LIGHTSHIP_UPLOAD_URL: {
    kind: 'text',
    group: 'Address and network',
    default: '',
    without: '`upload.` before the base domain',
    about:
      'Scheme, host and port that chunks are sent to, such as `https://upload.imaging.hospital.org`. A separate host name keeps uploads from slowing down the page.',
  },
  LIGHTSHIP_RESERVED_LABELS: {
    kind: 'text',
    group: 'Address and network',
    default: '',
    about: 'Subdomains that no team may take, separated by commas, in addition to `www`, `api`, `services` and `upload`.',
  },
  LIGHTSHIP_TRUSTED_PROXIES: {
    kind: 'text',
    group: 'Address and network',
    default: '',
    without: 'no forwarded header is trusted',
    about:
      'Addresses and networks of the proxies in front of the server, separated by commas, such as `127.0.0.1,10.1.0.0/16,2001:db8::/48`. Only their `X-Forwarded-…` headers are trusted.',
  },
  LIGHTSHIP_DATA: {
    kind: 'text',
    group: 'Data',
    default: 'data',
    about: 'Folder of the SQLite database and of the received objects.',
  },
  DATABASE_URL: {
    kind: 'secret',
    group: 'Data',
    default: '',
    without: 'SQLite in `LIGHTSHIP_DATA`',
    about: 'A PostgreSQL database: `postgres://user:password@host:port/database`.',
  },
  LIGHTSHIP_BACKUP_FOLDER: {
    kind: 'text',
    group: 'Data',
    default: '',
    without: 'the administration page does not know about backups',
    about:
      'The folder that `npm run backup` writes to, if this server can read it. The administration page shows when the last backup was made.',
  },
  LIGHTSHIP_ROLES: {
    kind: 'text',
    group: 'Several processes',
    default: 'api,uploads,jobs,socket',
    about:
      'What this process does, separated by commas. `api`: the page and all calls except those of `uploads`. `uploads`: receives chunks. `jobs`: converts, reads and removes series, sends mail. `socket`: events for open pages. Other than all of them requires PostgreSQL.',
  },
  LIGHTSHIP_DRAIN_SECONDS: {
    kind: 'number',
    group: 'Several processes',
    default: '0',
    least: 0,
    most: 600,
    about:
      'How long the server still answers after the signal to stop, while `/health/ready` answers 503, so that a proxy stops sending it requests.',
  },
  LIGHTSHIP_SECRET: {
    kind: 'secret',
    group: 'Several processes',
    default: '',
    without: 'a random key of this process',
    about:
      'At least 32 characters, the same for all processes. It encrypts the passwords of archives while they wait to be unpacked. Without it, only the process that received a password can unpack the archive, and a restart asks for it again.',
  },
  LIGHTSHIP_S3_BUCKET: {
    kind: 'text',
    group: 'Objects in an S3 store',
    default: '',
    without: 'objects are stored in `LIGHTSHIP_DATA`',
    about: 'Bucket for the received objects. The other settings of this group need it.',
  },
  LIGHTSHIP_S3_ENDPOINT: {
    kind: 'text',
    group: 'Objects in an S3 store',
    default: '',
    about: 'Scheme, host and port of the store. Required with a bucket.',
  },
  LIGHTSHIP_S3_ACCESS_KEY_ID: {
    kind: 'secret',
    group: 'Objects in an S3 store',
    default: '',
    about: 'ID of an access key that may read, write, list and delete in the bucket. Required with a bucket.',
  },
  LIGHTSHIP_S3_SECRET_ACCESS_KEY: {
    kind: 'secret',
    group: 'Objects in an S3 store',
    default: '',
    about: 'Secret of that access key. Required with a bucket.',
  },
  LIGHTSHIP_S3_REGION: {
    kind: 'text',
    group: 'Objects in an S3 store',
    default: 'us-east-1',
    about: 'Region that requests are signed for.',
  },
  LIGHTSHIP_S3_PREFIX: {
    kind: 'text',
    group: 'Objects in an S3 store',
    default: '',
    about: 'Prefix of every key, for a bucket that is shared with other programs.',
  },
  LIGHTSHIP_S3_PATH_STYLE: {
    kind: 'choice',
    group: 'Objects in an S3 store',
    default: 'on',
    values: ['on', 'off'],
    about: '`off` puts the bucket into the host name.',
  },
  LIGHTSHIP_REGISTRATION: {
    kind: 'choice',
    group: 'Accounts',
    default: 'invitation',
    values: ['invitation', 'open'],
    about: 'Who may create an account: only invited people, or anyone.',
  },
  LIGHTSHIP_SIGN_IN_DAYS: {
    kind: 'number',
    group: 'Accounts',
    default: '30',
    least: 1,
    most: 400,
    about: 'Days after which a sign-in ends.',
  },
  LIGHTSHIP_SIGN_IN_IDLE_HOURS: {
    kind: 'number',
    group: 'Accounts',
    default: '336',
    least: 1,
    most: 9600,
    about: 'Hours after which a sign-in ends that is not used.',
  },
  LIGHTSHIP_UPLOAD_TOKEN_DAYS: {
    kind: 'number',
    group: 'Accounts',
    default: '30',
    least: 1,
    most: 400,
    about:
      'Days for which a device may send an upload without a new sign-in. Signing out, changing the password and leaving the team end it earlier.',
  },
  LIGHTSHIP_TEAM_STORAGE_GB: {
    kind: 'number',
    group: 'Teams and studies',
    default: '0',
    least: 0,
    most: 1_000_000,
    about: 'Storage limit of each team in GB. `0` sets no limit.',
  },
  LIGHTSHIP_UNPACK_MINUTES: {
    kind: 'number',
    group: 'Teams and studies',
    default: '30',
    least: 1,
    most: 1440,
    about: 'Time limit in minutes for unpacking one archive on the server.',
  },
  LIGHTSHIP_INFERRED_SERIES: {
    kind: 'choice',
    group: 'Teams and studies',
    default: 'every',
    values: ['every', 'reference'],
    about: 'Which converted CT and MR series are queued for models: every series, or only the reference series of each study.',
  },
  LIGHTSHIP_SMTP_URL: {
    kind: 'secret',
    group: 'Mail',
    default: '',
    without: 'the platform administrator reads unsent mail at `/admin/mail`',
    about: 'Mail server: `smtp://user:password@host:port` (STARTTLS is required), or `smtps://…`.',
  },
  LIGHTSHIP_MAIL_FROM: {
    kind: 'text',
    group: 'Mail',
    default: '',
    about: 'Sender address of mails. Required with a mail server.',
  },
  LIGHTSHIP_PUBLIC_URL: {
    kind: 'text',
    group: 'Mail',
    default: '',
    without: 'derived from the base domain',
    about: 'Scheme, host and port of the main domain, used for the links in mails. Required with a mail server.',
  },
  LIGHTSHIP_CONTACT_EMAIL: {
    kind: 'text',
    group: 'Public pages',
    default: '',
    about:
      'Contact address shown at `/contact`. Messages from that page are mailed to it when there is a mail server, and always appear at `/admin/mail`.',
  },
  LIGHTSHIP_SUBPROCESSORS: {
    kind: 'text',
    group: 'Public pages',
    default: '',
    about: 'Other companies that process data, as listed at `/subprocessors`: `name | purpose | country`, separated by `;`.',
  },
  LIGHTSHIP_LLM_URL: {
    kind: 'text',
    group: 'Recognition by a language model',
    default: '',
    without: 'series are recognised by rules alone',
    about:
      'Base URL of an OpenAI-compatible endpoint that helps to recognise series. [What it is sent](decisions/429-recognition-on-the-server.md).',
  },
  LIGHTSHIP_LLM_TEXT_MODEL: {
    kind: 'text',
    group: 'Recognition by a language model',
    default: '',
    about: 'Model that reads headers. The endpoint needs this model or the next one.',
  },
  LIGHTSHIP_LLM_IMAGE_MODEL: {
    kind: 'text',
    group: 'Recognition by a language model',
    default: '',
    about: 'Model that looks at pictures.',
  },
  LIGHTSHIP_LLM_KEY: {
    kind: 'secret',
    group: 'Recognition by a language model',
    default: '',
    about: 'Key of the endpoint. Requires `https://`, or an address of this machine.',
  },
  LIGHTSHIP_INFERENCE_THREADS: {
    kind: 'number',
    group: 'Running models',
    default: '1',
    least: 1,
    most: 64,
    about: 'Threads of one inference on this machine.',
  },
  LIGHTSHIP_INFERENCE_MEMORY_MB: {
    kind: 'number',
    group: 'Running models',
    default: '4096',
    least: 512,
    most: 1_048_576,
    about:
      'Memory in MiB of the process of one inference. Half of it is for images and results: an image that would need more is refused before it is computed. On Linux, the operating system holds the process to it.',
  },
  LIGHTSHIP_INFERENCE_MINUTES: {
    kind: 'number',
    group: 'Running models',
    default: '60',
    least: 1,
    most: 1440,
    about: 'Time limit in minutes for one inference on this machine.',
  },
  LIGHTSHIP_LOCAL_WORKER: {
    kind: 'choice',
    group: 'Running models',
    default: 'on',
    values: ['on', 'off'],
    about:
      'Whether `npm start` also starts an AI worker on this machine, if a Python with PyTorch is found. It trains networks of all teams (docs/workers.md).',
  },
  LIGHTSHIP_LOG: {
    kind: 'choice',
    group: 'Log',
    default: 'info',
    values: ['info', 'silent'],
    about: '`silent` writes no log. A log line never contains an address or patient data.',
  },
  LIGHTSHIP_METRICS_PORT: {
    kind: 'number',
    group: 'Metrics',
    default: '',
    without: 'there are no metrics',
    least: 0,
    most: 65_535,
    about:
      'Port for [`/metrics`](deployment.md#metrics), which Prometheus reads. It needs no sign-in and contains no patient data: let only the monitoring reach it.',
  },
  LIGHTSHIP_METRICS_HOST: {
    kind: 'text',
    group: 'Metrics',
    default: '127.0.0.1',
    about: 'Address or host name to listen on for the metrics.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type NumberName = { [N in SettingName]: (typeof SETTINGS)[N]['kind'] extends 'number' ? N : never }[SettingName];
export type ChoiceName = { [N in SettingName]: (typeof SETTINGS)[N]['kind'] extends 'choice' ? N : never }[SettingName];
export type SecretName = { [N in SettingName]: (typeof SETTINGS)[N]['kind'] extends 'secret' ? N : never }[SettingName];

/** Every name in the environment, including those of files with secrets. */
export const SETTING_NAMES: readonly string[] = Object.entries(SETTINGS).flatMap(([name, { kind }]) =>
  kind === 'secret' ? [name, `${name}_FILE`] : [name],
);
