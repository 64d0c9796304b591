// Schemas of every reply: the success envelope of a route and the refusals it may answer.
import { errors, type ErrorCode } from '@camarim/contract/errors';
import type { RouteDefinition } from '@camarim/contract/route';
import { z } from 'zod';

export const envelopeSchema = (definition: RouteDefinition) =>
  z.object({
    success: z.literal(true),
    data: definition.reply,
    message: z.string().optional(),
    ...(definition.list === 'offset' && { total: z.int().optional(), limit: z.int().optional(), offset: z.int().optional() }),
    ...(definition.list === 'cursor' && { cursor: z.string().nullable() }),
  });

export const refusalSchema = z
  .object({
    success: z.literal(false),
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.object({ code: z.string(), message: z.string() })).optional(),
    data: z.unknown().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Refusal' });

/** What any call may answer besides its own list. */
const EVERY: readonly ErrorCode[] = ['validate.invalidRequest', 'request.tooMany', 'server.failure', 'server.unavailable'];
const SIGNED_IN: readonly ErrorCode[] = ['auth.required', 'auth.forbidden'];

/** Refusals by status, each description naming its codes. */
export const refusalsOf = (definition: RouteDefinition): Record<number, unknown> => {
  const signedIn = definition.auth === 'public' || definition.auth === 'provider' ? [] : SIGNED_IN;
  const byStatus = new Map<number, string[]>();
  for (const code of [...EVERY, ...signedIn, ...(definition.stepUp ? (['stepUp.required'] as const) : []), ...(definition.errors ?? [])]) {
    const known = byStatus.get(errors[code]);
    if (known) known.push(code);
    else byStatus.set(errors[code], [code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusalSchema.describe(codes.join(', '))]));
};
