// The embedded store's replies: XML and errors as of S3.
import type { FastifyReply } from 'fastify';
import { SizeRefused } from './disk-streams.ts';
import { BodyRefused } from './embedded-body.ts';
import { PartsRefused, RangeNotSatisfiable } from './port.ts';
import { PolicyRefused } from './post-policy.ts';
import { SignatureRefused } from './signature-v4.ts';

const STATUS = {
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  IncompleteBody: 400,
  BadDigest: 400,
  XAmzContentSHA256Mismatch: 400,
  AuthorizationQueryParametersError: 400,
  AccessDenied: 403,
  SignatureDoesNotMatch: 403,
  InvalidAccessKeyId: 403,
  RequestTimeTooSkewed: 403,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  MethodNotAllowed: 405,
  InvalidRange: 416,
  NotImplemented: 501,
  ServiceUnavailable: 503,
} as const;
export type Reason = keyof typeof STATUS;

/** An element's content: text, elements by name, or several of one name. */
export type Xml = string | number | boolean | { [name: string]: Xml | Xml[] };

const escapeXml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const inside = (content: Xml): string => {
  if (typeof content !== 'object') return escapeXml(String(content));
  return Object.entries(content)
    .map(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .map((one) => `<${name}>${inside(one)}</${name}>`)
        .join(''),
    )
    .join('');
};

export const sendXml = (
  reply: FastifyReply,
  status: number,
  root: string,
  content: Xml,
): FastifyReply =>
  reply
    .code(status)
    .type('application/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${inside(content)}</${root}>`);

export const refuse = (reply: FastifyReply, reason: Reason, message: string): FastifyReply =>
  sendXml(reply, STATUS[reason], 'Error', { Code: reason, Message: message });

/** The disk has too little room for what is sent. */
export class DiskFull extends Error {
  readonly reason = 'ServiceUnavailable';

  constructor() {
    super('there is no room for uploads');
  }
}

/** Sends a refusal as an S3 error; rethrows other errors. */
export const refuseFor = (reply: FastifyReply, error: unknown): FastifyReply => {
  if (
    error instanceof DiskFull ||
    error instanceof PolicyRefused ||
    error instanceof SignatureRefused ||
    error instanceof SizeRefused ||
    error instanceof BodyRefused ||
    error instanceof PartsRefused
  ) {
    return refuse(reply, error.reason, error.message);
  }
  if (error instanceof RangeNotSatisfiable)
    return refuse(
      reply.header('content-range', `bytes */${error.bytes}`),
      'InvalidRange',
      error.message,
    );
  throw error;
};

const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/** The parts a CompleteMultipartUpload names; null when it is not one. */
export const readParts = (xml: string): { partNumber: number; etag: string }[] | null => {
  if (!xml.includes('<CompleteMultipartUpload')) return null;
  return [...xml.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    partNumber: Number(textOf(part, 'PartNumber')),
    etag: (textOf(part, 'ETag') ?? '').replaceAll(/&quot;|&#34;/g, '"'),
  }));
};
