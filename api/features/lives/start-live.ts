// Starting live shows.
import { randomUUIDv7 } from 'node:crypto';
import type { LiveId } from '@camarim/contract/features/lives';
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import type { ShowType } from '@camarim/contract/shows';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import type { LiveOwner } from './policy.ts';
import { canDeclare } from '../verifications/index.ts';
import { insertPerformers } from './performers-store.ts';
import { insertLive } from './store.ts';

/**
 * Everybody who appears has consented and was checked. Throws performer.notReady, live.alreadyLive, and
 * live.callNotAccepted for a private show without an accepted
 * call.
 */
export const startLive = (
  ctx: Ctx,
  { producerId }: Allowed<LiveOwner>,
  request: {
    type: ShowType;
    privateWatcherId?: ProfileId | null | undefined;
    title: string;
    performerIds: readonly PerformerId[];
  },
  key: string | null,
): Promise<LiveId> => {
  const now = ctx.clock.now();
  return once(
    ctx.db,
    { profileId: producerId, key, route: 'POST /lives', request, now },
    async (tx) => {
      if (request.type === '3') throw new AppError('live.callNotAccepted');
      const id = randomUUIDv7() as LiveId;
      const live = {
        id,
        producerId,
        type: Number(request.type),
        privateWatcherId: null,
        title: request.title,
        pricePerMinute: null,
        now,
      };
      const declared = await canDeclare(tx, producerId, request.performerIds);
      if (!(await insertLive(tx, live))) throw new AppError('live.alreadyLive');
      await insertPerformers(tx, id, declared.performerIds);
      return id;
    },
  );
};
