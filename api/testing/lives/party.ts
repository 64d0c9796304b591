// Live shows for tests, opened by the API.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ApiClient } from '../../api-client.ts';
import { closeVisits } from '../../features/lives/media/close-visits.ts';
import { openVisitsOf } from '../../features/lives/media/visits-store.ts';
import type { TestApp } from '../app.ts';

/** A party of the producer that is on air, as after the engine has got its picture; opened once. */
export const partyOf = async (app: TestApp, producer: ApiClient): Promise<LiveId> => {
  const { status, reply } = await producer.ask('POST /lives', {
    body: { type: '2', title: `Festa de ${producer.domainName}` },
  });
  if (status !== 200 && reply.code !== 'live.alreadyLive')
    throw new Error(`no show was opened: ${reply.code}`);
  const { rows } = await app.ctx.pool.query(
    'UPDATE lives SET published_at = coalesce(published_at, $2) WHERE producer_id = $1 AND ended_at IS NULL RETURNING id',
    [producer.profileId, app.clock.now()],
  );
  return rows[0].id;
};

/** The person watches the show: a visit, as after the engine has connected them. */
export const enter = async (app: TestApp, liveId: LiveId, person: ApiClient): Promise<void> => {
  await app.ctx.pool.query(
    'INSERT INTO live_viewers (id, live_id, profile_id, joined_at) VALUES (gen_random_uuid(), $1, $2, $3)',
    [liveId, person.profileId, app.clock.now()],
  );
};

/** The person's visits end, as when the engine loses their connections. */
export const leave = async (app: TestApp, liveId: LiveId, person: ApiClient): Promise<void> => {
  const { ctx } = app;
  const peers = await openVisitsOf(ctx.db, liveId, person.profileId);
  await closeVisits(ctx, liveId, peers);
};
