// Object storage: what the product asks of it, whoever keeps the bytes.
import type { Readable } from 'node:stream';

/** `public` objects may be read by anybody who knows their key; `private` ones only by us. */
export type Bucket = 'public' | 'private';

/** Keys are 1 to 300 characters of `[A-Za-z0-9._/-]`, without empty, `.` or `..` segments. */
export const KEY = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[\w./-]{1,300}$/;

export type BlobInfo = { key: string; bytes: number; contentType: string; etag: string; modifiedAt: Date };

/** A stored object and its bytes; the stream must be read to its end or destroyed. */
export type StoredBlob = BlobInfo & { stream: Readable; /** First and last byte of `stream`, inclusive. */ range: { start: number; end: number } };

export type ByteRange = { start: number; end?: number } | { lastBytes: number };

export type UploadGrant = {
  bucket: Bucket;
  key: string;
  contentType: string;
  /** Larger uploads are refused by the store itself. */
  maxBytes: number;
  expiresAt: Date;
};

/** What a browser needs to upload straight to the store: form fields to send, in this order, before the file. */
export type PresignedPost = { url: string; fields: Record<string, string> };

/**
 * Object storage. A write is acknowledged when it would survive the death of the process and of the machine's
 * operating system. `get` and `head` answer null for what is not there; `delete` is fine with that.
 */
export interface Blobs {
  /** Permission for one form POST. The store refuses another key, type or size, a changed policy, and what comes too late. */
  presignPost(grant: UploadGrant): Promise<PresignedPost>;
  put(bucket: Bucket, key: string, content: Buffer, options: { contentType: string }): Promise<BlobInfo>;
  /** Throws RangeNotSatisfiable when the range lies outside. */
  get(bucket: Bucket, key: string, range?: ByteRange): Promise<StoredBlob | null>;
  head(bucket: Bucket, key: string): Promise<BlobInfo | null>;
  delete(bucket: Bucket, key: string): Promise<void>;
}

export class RangeNotSatisfiable extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`range outside of ${bytes} bytes`);
    this.bytes = bytes;
  }
}
