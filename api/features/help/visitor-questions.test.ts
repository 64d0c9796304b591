// People who cannot log in write to the team, and are answered by email.
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { back } from '../../testing/subscribing.ts';

let app: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'atende');
});

const ask = async (email: string, recapcha?: string) =>
  app.visitor.ask('POST /publics/help', {
    headers: { lang: 'es' },
    body: {
      email,
      message: 'Perdi meu segundo fator.',
      recapcha: recapcha ?? (await solveCaptcha(app.visitor)),
    },
  });
const answeredTickets = () => admin.call('GET /dsb/help', { query: { answered: 'true' } as never });

test('a visitor’s question is answered by email, and address and question are erased in time', async () => {
  const email = 'semacesso@example.com';
  expect((await ask(email)).status).toBe(200);
  const [ticket] = await admin.call('GET /dsb/help');
  expect(ticket).toMatchObject({ profile: null, email, message: 'Perdi meu segundo fator.' });
  await admin.call('POST /dsb/help/{id}', {
    params: { id: ticket?.id ?? '' },
    body: { answer: 'Responda com um documento.' },
  });
  await app.runJobs();
  const mails = ((await app.ctx.mail.inbox?.list(200)) ?? []).filter(({ to }) => to === email);
  expect(mails.map((mail) => JSON.stringify(mail)).join(' ')).toMatch(
    /Nos escribiste.*Responda com um documento/,
  );
  expect(await answeredTickets()).toMatchObject([{ id: ticket?.id, email: null }]);

  app.clock.advance(181 * DAY_MS);
  admin = await back(app, admin);
  await app.ctx.jobs.enqueue(app.ctx.db, 'help.remind', {});
  await app.runJobs();
  expect(await answeredTickets()).toEqual([]);
});

test('a visitor’s question is refused without a solved captcha, and the sixth of a day', async () => {
  app.clock.advance(25 * HOUR_MS);
  expect((await ask('muitas@example.com', 'x')).reply.code).toBe('auth.captchaRefused');
  for (let count = 0; count < 5; count += 1)
    expect((await ask('muitas@example.com')).status).toBe(200);
  expect((await ask('muitas@example.com')).reply.code).toBe('ticket.tooMany');
});
