// What a distribution leaves out: a notification that can't be composed, and what is hidden by now.
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { openPushService, type PushService } from '../../../testing/push-service.ts';
import { notify, type NotificationInput } from '../index.ts';

let service: PushService;
let app: TestApp;

beforeAll(async () => {
  service = await openPushService();
  app = await testApp({ settings: { PUSH_SERVICES: service.origin } });
  await app.ctx.pool.query('UPDATE users SET email_confirmed_at = now()');
  await app.runJobs();
});
afterFile(() => service.close());
beforeEach(async () => {
  await app.ctx.pool.query('DELETE FROM notifications; DELETE FROM inbox_mails');
});

const send = (to: ApiClient, from: ApiClient, notice: Pick<NotificationInput, 'type' | 'amount'>) =>
  transaction(app.ctx.db, (tx) =>
    notify(app.ctx, tx, {
      profileId: to.profileId,
      fromProfileId: from.profileId,
      ...notice,
    }),
  );
const run = async (job: 'notifications.deliver' | 'notifications.digest') => {
  await app.ctx.jobs.enqueue(app.ctx.db, job, {});
  await app.runJobs();
};
const emails = async () => (await app.ctx.mail.inbox?.list(20)) ?? [];
const subscribe = async (person: ApiClient) => {
  const browser = service.browser();
  await person.call('POST /profiles/notifications/push', { body: browser.address });
  return browser;
};

test('a notification that can’t be composed is reported and waits again, and the others leave', async () => {
  const browser = await subscribe(app.producer);
  await app.ctx.pool.query(
    `INSERT INTO notifications (id, profile_id, type, created_at)
      VALUES ('00000000-0000-7000-8000-000000000001', $1, 'ofAnotherVersion',
      now() - interval '1 day')`,
    [app.producer.profileId],
  );
  await send(app.producer, app.fan, { type: 'tip', amount: centavos(1_000) });
  await run('notifications.deliver');
  expect([(await emails()).length, browser.messages.length]).toEqual([1, 1]);
  const { rows } = await app.ctx.pool.query(
    `SELECT n.pending, f.failures, f.error LIKE 'TypeError%' AS said FROM failing_items f
      JOIN notifications n ON n.id::text = f.item_id WHERE f.work = 'notifications.deliver'`,
  );
  expect(rows).toEqual([{ pending: true, failures: 1, said: true }]);
});

test('a place that a producer has blocked since gets no email, push or line of the daily email', async () => {
  const { fan, producer } = app;
  const settings = await fan.call('GET /profiles/notifications/settings');
  await fan.call('PUT /profiles/notifications/settings', {
    body: {
      ...settings,
      groups: {
        ...settings.groups,
        comments: { inApp: true, email: 'digest', push: true },
        newPosts: { inApp: true, email: 'now', push: true },
      },
    },
  });
  const browser = await subscribe(fan);
  await fan.call('PUT /profiles', {
    body: { street: 'Rua A', county: 'Centro', city: 'Recife', stateCode: 'PE', zip: '50010-000' },
  });
  await send(fan, producer, { type: 'reply' });
  await run('notifications.deliver');
  expect(browser.messages).toHaveLength(1);
  await producer.call('POST /profiles/geolocation-block', { body: { state: 'PE' } });
  await send(fan, producer, { type: 'reply' });
  await send(fan, producer, { type: 'postPublished' });
  await run('notifications.deliver');
  app.clock.advance(DAY_MS);
  await run('notifications.digest');
  expect([browser.messages.length, await emails()]).toEqual([1, []]);
});
