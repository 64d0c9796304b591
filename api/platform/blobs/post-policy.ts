// The POST policy of S3: what a browser may upload, signed by Signature Version 4, and judging a form that carries one.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PresignedPost, UploadGrant } from './port.ts';

export type Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/** Why a form is refused, in the store's words. */
export class PolicyRefused extends Error {
  readonly reason: 'AccessDenied' | 'SignatureDoesNotMatch' | 'InvalidAccessKeyId' | 'MalformedPOSTRequest';

  constructor(reason: PolicyRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What a valid form may upload. */
export type Permitted = { key: string; contentType: string; minBytes: number; maxBytes: number; status: number };

type Condition = Record<string, string> | [operator: string, ...operands: (string | number)[]];
type Policy = { expiration: string; conditions: Condition[] };

const ALGORITHM = 'AWS4-HMAC-SHA256';
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const signatureOf = (policy: string, day: string, { secretAccessKey, region }: Credentials): Buffer =>
  hmac(hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request'), policy);

/** 20261121T071200Z */
const amzDate = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Signs a grant. The fields are those of the specification's upload credentials. */
export const signPost = (grant: UploadGrant, url: string, bucketName: string, credentials: Credentials, now: Date): PresignedPost => {
  const date = amzDate(now);
  const day = date.slice(0, 8);
  const signed: Record<string, string> = {
    acl: grant.bucket === 'public' ? 'public-read' : 'private',
    bucket: bucketName,
    key: grant.key,
    'Content-Type': grant.contentType,
    success_action_status: '201',
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKeyId}/${day}/${credentials.region}/s3/aws4_request`,
    'X-Amz-Date': date,
  };
  const conditions: Condition[] = [...Object.entries(signed).map(([name, value]) => ({ [name]: value })), ['content-length-range', 1, grant.maxBytes]];
  const policy = Buffer.from(JSON.stringify({ expiration: grant.expiresAt.toISOString(), conditions } satisfies Policy)).toString('base64');
  return { url, fields: { ...signed, Policy: policy, 'X-Amz-Signature': signatureOf(policy, day, credentials).toString('hex') } };
};

const sameBytes = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right);

const readPolicy = (text: string): Policy => {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Policy;
  } catch {
    throw new PolicyRefused('MalformedPOSTRequest', 'the policy is not JSON');
  }
};

/** Fields that need no condition of their own. */
const FREE = new Set(['policy', 'x-amz-signature', 'file']);

/** Judges the fields of a form (names in lower case). Throws PolicyRefused. */
export const judgePost = (fields: ReadonlyMap<string, string>, bucketName: string, credentials: Credentials, now: Date): Permitted => {
  const [accessKeyId, day = ''] = (fields.get('x-amz-credential') ?? '').split('/');
  if (accessKeyId !== credentials.accessKeyId) throw new PolicyRefused('InvalidAccessKeyId', 'unknown access key');
  const text = fields.get('policy') ?? '';
  const given = Buffer.from(fields.get('x-amz-signature') ?? '', 'hex');
  if (!sameBytes(given, signatureOf(text, day, credentials))) throw new PolicyRefused('SignatureDoesNotMatch', 'the signature does not match the policy');
  const policy = readPolicy(text);
  if (!(Date.parse(policy.expiration) > now.getTime())) throw new PolicyRefused('AccessDenied', 'the policy has expired');

  const covered = new Set(FREE);
  let minBytes = 0;
  let maxBytes = 0;
  const values = new Map([...fields, ['bucket', bucketName]]);
  for (const condition of policy.conditions) {
    if (Array.isArray(condition)) {
      if (condition[0] !== 'content-length-range') throw new PolicyRefused('AccessDenied', `unknown condition ${condition[0]}`);
      [minBytes, maxBytes] = [Number(condition[1]), Number(condition[2])];
      continue;
    }
    for (const [name, wanted] of Object.entries(condition)) {
      const field = name.toLowerCase();
      covered.add(field);
      if (values.get(field) !== wanted) throw new PolicyRefused('AccessDenied', `the policy does not allow this ${name}`);
    }
  }
  for (const name of fields.keys()) if (!covered.has(name)) throw new PolicyRefused('AccessDenied', `the policy says nothing about ${name}`);
  return { key: fields.get('key') ?? '', contentType: fields.get('content-type') ?? 'application/octet-stream', minBytes, maxBytes, status: Number(fields.get('success_action_status') ?? 204) };
};
