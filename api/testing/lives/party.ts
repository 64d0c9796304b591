// Live shows for tests, opened by the API.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ApiClient } from '../../api-client.ts';
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
