// The POST policy of S3: signs what a browser may upload (Signature Version 4), and verifies a form
// that carries a policy.
import type { PresignedPost, UploadGrant } from './port.ts';
import {
  ALGORITHM,
  amzDate,
  type Credentials,
  sameSignature,
  scopeOf,
  signText,
} from './signature-v4.ts';

/** The reason why a form is refused, as an S3 error code. */
export class PolicyRefused extends Error {
  readonly reason:
    | 'AccessDenied'
    | 'SignatureDoesNotMatch'
    | 'InvalidAccessKeyId'
    | 'MalformedPOSTRequest';

  constructor(reason: PolicyRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What a valid form may upload. */
export type PermittedUpload = {
  key: string;
  contentType: string;
  minBytes: number;
  maxBytes: number;
  status: number;
};

type Condition = Record<string, string> | [operator: string, ...operands: (string | number)[]];
type Policy = { expiration: string; conditions: Condition[] };

/** Signs a grant. The fields are those of the specification's upload credentials. */
export const signPost = (
  grant: UploadGrant,
  url: string,
  bucketName: string,
  credentials: Credentials,
  now: Date,
): PresignedPost => {
  const date = amzDate(now);
  const day = date.slice(0, 8);
  const signed: Record<string, string> = {
    // The only value that S3 accepts where access control lists are off, as in every new bucket of
    // AWS.
    acl: 'bucket-owner-full-control',
    bucket: bucketName,
    key: grant.key,
    'Content-Type': grant.contentType,
    success_action_status: '201',
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scopeOf(day, credentials.region)}`,
    'X-Amz-Date': date,
  };
  const conditions: Condition[] = [
    ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
    ['content-length-range', 1, grant.maxBytes],
  ];
  const policy = Buffer.from(
    JSON.stringify({ expiration: grant.expiresAt.toISOString(), conditions } satisfies Policy),
  ).toString('base64');
  return {
    url,
    fields: {
      ...signed,
      Policy: policy,
      'X-Amz-Signature': signText(policy, day, credentials).toString('hex'),
    },
  };
};

const readPolicy = (text: string): Policy => {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Policy;
  } catch {
    throw new PolicyRefused('MalformedPOSTRequest', 'the policy is not JSON');
  }
};

/** Fields that need no condition of their own. */
const FREE = new Set(['policy', 'x-amz-signature', 'file']);

type FieldCondition = { name: string; allows: (value: string) => boolean };

const fieldConditions = (condition: Condition): FieldCondition[] => {
  if (!Array.isArray(condition))
    return Object.entries(condition).map(([name, wanted]) => ({
      name: name.toLowerCase(),
      allows: (value) => value === wanted,
    }));
  const [operator, field, operand] = condition.map(String);
  const name = (field ?? '').replace(/^\$/, '').toLowerCase();
  if (operator === 'eq') return [{ name, allows: (value) => value === operand }];
  if (operator === 'starts-with')
    return [{ name, allows: (value) => value.startsWith(operand ?? '') }];
  throw new PolicyRefused('AccessDenied', `unknown condition ${operator}`);
};

/** Verifies the fields of a form (names in lower case). Throws PolicyRefused. */
export const verifyPost = (
  fields: ReadonlyMap<string, string>,
  bucketName: string,
  credentials: Credentials,
  now: Date,
): PermittedUpload => {
  const [accessKeyId, day = ''] = (fields.get('x-amz-credential') ?? '').split('/');
  if (accessKeyId !== credentials.accessKeyId)
    throw new PolicyRefused('InvalidAccessKeyId', 'unknown access key');
  const text = fields.get('policy') ?? '';
  if (!sameSignature(fields.get('x-amz-signature') ?? '', signText(text, day, credentials)))
    throw new PolicyRefused('SignatureDoesNotMatch', 'the signature does not match the policy');
  const policy = readPolicy(text);
  if (!(Date.parse(policy.expiration) > now.getTime()))
    throw new PolicyRefused('AccessDenied', 'the policy has expired');

  const covered = new Set(FREE);
  let minBytes = 0;
  let maxBytes = 0;
  const values = new Map([...fields, ['bucket', bucketName]]);
  for (const condition of policy.conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      [minBytes, maxBytes] = [Number(condition[1]), Number(condition[2])];
      continue;
    }
    for (const { name, allows } of fieldConditions(condition)) {
      covered.add(name);
      if (!allows(values.get(name) ?? ''))
        throw new PolicyRefused('AccessDenied', `the policy does not allow this ${name}`);
    }
  }
  for (const name of fields.keys())
    if (!covered.has(name))
      throw new PolicyRefused('AccessDenied', `the policy says nothing about ${name}`);
  return {
    key: fields.get('key') ?? '',
    contentType: fields.get('content-type') ?? 'application/octet-stream',
    minBytes,
    maxBytes,
    status: Number(fields.get('success_action_status') ?? 204),
  };
};
