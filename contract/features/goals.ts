// /goals: what producers collect for. Tips with a goalId fill one. Source: specification sections 3
// (Goal) and 7 (Goals).
import { z } from 'zod';
import { GOAL_TITLE_MAX, GOAL_VALUE_MAX_CENTAVOS, GOAL_VALUE_MIN_CENTAVOS } from '../limits.ts';
import type { Centavos } from '../money.ts';
import { route } from '../route.ts';
import { amountSchema, centavosSchema, id, instant, page } from '../wire.ts';

declare module '../events.ts' {
  interface RealtimeEvents {
    /** A goal that I look at came closer. */
    goals: { profileId: string; goalId: string; balance: Centavos; value: Centavos };
  }
}

const goalSchema = z
  .object({
    id: id('goal'),
    profileId: id('profile'),
    type: z.literal('goal'),
    title: z.string(),
    value: centavosSchema.meta({ description: 'what is collected for' }),
    balance: centavosSchema.meta({ description: 'what came in; may pass the value' }),
    reachedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Goal' });

export const goalsRoutes = {
  'GET /goals': route({
    id: 'goals.list',
    summary: 'Goals of a profile, newest first; my own without profileId',
    auth: 'optional',
    query: z.object({ ...page(10, 50), profileId: id('profile').optional() }),
    reply: z.array(goalSchema),
    list: 'offset',
    errors: ['profile.notFound'],
  }),
  'POST /goals': route({
    id: 'goals.create',
    summary: 'Opens a goal',
    auth: 'producer',
    body: z.object({
      title: z.string().trim().min(1).max(GOAL_TITLE_MAX),
      value: amountSchema(GOAL_VALUE_MIN_CENTAVOS, GOAL_VALUE_MAX_CENTAVOS),
    }),
    example: { title: 'Refletor novo', value: 50_000 },
    reply: goalSchema,
    idempotency: 'accepted',
    errors: ['goal.tooMany'],
    perMinute: 30,
  }),
  'DELETE /goals/{goalId}': route({
    id: 'goals.delete',
    summary: 'Takes a goal of mine down; what was given stays mine',
    auth: 'producer',
    params: z.object({ goalId: id('goal') }),
    reply: z.null(),
    errors: ['goal.notFound'],
  }),
};
