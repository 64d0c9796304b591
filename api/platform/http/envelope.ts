// Schemas of every reply: the success envelope of a route and the refusals it may answer.
import { errors } from '@camarim/contract';
import type { ErrorCode } from '@camarim/contract/errors';
import type { RouteDefinition } from '@camarim/contract/route';
import { z } from 'zod';
import { asksForOrigin } from './origin.ts';

export const envelopeSchema = (definition: RouteDefinition) =>
  z.object({
    success: z.literal(true),
    data: definition.reply,
    message: z.string().optional(),
    ...(definition.list === 'offset' && {
      total: z.int().optional(),
      limit: z.int().optional(),
      offset: z.int().optional(),
    }),
    ...(definition.list === 'cursor' && { cursor: z.string().nullable() }),
  });

const refusalSchema = z
  .object({
    success: z.literal(false),
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.object({ code: z.string(), message: z.string() })).optional(),
    data: z.unknown().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Refusal' });

/** Error codes that every call may answer beside its own. */
const EVERY: readonly ErrorCode[] = [
  'validate.invalidRequest',
  'request.tooMany',
  'server.failure',
  'server.unavailable',
];
const SIGNED_IN: readonly ErrorCode[] = ['auth.required', 'auth.forbidden'];

/** Error codes of the checks before the handler. */
const errorsBeforeHandler = (method: string, definition: RouteDefinition): ErrorCode[] => {
  const { auth, stepUp, idempotency, body, rawBody } = definition;
  return [
    ...EVERY,
    ...(auth === 'public' || auth === 'provider' ? [] : SIGNED_IN),
    ...(asksForOrigin(method, definition) ? (['request.originMissing'] as const) : []),
    ...(stepUp ? (['stepUp.required'] as const) : []),
    ...(idempotency === 'required' ? (['request.idempotencyKeyMissing'] as const) : []),
    ...(idempotency ? (['request.idempotencyMismatch'] as const) : []),
    ...(body ? (['request.bodyTooLarge'] as const) : []),
    ...(body && !rawBody ? (['request.unsupportedMediaType'] as const) : []),
  ];
};

/** Refusals by status, each description naming its codes. */
export const refusalsOf = (
  method: string,
  definition: RouteDefinition,
): Record<number, unknown> => {
  const byStatus = new Map<number, string[]>();
  for (const code of new Set([
    ...errorsBeforeHandler(method, definition),
    ...(definition.errors ?? []),
  ])) {
    const known = byStatus.get(errors[code]);
    if (known) known.push(code);
    else byStatus.set(errors[code], [code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, refusalSchema.describe(codes.join(', '))]),
  );
};
