// Reports of messages: private until a member of their conversation reports them, kept as evidence,
// and removed for both.
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, open, picture } from '../../testing/publishing.ts';
import { eraseReportsOf } from './file-report.ts';

let app: TestApp;
let admin: ApiClient;
let author: ApiClient;

beforeAll(async () => {
  app = await testApp();
});

const report = async (
  person: ApiClient,
  targetId: string,
  reason: 'fraud' | 'harassment' = 'fraud',
): Promise<string> =>
  (
    await person.call('POST /reports', {
      body: { targetKind: 'message', targetId, reason, text: 'vejam' },
    })
  ).id;
const seen = async (id: string, by = admin) =>
  (await by.call('GET /dsb/reports', { query: { limit: '20' } })).find((one) => one.id === id);
const decide = (id: string, outcome: 'removed' | 'dismissed', reason = 'conferido') =>
  admin.ask('POST /dsb/reports/{id}', { params: { id }, body: { outcome, reason } });
const emailsTo = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(50)) ?? []).filter((email) => email.to === to);
};

describe('a reported message', () => {
  let reader: ApiClient;
  beforeAll(async () => {
    admin = await joinAdmin(app, 'chefia.das.mensagens');
    author = await joinProducer(app, 'autora.de.mensagens');
    reader = await app.join('leitora');
    await follow(reader, author);
  });
  const sent = async (text: string) => {
    const { reply } = await send(author, reader, {
      message: text,
      medias: [
        {
          key: await upload(app.server, author, await picture(text.length), 'image/jpeg'),
          contentType: 'image/jpeg',
        },
      ],
    });
    await app.runJobs();
    return reply.data.id;
  };

  const decided = async (id: string) =>
    (await admin.call('GET /dsb/reports', { query: { decided: 'true', limit: '20' } })).find(
      (one) => one.id === id,
    );
  /** With the nightly deletion; the sessions of before have ended. */
  const afterDays = async (days: number) => {
    app.clock.advance(days * DAY_MS);
    admin = await signInWithProof(app, 'chefia.das.mensagens');
    author = await signInWithProof(app, 'autora.de.mensagens');
    reader = await signInWithProof(app, 'leitora');
    await app.ctx.jobs.enqueue(app.ctx.db, 'reports.sweep', {});
    await app.runJobs();
  };

  test('a message is shown to administrators only when a member of its conversation reported it', async () => {
    const messageId = await sent('só entre nós');
    const byStranger = await report(await app.join('outra'), messageId);
    expect(await seen(byStranger)).toMatchObject({ target: null, evidence: null });
    expect((await decide(byStranger, 'removed')).reply.code).toBe('report.nothingToRemove');
    const byMember = await report(reader, messageId, 'harassment');
    const shown = await seen(byMember);
    expect(shown).toMatchObject({
      target: { text: 'só entre nós', profile: { domainName: 'autora.de.mensagens' } },
      evidence: { text: 'só entre nós', medias: 1 },
    });
    expect((await open(app, admin, shown?.target?.medias[0]?.url)).statusCode).toBe(200);
  });

  test('what a reported message says is shown to those who decide about content only', async () => {
    const id = await report(reader, await sent('segredo de dois'), 'harassment');
    for (const role of ['support', 'readOnly'] as const) {
      const person = await joinAdmin(app, `equipe.${role}`, role);
      expect(await seen(id, person)).toMatchObject({
        reason: 'harassment',
        about: null,
        target: null,
        evidence: null,
      });
    }
    const moderator = await joinAdmin(app, 'equipe.decide', 'moderation');
    expect(await seen(id, moderator)).toMatchObject({
      target: { text: 'segredo de dois' },
      evidence: { text: 'segredo de dois' },
    });
  });

  test('what a reported message said stays as evidence, after a refusal while it may be contested', async () => {
    const messageId = await sent('ameaça');
    const id = await report(reader, messageId, 'harassment');
    await author.call('DELETE /chats/messages/{id}', { params: { id: messageId } });
    expect(await seen(id)).toMatchObject({ target: null, evidence: { text: 'ameaça' } });
    const { rows } = await app.ctx.pool.query(
      'SELECT encode(sealed_evidence, $2) AS stored FROM reports WHERE id = $1',
      [id, 'escape'],
    );
    expect(rows[0].stored).not.toContain('amea');
    await decide(id, 'dismissed');
    await afterDays(app.ctx.config.APPEAL_DAYS - 1);
    expect((await decided(id))?.evidence).toMatchObject({ text: 'ameaça' });
    await afterDays(2);
    expect((await decided(id))?.evidence).toBeNull();
  });

  test('the evidence of a contested refusal stays until the answer, and stays when the appeal is won', async () => {
    const contested = async () => {
      const id = await report(reader, await sent('ofensa'), 'harassment');
      await decide(id, 'dismissed');
      const { id: ticket } = await reader.call('POST /profiles/help', {
        body: { message: 'Não concordo.', decision: id },
      });
      return { id, ticket };
    };
    const [lost, won] = [await contested(), await contested()];
    await afterDays(app.ctx.config.APPEAL_DAYS + 1);
    expect((await decided(lost.id))?.evidence).toMatchObject({ text: 'ofensa' });
    const other = await joinAdmin(app, 'chefia.das.contestacoes');
    const answer = ({ ticket }: { ticket: string }, outcome: 'upheld' | 'overturned') =>
      other.call('POST /dsb/help/{id}', {
        params: { id: ticket },
        body: { answer: 'Conferimos.', outcome },
      });
    await answer(lost, 'upheld');
    await answer(won, 'overturned');
    await afterDays(1);
    expect((await decided(lost.id))?.evidence).toBeNull();
    expect((await decided(won.id))?.evidence).toMatchObject({ text: 'ofensa' });
    // As the removal of the reporter's account does; the author may still contest the removal.
    await app.ctx.pool.query('DELETE FROM help_tickets WHERE id = $1', [won.ticket]);
    await afterDays(1);
    expect((await decided(won.id))?.evidence).toMatchObject({ text: 'ofensa' });
  });

  test('a reported message can be removed after the person who reported it removed their account', async () => {
    const leaver = await app.join('vai.embora');
    await follow(leaver, author);
    const { reply } = await send(author, leaver, { message: 'ameaça a quem sai' });
    const id = await report(leaver, reply.data.id, 'harassment');
    await eraseReportsOf(app.ctx, leaver.profileId as ProfileId);
    expect(await seen(id)).toMatchObject({ reporter: null, target: { text: 'ameaça a quem sai' } });
    expect((await decide(id, 'removed')).status).toBe(200);
  });

  test('a removed message is gone for both, with its media, and its author is emailed', async () => {
    const messageId = await sent('fora das regras');
    const id = await report(reader, messageId);
    expect((await decide(id, 'removed', 'contra as regras')).status).toBe(200);
    for (const [person, slug] of [
      [reader, author.domainName],
      [author, reader.domainName],
    ] as const)
      expect((await read(person, slug)).at(-1)).toMatchObject({
        content: '',
        unsent: true,
        medias: [],
      });
    const emails = await emailsTo('autora.de.mensagens@example.com');
    expect(emails.some(({ text }) => text.includes('contra as regras'))).toBe(true);
  });
});
