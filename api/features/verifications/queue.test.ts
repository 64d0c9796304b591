// The counts of the administrators' queue: every kind, what waits, and since when.
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { insertPerformer } from './performers/store.ts';

let app: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'conferente');
});

test('the queue counts what waits of each kind and since when, and nothing that was decided', async () => {
  const profiles = [app.fan.profileId, app.stranger.profileId, app.producer.profileId];
  const days = ['2026-01-03', '2026-01-02', '2026-01-01'].map((day) => new Date(`${day}T00:00Z`));
  const requestsOf = (stages: readonly string[]) =>
    stages.map((stage, index) => ({
      id: newId(),
      profile_id: profiles[index],
      requested_at: days[index] as Date,
      stage,
      ...(stage !== 'requested' && { decided_at: days[0] as Date }),
    }));
  const { db } = app.ctx;
  await db
    .insertInto('age_requests')
    .values(requestsOf(['requested', 'requested', 'refused']) as never)
    .execute();
  const [, , day] = days as [Date, Date, Date];
  for (const consent of ['asked', 'given'] as const) {
    const id = newId() as PerformerId;
    await insertPerformer(db, {
      id,
      producerId: app.producer.profileId as ProfileId,
      stageName: consent,
      sealed: Buffer.from('sealed'),
      documentHash: Buffer.from(consent.padEnd(32)),
      tokenHash: Buffer.from(consent.padEnd(32)),
      tokenExpiresAt: null,
      now: day,
    });
    if (consent === 'given')
      await db
        .updateTable('performers')
        .set({ consent, answered_at: day, token_hash: null, token_expires_at: null })
        .where('id', '=', id)
        .execute();
  }
  expect(await admin.call('GET /dsb/verifications', {})).toEqual([
    { kind: 'age', states: ['waiting'], waiting: 2, oldestAt: '2026-01-02T00:00:00.000Z' },
    {
      kind: 'producer',
      states: ['waiting', 'approved', 'rejected', 'revoked'],
      waiting: 0,
      oldestAt: null,
    },
    {
      kind: 'performer',
      states: ['waiting', 'approved', 'rejected', 'revoked'],
      waiting: 1,
      oldestAt: '2026-01-01T00:00:00.000Z',
    },
  ]);
});
