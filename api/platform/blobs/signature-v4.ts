// Signature Version 4: verifies requests to the embedded store, and signs addresses for parts.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '@camarim/contract/time';

export type Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/** A request as it came: `target` is path and query, still encoded. */
export type SignedRequest = {
  method: string;
  target: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** The reason why a request is refused, as an S3 error code. */
export class SignatureRefused extends Error {
  readonly reason:
    | 'AccessDenied'
    | 'SignatureDoesNotMatch'
    | 'InvalidAccessKeyId'
    | 'RequestTimeTooSkewed'
    | 'AuthorizationQueryParametersError';

  constructor(reason: SignatureRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const SKEW_MS = 15 * MINUTE_MS;
const EXPIRES_MAX_SECONDS = 7 * 86_400;

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** 20261121T071200Z */
export const amzDate = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const instantOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

export const scopeOf = (day: string, region: string): string => `${day}/${region}/s3/aws4_request`;

/** Signs any text (a string to sign, or the policy of a form) with the key of that day. */
export const signText = (
  text: string,
  day: string,
  { secretAccessKey, region }: Credentials,
): Buffer =>
  hmac(hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request'), text);

export const sameSignature = (given: string, expected: Buffer): boolean => {
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
};

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  );

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SignatureRefused('SignatureDoesNotMatch', 'the address is not well encoded');
  }
};

/** Path and query of an address; a plus sign stays one, as S3 reads it. */
export const readTarget = (target: string): { path: string; query: Map<string, string> } => {
  const [path = '', search = ''] = target.split('?', 2);
  const query = new Map<string, string>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const at = pair.includes('=') ? pair.indexOf('=') : pair.length;
    query.set(decode(pair.slice(0, at)), decode(pair.slice(at + 1)));
  }
  return { path, query };
};

const headerOf = (headers: SignedRequest['headers'], name: string): string =>
  String(headers[name] ?? '')
    .trim()
    .replaceAll(/ +/g, ' ');

const byName = ([left]: [string, string], [right]: [string, string]): number =>
  left < right ? -1 : 1;

const stringToSign = (
  { method, target, headers }: SignedRequest,
  signed: { names: string; payload: string; date: string; region: string },
): string => {
  const { path, query } = readTarget(target);
  const pairs = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encode(name), encode(value)]);
  const canonical = [
    method,
    path
      .split('/')
      .map((segment) => encode(decode(segment)))
      .join('/'),
    pairs
      .sort(byName)
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
    ...signed.names
      .split(';')
      .filter(Boolean)
      .map((name) => `${name}:${headerOf(headers, name)}`),
    '',
    signed.names,
    signed.payload,
  ].join('\n');
  return [
    ALGORITHM,
    signed.date,
    scopeOf(signed.date.slice(0, 8), signed.region),
    sha256(canonical),
  ].join('\n');
};

/**
 * Signs an address for one request of `method` until `expiresAt`. `headers` are those the request
 * must carry as they are, `content-length` say; S3 wants `host` among them.
 */
export const presignAddress = (
  {
    method,
    path,
    query,
    headers,
  }: {
    method: string;
    path: string;
    query: Record<string, string>;
    headers: Record<string, string>;
  },
  credentials: Credentials,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): string => {
  const date = amzDate(now);
  const names = Object.keys(headers).sort().join(';');
  const all = {
    ...query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scopeOf(date.slice(0, 8), credentials.region)}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 1_000))),
    'X-Amz-SignedHeaders': names,
  };
  const target = `${path}?${Object.entries(all)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')}`;
  const signature = signText(
    stringToSign(
      { method, target, headers },
      { names, payload: UNSIGNED, date, region: credentials.region },
    ),
    date.slice(0, 8),
    credentials,
  );
  return `${target}&X-Amz-Signature=${signature.toString('hex')}`;
};

type SignatureClaims = {
  accessKeyId: string;
  day: string;
  region: string;
  names: string;
  signature: string;
  date: string;
  payload: string;
};

const claimsOfQuery = (query: Map<string, string>): SignatureClaims => {
  const [accessKeyId = '', day = '', region = ''] = (query.get('X-Amz-Credential') ?? '').split(
    '/',
  );
  return {
    accessKeyId,
    day,
    region,
    names: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payload: query.get('X-Amz-Content-Sha256') ?? UNSIGNED,
  };
};

const claimsOfHeaders = (headers: SignedRequest['headers']): SignatureClaims => {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headerOf(headers, 'authorization'),
    );
  if (!found) throw new SignatureRefused('AccessDenied', 'the request is not signed');
  const [, accessKeyId = '', day = '', region = '', names = '', signature = ''] = found;
  if (!names.split(';').includes('host'))
    throw new SignatureRefused('AccessDenied', 'the host is not signed');
  return {
    accessKeyId,
    day,
    region,
    names,
    signature,
    date: headerOf(headers, 'x-amz-date'),
    payload: headerOf(headers, 'x-amz-content-sha256'),
  };
};

const requireUnexpired = (query: Map<string, string>, begun: number, now: Date): void => {
  if (!query.has('X-Amz-Signature')) {
    if (!(Math.abs(now.getTime() - begun) <= SKEW_MS))
      throw new SignatureRefused('RequestTimeTooSkewed', 'the clocks differ too much');
    return;
  }
  const seconds = Number(query.get('X-Amz-Expires'));
  if (!(seconds > 0 && seconds <= EXPIRES_MAX_SECONDS))
    throw new SignatureRefused(
      'AuthorizationQueryParametersError',
      'X-Amz-Expires must be between 1 second and 7 days',
    );
  if (!(begun <= now.getTime() + SKEW_MS && now.getTime() < begun + seconds * 1_000))
    throw new SignatureRefused('AccessDenied', 'the address has expired');
};

/**
 * Verifies a request signed by header or by address. Returns its declared payload hash. Throws
 * SignatureRefused.
 */
export const verifyRequest = (
  request: SignedRequest,
  credentials: Credentials,
  now: Date,
): { payload: string } => {
  const { query } = readTarget(request.target);
  const claims = query.has('X-Amz-Signature')
    ? claimsOfQuery(query)
    : claimsOfHeaders(request.headers);
  if (claims.accessKeyId !== credentials.accessKeyId)
    throw new SignatureRefused('InvalidAccessKeyId', 'unknown access key');
  if (claims.region !== credentials.region || claims.day !== claims.date.slice(0, 8))
    throw new SignatureRefused('SignatureDoesNotMatch', 'the signature is of another scope');
  // A header that changes the effect must be signed, or every holder of a signed address could add
  // it.
  const names = new Set(claims.names.split(';'));
  const stray = Object.keys(request.headers).find(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !names.has(name),
  );
  if (stray !== undefined) throw new SignatureRefused('AccessDenied', `${stray} is not signed`);
  if (
    !sameSignature(
      claims.signature,
      signText(stringToSign(request, claims), claims.day, credentials),
    )
  )
    throw new SignatureRefused('SignatureDoesNotMatch', 'the signature does not match the request');
  requireUnexpired(query, instantOf(claims.date), now);
  return { payload: claims.payload };
};
