// The label of AI of a post: what the team decides has the last word over its author.
import type { AiChoice } from '@camarim/contract/limits';
import type { PostId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer, publish, refused } from '../../../testing/publishing.ts';
import { setStaffRole } from '../../auth/index.ts';

let app: TestApp;
let admin: ApiClient;
let author: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  author = await joinProducer(app, 'autora');
});

const labelOf = async (id: PostId) =>
  (await app.fan.call('GET /posts/{id}', { params: { id } })).ai;
const decide = (id: PostId, ai: AiChoice | null) =>
  admin.ask('POST /dsb/posts/{id}/ai', { params: { id }, body: { ai, reason: 'vimos' } });
const declare = (id: PostId, ai: AiChoice) =>
  author.call('PUT /posts/{id}', { params: { id }, body: { ai } });

test('a decision on an AI label overrides the author until it is taken back, and is audited', async () => {
  const { id } = await publish(app, author, { pictures: 0, text: 'um conto' });
  expect((await decide(id, 'generated')).reply.data).toEqual({
    ai: { label: 'generated', by: 'decision' },
  });
  await declare(id, 'none');
  expect(await labelOf(id)).toEqual({ label: 'generated', by: 'decision' });
  await app.fan.call('POST /reports', {
    body: { targetKind: 'post', targetId: id, reason: 'fraud', text: 'vejam' },
  });
  const [report] = await admin.call('GET /dsb/reports', {});
  expect(report?.target?.ai).toEqual({ label: 'generated', by: 'decision' });
  await declare(id, 'altered');
  await decide(id, 'none');
  expect(await labelOf(id)).toBeNull();
  await decide(id, null);
  expect(await labelOf(id)).toEqual({ label: 'altered', by: 'owner' });
  const { rows } = await app.ctx.pool.query(
    `SELECT l.reason, l.profile_id FROM admin_log l JOIN ai_decisions d ON d.id::text = l.subject_id
     WHERE l.action = 'post.labelled' AND d.target_kind = 'post' AND d.target_id = $1
       ORDER BY l.id`,
    [id],
  );
  expect(rows.map(({ reason }) => reason)).toEqual([
    'generated: vimos',
    'none: vimos',
    'undecided: vimos',
  ]);
  expect(rows[0]?.profile_id).toBe(author.profileId);
});

test('no administrator decides about a post of their own, or about one that is deleted', async () => {
  const both = await joinProducer(app, 'dupla');
  const own = await publish(app, both, { pictures: 0, text: 'meu conto' });
  await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'dupla', 'moderation', 'teste');
  app.clock.advance(6_000);
  const body = { ai: 'none' as const, reason: 'é meu' };
  expect(await refused(both, 'POST /dsb/posts/{id}/ai', { params: { id: own.id }, body })).toBe(
    'decision.own',
  );
  await both.call('DELETE /posts/{id}', { params: { id: own.id } });
  expect((await decide(own.id, 'generated')).reply.code).toBe('post.notFound');
});
