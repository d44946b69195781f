import { S3Client } from '@aws-sdk/client-s3';

/** A bucket, and the prefix of our objects in it. */
export interface S3Place {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every key, or '' for the bucket's root. */
  readonly prefix: string;
  /** The bucket in the path, as every compatible store accepts it; otherwise in the host name. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Timeouts for a store. A lost request is repeated, because all our requests are repeatable. */
export interface S3Patience {
  attempts: number;
  connectMs: number;
  /** Between two bytes. */
  idleMs: number;
  /** From the first byte of the request to the first of the answer. */
  answerMs: number;
}

const PATIENCE: S3Patience = { attempts: 3, connectMs: 5_000, idleMs: 30_000, answerMs: 60_000 };

/** Everything is set here, so that the SDK's own files and variables cannot change where images are sent. */
export function createS3Client(place: S3Place, patience: S3Patience = PATIENCE): S3Client {
  return new S3Client({
    endpoint: place.endpoint,
    region: place.region,
    forcePathStyle: place.pathStyle,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    maxAttempts: patience.attempts,
    retryMode: 'standard',
    // CRC trailers are newer than many compatible stores. We send an MD5, which all of them check.
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
