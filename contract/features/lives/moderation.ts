// /dsb/lives: shows that are open, for administrators, and what they do about one of them.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page } from '../../wire.ts';
import { liveSchema } from '../lives.ts';

/**
 * `warn` tells the producer the reason. `blur` takes the picture from all watchers, `pause` picture
 * and sound, until `resume`. `end` ends the show.
 */
const LIVE_DECISIONS = ['warn', 'blur', 'pause', 'resume', 'end'] as const;
export type LiveDecision = (typeof LIVE_DECISIONS)[number];

const decisionSchema = z.object({
  decision: z.enum(LIVE_DECISIONS),
  reason: z.string(),
  decidedAt: instant,
});

const moderatedLiveSchema = liveSchema
  .extend({
    frames: z.int().meta({ description: 'frames that wait for a review' }),
    blockedFrames: z.int().meta({ description: 'those that look like something taken down' }),
    reports: z.int().meta({ description: 'reports of this show that wait' }),
    lastFrameUrl: z.string().nullable(),
    decisions: z.array(decisionSchema).meta({ description: 'newest first, the last ten' }),
  })
  .meta({ id: 'ModeratedLive' });

export const liveModerationRoutes = {
  'GET /dsb/lives': route({
    id: 'dsb.lives',
    summary:
      'Shows that have not ended: those with matching frames or reports first, then those with most watchers',
    auth: 'admin',
    right: 'content.read',
    query: z.object(page(20)),
    reply: z.array(moderatedLiveSchema),
    list: 'offset',
  }),
  'POST /dsb/lives/{id}/decisions': route({
    id: 'dsb.decideLive',
    summary:
      'Warns the producer of a show, takes its picture or all of it from the watchers, gives it back, or ends the show, at once. Recorded with the reason, which the producer reads',
    auth: 'admin',
    right: 'content.decide',
    params: z.object({ id: id('live') }),
    body: z.object({
      decision: z.enum(LIVE_DECISIONS),
      reason: z.string().trim().min(1).max(REASON_MAX),
    }),
    example: { decision: 'blur', reason: 'Alguém sem registro aparece na imagem.' },
    reply: z.null(),
    errors: ['live.notFound', 'live.unavailable', 'decision.own'],
  }),
};
