// Emails are sent only after the commit, are complete in every language, and leave no personal data
// in the database.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES } from '@camarim/contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { transaction } from '../database/transaction.ts';
import { newId } from '../ids/new-id.ts';
import { renderEmail } from './email-templates.ts';
import { INBOX_LINK_FILE } from './inbox-access.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const inbox = async () => (await app.ctx.mail.inbox?.list(10)) ?? [];
const email = (name: string) => ({
  to: 'lia@example.com',
  template: 'producerApproved' as const,
  locale: 'pt' as const,
  params: { name, link: 'https://camarim.example/lia?t=segredo' },
});

describe('sending', () => {
  test('an email is delivered after the commit, and its content is deleted', async () => {
    const before = (await inbox()).length;
    await transaction(app.ctx.db, (tx) => app.ctx.mail.send(tx, email('Lia')));
    expect(await inbox()).toHaveLength(before);
    await app.runJobs();
    expect(await inbox()).toContainEqual(
      expect.objectContaining({
        to: 'lia@example.com',
        subject: 'Seu pedido foi aprovado',
        text: expect.stringContaining('Abrir minha página: https://camarim.example/lia?t=segredo'),
      }),
    );
    const { rows } = await app.ctx.pool.query(
      'SELECT sealed, sent_at FROM mails ORDER BY created_at DESC LIMIT 1',
    );
    expect(rows[0]).toMatchObject({ sealed: null, sent_at: expect.any(Date) });
  });

  test('no email is sent when the transaction rolls back', async () => {
    const before = (await inbox()).length;
    await transaction(app.ctx.db, async (tx) => {
      await app.ctx.mail.send(tx, email('Ninguém'));
      throw new Error('changed my mind');
    }).catch(() => undefined);
    await app.runJobs();
    expect(await inbox()).toHaveLength(before);
  });

  test('no confirmation waits behind emails of notifications: they have a queue of their own', async () => {
    const params = {
      name: 'Lia',
      count: '1',
      list: '• x',
      link: 'https://x/',
      unsubscribe: 'https://x/',
    };
    await transaction(app.ctx.db, async (tx) => {
      await app.ctx.mail.send(tx, { ...email('Lia'), template: 'noticeDigest', params });
      await app.ctx.mail.send(tx, email('Lia'));
    });
    const waiting = async (name: string) =>
      (await app.ctx.jobs.list({ name, state: 'created' })).length;
    expect([await waiting('mail.deliver'), await waiting('mail.deliverNotice')]).toEqual([1, 1]);
    await app.runJobs();
    const [one, other] = await inbox();
    expect([one?.subject, other?.subject].sort()).toEqual([
      'Seu pedido foi aprovado',
      'Suas novidades de hoje: 1',
    ]);
  });

  test('a waiting email is sealed: neither its row nor its job shows recipient or content', async () => {
    await transaction(app.ctx.db, (tx) => app.ctx.mail.send(tx, email('Segredíssimo')));
    const { rows } = await app.ctx.pool.query(
      "SELECT encode(sealed, 'escape') AS sealed FROM mails WHERE sealed IS NOT NULL",
    );
    const jobs = JSON.stringify(await app.ctx.jobs.list({ name: 'mail.deliver' }));
    for (const text of [JSON.stringify(rows), jobs])
      expect(text).not.toMatch(/lia@example|Segred|segredo/);
    await app.runJobs();
  });
});

describe('an email', () => {
  test.each(LOCALES)('every email has subject, text and button in %s', (locale) => {
    const { subject, text, html } = renderEmail('producerRejected', locale, {
      name: 'Íris',
      reason: 'foto escura',
      link: 'https://camarim.example/account/request',
    });
    expect(subject.length).toBeGreaterThan(5);
    expect(text).toContain('foto escura');
    expect(html).toContain('href="https://camarim.example/account/request"');
    expect(text).not.toMatch(/[{}]/);
  });

  test('a parameter of an email can’t add markup or a header', () => {
    const { subject, html } = renderEmail('producerAsked', 'pt', {
      name: '<img src=x>\r\nBcc: all@example.com',
      link: 'https://a.example/"><script>',
    });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<img|<script/);
  });
});

describe('/inbox', () => {
  test('the inbox shows the emails with their links to the browser that followed the printed link', async () => {
    const link = new URL(await readFile(join(app.ctx.config.home, INBOX_LINK_FILE), 'utf8'));
    const headers = { host: 'localhost:3000' };
    const entered = await app.server.inject({ url: `/inbox${link.search}`, headers });
    const page = await app.server.inject({
      url: '/inbox',
      headers,
      cookies: Object.fromEntries(entered.cookies.map(({ name, value }) => [name, value])),
    });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('href="https://camarim.example/lia?t=segredo"');
    const address = /href="(\/inbox\/[\w-]+)"/.exec(page.body)?.[1] ?? '';
    const cookies = Object.fromEntries(entered.cookies.map(({ name, value }) => [name, value]));
    const sent = await app.server.inject({ url: address, headers, cookies });
    expect(sent.body).toMatch(/^<!doctype html>/);
    expect(sent.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await app.server.inject({ url: address, headers })).statusCode).toBe(404);
    for (const unknown of ['another', newId()]) {
      const other = await app.server.inject({ url: `/inbox/${unknown}`, headers, cookies });
      expect(other.statusCode).toBe(404);
    }
    // An email that newer ones have moved off the page is still at its address.
    await app.ctx.pool.query(
      `INSERT INTO inbox_mails (message_id, recipient, subject, text, html, received_at)
       SELECT gen_random_uuid(), 'davi@example.com', 'Novidade', '', '', now()
       FROM generate_series(1, 100)`,
    );
    expect((await app.server.inject({ url: address, headers, cookies })).body).toBe(sent.body);
  });

  test('the inbox is not found from other machines', async () => {
    expect(
      (await app.server.inject({ url: '/inbox', remoteAddress: '203.0.113.9' })).statusCode,
    ).toBe(404);
  });

  test('the inbox does not exist in production', async () => {
    const production = await testApp({
      settings: {
        CAMARIM_ENV: 'production',
        CAMARIM_PUBLIC_URL: 'https://camarim.example',
        DATA_KEY: 'a key of the test, of 32 characters or more',
      },
    });
    expect((await production.server.inject('/inbox')).statusCode).toBe(404);
  });
});
