// Decisions about labels of AI: their owner gets a statement of reasons, may contest them, and has
// what was said before back when the appeal is won.
import type { MediaId, PostId } from '@camarim/contract/ids';
import type { AiChoice } from '@camarim/contract/limits';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, publish, refused } from '../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let other: ApiClient;
let author: ApiClient;
let names = 0;
let id: PostId;
let mediaId: MediaId;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  other = await joinAdmin(app, 'outra');
});
beforeEach(async () => {
  author = await joinProducer(app, `autora${(names += 1)}`);
  const post = await publish(app, author, { seed: names, text: 'um conto' });
  id = post.id;
  mediaId = post.mediaIds[0] as MediaId;
});

/** Each kind of thing that has a label, with the calls about it. */
const KINDS = [
  {
    kind: 'post' as const,
    yours: 'seu post',
    decide: (ai: AiChoice | null, reason: string) =>
      admin.ask('POST /dsb/posts/{id}/ai', { params: { id }, body: { ai, reason } }),
    declare: (ai: AiChoice) => author.call('PUT /posts/{id}', { params: { id }, body: { ai } }),
    label: async () => (await app.fan.call('GET /posts/{id}', { params: { id } })).ai,
  },
  {
    kind: 'media' as const,
    yours: 'um arquivo seu',
    decide: (ai: AiChoice | null, reason: string) =>
      admin.ask('POST /dsb/medias/{id}/ai', { params: { id: mediaId }, body: { ai, reason } }),
    declare: (ai: AiChoice) =>
      author.call('PUT /medias/{id}/ai', { params: { id: mediaId }, body: { ai } }),
    label: async () =>
      (await app.fan.call('GET /posts/{id}', { params: { id } })).medias[0]?.ai ?? null,
  },
];

/** The newest first. */
const emails = async () => {
  await app.runJobs();
  const all = (await app.ctx.mail.inbox?.list(100)) ?? [];
  return all.filter(
    ({ to, subject }) =>
      to === `${author.domainName}@example.com` && subject.includes('rótulo de IA'),
  );
};
const contestable = () => author.call('GET /help/decisions', {});
const appeal = async (decision: string) =>
  (
    await author.call('POST /profiles/help', {
      body: { message: 'Fui eu que desenhei.', decision },
      idempotencyKey: newId(),
    })
  ).id;
const answer = (ticket: string, outcome: 'upheld' | 'overturned', person = other) =>
  person.ask('POST /dsb/help/{id}', {
    params: { id: ticket },
    body: { answer: 'Olhamos de novo.', outcome },
  });

describe.each(KINDS)('$kind', ({ kind, yours, decide, declare, label }) => {
  test(`the owner of a labelled ${kind} reads what was decided and why, and can contest it`, async () => {
    await decide('generated', 'Mãos com seis dedos.');
    const [email, second] = await emails();
    expect(second).toBeUndefined();
    expect(email?.text).toContain(`o rótulo de IA de ${yours} diz: gerado por IA`);
    expect(email?.text).toContain('Mãos com seis dedos.');
    const [decision] = await contestable();
    expect(decision).toMatchObject({
      by: 'labelled',
      label: 'gerado por IA',
      rule: null,
      reason: 'Mãos com seis dedos.',
      restored: false,
      appealed: false,
    });
    expect(email?.text).toContain(`appeal=${decision?.id}`);
    const notices = await author.call('GET /profiles/notifications', {});
    expect(notices[0]).toMatchObject({ type: 'aiLabelDecided', text: 'Mãos com seis dedos.' });
  });

  test('the same decision again sends no other email, and one that is taken back sends one without an appeal', async () => {
    await decide('altered', 'A pele é de um programa.');
    await decide('altered', 'A pele é de um programa.');
    expect(await emails()).toHaveLength(1);
    await decide(null, 'Foi engano.');
    const [email] = await emails();
    expect(email?.subject).toBe('Retiramos uma decisão sobre o rótulo de IA');
    expect(email?.text).toContain('Foi engano.');
    expect(email?.text).not.toContain('appeal=');
    expect(await contestable()).toEqual([]);
  });

  test('a won appeal gives back what was said before, and is answered by another person', async () => {
    await declare('altered');
    await decide('generated', 'Tudo é de um programa.');
    const [decision] = await contestable();
    const ticket = await appeal(decision?.id ?? '');
    expect((await contestable())[0]).toMatchObject({ appealed: true });
    expect((await answer(ticket, 'overturned', admin)).reply.code).toBe('ticket.otherAdmin');
    expect((await answer(ticket, 'overturned')).reply.data).toMatchObject({ restored: 1 });
    expect(await label()).toEqual({ label: 'altered', by: 'owner' });
    const { rows } = await app.ctx.pool.query(
      'SELECT label, label_before, overturned_at IS NOT NULL AS overturned FROM ai_decisions WHERE owner_id = $1 ORDER BY decided_at, id',
      [author.profileId],
    );
    expect(rows).toEqual([
      { label: 'generated', label_before: null, overturned: true },
      { label: null, label_before: 'generated', overturned: false },
    ]);
  });

  test('a lost appeal leaves the decision, and a won one against a replaced decision changes nothing', async () => {
    await decide('altered', 'A pele é de um programa.');
    const [first] = await contestable();
    const lost = await appeal(first?.id ?? '');
    await answer(lost, 'upheld');
    expect(await label()).toEqual({ label: 'altered', by: 'decision' });
    app.clock.advance(1_000);
    await decide('generated', 'Tudo é de um programa.');
    const [second] = await contestable();
    const late = await appeal(second?.id ?? '');
    app.clock.advance(1_000);
    await decide('altered', 'Só a pele.');
    expect((await answer(late, 'overturned')).reply.data).toMatchObject({ restored: 0 });
    expect(await label()).toEqual({ label: 'altered', by: 'decision' });
  });

  test(`a decision about a ${kind} of another person can't be contested`, async () => {
    await decide('generated', 'Mãos com seis dedos.');
    const [decision] = await contestable();
    expect(
      await refused(app.fan, 'POST /profiles/help', {
        body: { message: 'Também acho.', decision: decision?.id ?? '' },
      }),
    ).toBe('ticket.noDecision');
  });
});
