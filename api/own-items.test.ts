// People of the team decide nothing that is their own: a producer who is also an owner of the
// installation, and each kind of item whose decision no other suite refuses.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { MediaId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { setStaffRole } from './features/auth/index.ts';
import { newId } from './platform/ids/new-id.ts';
import { testApp, type TestApp } from './testing/app.ts';
import { partyOf } from './testing/lives/party.ts';
import { askFor } from './testing/orders/ordering.ts';
import { joinAdmin, stepUp } from './testing/producing.ts';
import { joinProducer, publish } from './testing/publishing.ts';

let app: TestApp;
let author: ApiClient;
let liveId: LiveId;
const frameId = newId() as LiveFrameId;
const reason = 'Um motivo do teste';

beforeAll(async () => {
  app = await testApp();
  author = await joinProducer(app, 'donaautora');
  const fan = await app.join('fadaautora');
  liveId = await partyOf(app, author);
  const { mediaIds } = await publish(app, author, { seed: 977, text: 'da dona' });
  const order = await askFor(fan, author);
  const alert = newId();
  await app.ctx.pool.query(
    `INSERT INTO fraud_alerts (id, rule, subject, about_id, evidence, opened_at, last_at)
      VALUES ($1, 'newPayer', $2::text, $2::uuid, '{}', $3, $3)`,
    [alert, author.profileId, app.clock.now()],
  );
  await app.ctx.pool.query(
    `INSERT INTO live_frames (id, live_id, kind, has_picture, taken_at, hash, blocked)
      VALUES ($1, $2, 'regular', false, $3, 0, false)`,
    [frameId, liveId, app.clock.now()],
  );
  const ticket = await author.call('POST /profiles/help', {
    body: { message: 'Uma pergunta da dona' },
  });
  await setStaffRole(app.ctx, 'donaautora', 'owner', 'for a test');
  app.clock.advance(5_000);
  await stepUp(app, author);
  Object.assign(own, { alert, order, ticket: ticket.id, media: mediaIds[0] });
});
const own = {} as { alert: string; order: never; ticket: string; media: MediaId };

test.each([
  [
    'a help request',
    () =>
      author.ask('POST /dsb/help/{id}', { params: { id: own.ticket }, body: { answer: 'Sim' } }),
  ],
  [
    'a fraud alert',
    () =>
      author.ask('POST /dsb/fraud/{id}', {
        params: { id: own.alert },
        body: { decision: 'release', reason },
      }),
  ],
  [
    'an order',
    () =>
      author.ask('POST /dsb/orders/{id}', {
        params: { id: own.order },
        body: { outcome: 'settle', reason },
      }),
  ],
  [
    'the label of a media',
    () =>
      author.ask('POST /dsb/medias/{id}/ai', {
        params: { id: own.media },
        body: { ai: null, reason },
      }),
  ],
  [
    'a show',
    () =>
      author.ask('POST /dsb/lives/{id}/decisions', {
        params: { id: liveId },
        body: { decision: 'warn', reason },
      }),
  ],
] as const)('an owner can’t decide about %s of their own', async (_name, decide) => {
  const { status, reply } = await decide();
  expect([status, reply.code]).toEqual([403, 'decision.own']);
});

test('frames of one’s own show stay unreviewed until another person has seen them', async () => {
  const review = async (admin: ApiClient) =>
    (await admin.call('POST /dsb/lives/frames/review', { body: { ids: [frameId] } })).reviewed;
  expect(await review(author)).toBe(0);
  expect(await review(await joinAdmin(app, 'outradona'))).toBe(1);
});
