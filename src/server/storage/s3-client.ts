import { S3Client } from '@aws-sdk/client-s3';

/** A bucket, and where in it our objects lie. */
export interface S3Place {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Words before every key, or '' for the bucket's root. */
  readonly prefix: string;
  /** The bucket in the path, as every compatible store takes it; otherwise in the host name. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** How long a store is waited for. A request that was lost is sent again: every one of ours may come twice. */
export interface S3Patience {
  attempts: number;
  connectMs: number;
  /** Between two bytes. */
  idleMs: number;
  /** From the first byte of the request to the first of the answer. */
  answerMs: number;
}

const PATIENCE: S3Patience = { attempts: 3, connectMs: 5_000, idleMs: 30_000, answerMs: 60_000 };

/** Everything is said here: the files and variables that the SDK knows of have no say in where images go. */
export function createS3Client(place: S3Place, patience: S3Patience = PATIENCE): S3Client {
  return new S3Client({
    endpoint: place.endpoint,
    region: place.region,
    forcePathStyle: place.pathStyle,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    maxAttempts: patience.attempts,
    retryMode: 'standard',
    // CRC trailers are younger than many compatible stores; we send an MD5, which all of them check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connectMs,
      socketTimeout: patience.idleMs,
      requestTimeout: patience.answerMs,
      throwOnRequestTimeout: true,
    },
  });
}
