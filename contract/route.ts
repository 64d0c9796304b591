// The shape of one call of the contract, and the types that the server and the web client derive
// from it.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { StaffRight } from './staff.ts';
import type { Envelope } from './wire.ts';

/**
 * The callers that a route admits: `public` never looks at the session, `optional` looks when there
 * is one. `earner` is an approved producer or a suspended one: what was earned can be seen and paid
 * out in both states.
 */
export type Auth = 'public' | 'optional' | 'member' | 'earner' | 'producer' | 'admin' | 'provider';

/** A route of administrators names the right that it needs; the route guard checks it. */
type Caller =
  | { auth: Exclude<Auth, 'admin'>; right?: never }
  | { auth: 'admin'; right: StaffRight };

/** One call. Paths are the specification's, without the /api prefix. */
export type RouteDefinition = Caller & {
  /** Operation id in the OpenAPI document: `noun.verb`. */
  id: string;
  /** One sentence for the reference. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * The handler gets the bytes as they came, whatever their type, because a signature or a record
   * needs them.
   */
  rawBody?: boolean;
  /** A body that the schema takes, for the reference. */
  example?: unknown;
  /** Schema of `data` in the reply's envelope. */
  reply: z.ZodType;
  /**
   * The reply is a file of this content type, or of one of these, and not an envelope: the handler
   * sends it.
   */
  file?: string | readonly string[];
  /** Adds total, limit and offset, or a cursor, to the envelope. */
  list?: 'offset' | 'cursor';
  /**
   * A GET that creates something, and so asks for the header x-origin as calls of other methods do.
   */
  creates?: true;
  /**
   * The caller has to have proved who they are within the last minutes, by the second factor when
   * there is one; else stepUp.required.
   */
  stepUp?: true;
  /** Failures beyond those that every call may answer. */
  errors?: readonly ErrorCode[];
  /**
   * The call moves money or creates content: an Idempotency-Key header is read (`required` for
   * money). `remembered`: the first reply is kept beside the work and not in its transaction,
   * because a gateway or several features take part.
   */
  idempotency?: 'required' | 'accepted' | 'remembered';
  /** Largest body in bytes; 64 KiB unless said. */
  bodyLimitBytes?: number;
  /** Calls allowed per minute by one caller. */
  perMinute?: number;
};

/** Declares one call; keeps its exact types. */
export const route = <const R extends RouteDefinition>(definition: R): R => definition;

type Output<R, Key extends string> = R extends { [K in Key]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;
type Input<R, Key extends string> = R extends { [K in Key]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined;

/** What a handler receives, after validation. */
export type ParamsOf<R> = Output<R, 'params'>;
export type QueryOf<R> = Output<R, 'query'>;
export type BodyOf<R> = Output<R, 'body'>;

/** What a client sends, before defaults are filled in. */
export type ParamsInput<R> = Input<R, 'params'>;
export type QueryInput<R> = Input<R, 'query'>;
export type BodyInput<R> = Input<R, 'body'>;

/** What a handler gives back as `data`. */
export type DataInput<R> = Input<R, 'reply'>;

/** What a client gets: the whole envelope. */
export type ReplyOf<R> = Envelope<Output<R, 'reply'>>;
