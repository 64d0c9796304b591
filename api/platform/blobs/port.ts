// The port of object storage.
import type { Readable } from 'node:stream';

/**
 * `public` objects may be read by every caller who knows their key; `private` ones only by the
 * server.
 */
export const BUCKETS = ['public', 'private'] as const;
export type Bucket = (typeof BUCKETS)[number];

/**
 * Keys are 1 to 300 characters of `[A-Za-z0-9._/-]`, without empty, `.` or `..` segments. No key is
 * another with a slash and more behind it: a store that keeps objects as files (versitygw) refuses
 * one in the place of a folder; MinIO does not.
 */
export const KEY = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[\w./-]{1,300}$/;

export type BlobInfo = {
  key: string;
  bytes: number;
  contentType: string;
  etag: string;
  modifiedAt: Date;
};

/** A stored object and its bytes; the stream must be read to its end or destroyed. */
export type StoredBlob = BlobInfo & {
  stream: Readable;
  /** First and last byte of `stream`, inclusive. */
  range: { start: number; end: number };
};

export type ByteRange = { start: number; end?: number } | { lastBytes: number };

export type UploadGrant = {
  bucket: Bucket;
  key: string;
  contentType: string;
  /** Larger uploads are refused by the store itself. */
  maxBytes: number;
  expiresAt: Date;
};

/**
 * What a browser needs to upload straight to the store: form fields to send, in this order, before
 * the file.
 */
export type PresignedPost = { url: string; fields: Record<string, string> };

/** An upload in parts, begun and not yet completed. Its parts may arrive in any order and again. */
export type PartedUpload = { bucket: Bucket; key: string; uploadId: string };

/** A part that arrived. Numbers begin at 1. */
export type UploadedPart = { partNumber: number; etag: string; bytes: number };

/**
 * `findable`: a web server on the same machine may find the file by the object's key alone; only
 * the disk has such files.
 */
export type PutOptions = { contentType: string; findable?: boolean };

/** Every part but the last has at least this many bytes, as S3 demands. */
export const PART_MIN_BYTES = 5 * 1_024 * 1_024;
export const PARTS_MAX = 10_000;

/**
 * Object storage. A write is acknowledged when it would survive the death of the process and of the
 * machine's operating system. `get` and `head` return null for a missing object; `delete` of one
 * succeeds.
 */
export interface Blobs {
  /**
   * A grant of one form POST. The store refuses another key, type or size, a changed policy, and an
   * expired one.
   */
  presignPost(grant: UploadGrant): Promise<PresignedPost>;
  /** The length of a stream must be given: stores need it before the first byte. */
  put(
    bucket: Bucket,
    key: string,
    content: Buffer | { stream: Readable; bytes: number },
    options: PutOptions,
  ): Promise<BlobInfo>;
  /** Throws RangeNotSatisfiable when the range lies outside. */
  get(bucket: Bucket, key: string, range?: ByteRange): Promise<StoredBlob | null>;
  head(bucket: Bucket, key: string): Promise<BlobInfo | null>;
  /**
   * Copies the current object `from` to `to`, with its type; of concurrent writes, exactly one is
   * copied. The bytes do not pass through this process. Later writes to `from` do not change `to`.
   * Null when there is no `from`.
   */
  copy(bucket: Bucket, from: string, to: string): Promise<BlobInfo | null>;
  delete(bucket: Bucket, key: string): Promise<void>;
  /**
   * Path of the one file that holds the object, for a web server on the same machine; null when
   * there is none.
   */
  pathOf?(bucket: Bucket, key: string): Promise<string | null>;
  /** The keys of all objects that begin so. */
  keysUnder(bucket: Bucket, prefix: string): Promise<string[]>;
  /** Deletes every object whose key begins so. */
  deleteAll(bucket: Bucket, prefix: string): Promise<void>;

  /** Begins a multipart upload with the object's key and type. */
  startParts(bucket: Bucket, key: string, options: { contentType: string }): Promise<PartedUpload>;
  /** A presigned address for the PUT of one part of exactly that many bytes. */
  presignPart(
    upload: PartedUpload,
    part: { partNumber: number; bytes: number; expiresAt: Date },
  ): Promise<string>;
  /** What has arrived, by number. Null once the upload is completed, aborted or swept. */
  listParts(upload: PartedUpload): Promise<UploadedPart[] | null>;
  /** Completes the upload from these parts, in this order. Throws PartsRefused. */
  completeParts(
    upload: PartedUpload,
    parts: readonly Pick<UploadedPart, 'partNumber' | 'etag'>[],
  ): Promise<BlobInfo>;
  /** Succeeds also for an upload that does not exist. */
  abortParts(upload: PartedUpload): Promise<void>;
  /** Removes uploads that began before this instant and were not completed. Returns how many. */
  sweepUploads(begunBefore: Date): Promise<number>;
}

/** The reason why the parts were refused, as an S3 error code. */
export class PartsRefused extends Error {
  readonly reason: 'NoSuchUpload' | 'InvalidPart' | 'InvalidPartOrder' | 'EntityTooSmall';

  constructor(reason: PartsRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export class RangeNotSatisfiable extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`range outside of ${bytes} bytes`);
    this.bytes = bytes;
  }
}
