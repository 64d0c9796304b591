// What an urgent report of a profile withholds, and how one of a running show reaches the team. A
// report of fraud is the control.
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, open, picture, publish } from '../../testing/publishing.ts';
import type { ReportBody } from './store.ts';

let app: TestApp;
let admin: ApiClient;
let author: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  author = await joinProducer(app, 'autora');
});

const report = async (
  { targetKind, targetId }: Pick<ReportBody, 'targetKind' | 'targetId'>,
  reason: ReportBody['reason'],
) => (await app.fan.call('POST /reports', { body: { targetKind, targetId, reason } })).id;
const decide = (id: string, outcome: 'removed' | 'dismissed') =>
  admin.call('POST /dsb/reports/{id}', { params: { id }, body: { outcome, reason: 'conferido' } });
const emailsTo = async (to: string, word: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(80)) ?? []).filter(
    (email) => email.to === to && email.subject.includes(word),
  ).length;
};
const setImages = async (seed: number) => {
  const key = async (offset: number) =>
    upload(app.server, author, await picture(seed + offset), 'image/jpeg', 'public');
  await author.call('PUT /profiles', {
    body: { profileImageKey: await key(0), headerImageKey: await key(1) },
  });
  await app.runJobs();
};
const profile = () =>
  app.fan.call('GET /publics/profiles/{domainname}', { params: { domainname: 'autora' } });
const imagesOf = async () => {
  const { profileImage, headerImage } = await profile();
  return [profileImage, headerImage];
};
const shown = async (urls: readonly (string | null)[]) => {
  app.clock.advance(5_001);
  return Promise.all(urls.map(async (url) => (await open(app, app.fan, url)).statusCode === 200));
};
const target = () => ({ targetKind: 'profile', targetId: author.profileId }) as const;

test('an urgent report of a profile withholds its two pictures until the decision, and not its page', async () => {
  await setImages(900);
  const urls = await imagesOf();
  const fraud = await report(target(), 'fraud');
  expect(await shown(urls)).toEqual([true, true]);
  await decide(fraud, 'dismissed');
  const urgent = await report(target(), 'noConsent');
  expect(await shown(urls)).toEqual([false, false]);
  expect((await profile()).exibitionName).toBe('Nome autora');
  expect(await emailsTo('autora@example.com', 'fora do ar')).toBe(1);
  const seen = (await admin.call('GET /dsb/reports')).find(({ id }) => id === urgent);
  expect(seen?.target?.medias).toHaveLength(2);
  expect((await open(app, admin, seen?.target?.medias[0]?.lgThumb)).statusCode).toBe(200);
  await decide(urgent, 'dismissed');
  expect(await shown(urls)).toEqual([true, true]);
});

test('pictures of a profile that the team left are withheld again only after they were replaced', async () => {
  const urls = await imagesOf();
  const left = await report(target(), 'noConsent');
  expect(await shown(urls)).toEqual([true, true]);
  await decide(left, 'dismissed');
  app.clock.advance(60_000);
  await setImages(910);
  const replaced = await imagesOf();
  const again = await report(target(), 'noConsent');
  expect(await shown(replaced)).toEqual([false, false]);
  await decide(again, 'dismissed');
  expect(await shown(replaced)).toEqual([true, true]);
});

test('an urgent report of a running show comes first, is notified at once, and does not end it', async () => {
  const liveId = newId();
  await app.ctx.pool.query(
    "INSERT INTO lives (id, producer_id, type, title, started_at) VALUES ($1, $2, 2, 'Ensaio', $3)",
    [liveId, author.profileId, app.clock.now()],
  );
  const made = await publish(app, author, { seed: 920, text: 'na rede' });
  const ofPost = await report({ targetKind: 'post', targetId: made.id }, 'minor');
  const before = await emailsTo('chefia@example.com', 'urgente');
  expect(before).toBeGreaterThan(0);
  const show = { targetKind: 'live', targetId: liveId } as const;
  const fraud = await report(show, 'fraud');
  const urgent = await report(show, 'noConsent');
  expect(await emailsTo('chefia@example.com', 'urgente')).toBe(before + 1);
  const order = (await admin.call('GET /dsb/reports')).map(({ id }) => id);
  expect(order[0]).toBe(urgent);
  expect(order.indexOf(ofPost)).toBeLessThan(order.indexOf(fraud));
  const [first] = (await admin.call('GET /dsb/todo', {})).items;
  expect(first).toMatchObject({ kind: 'report', id: urgent });
  const { rows } = await app.ctx.pool.query('SELECT ended_at FROM lives WHERE id = $1', [liveId]);
  expect(rows).toEqual([{ ended_at: null }]);
  // When the show is over, the report waits in the order of its deadline.
  await app.ctx.pool.query(
    "UPDATE lives SET ended_at = $2, end_reason = 'producer' WHERE id = $1",
    [liveId, app.clock.now()],
  );
  expect((await admin.call('GET /dsb/reports'))[0]?.id).toBe(ofPost);
});
