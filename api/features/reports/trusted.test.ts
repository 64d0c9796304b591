// Which reports withhold nothing by themselves: of what people of the team looked at by another
// report, and by a person whose reports were dismissed again and again. Other reporters and other
// classes are the controls.
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, publish } from '../../testing/publishing.ts';
import { back } from '../../testing/subscribing.ts';
import type { ReportBody } from './store.ts';

let app: TestApp;
let admin: ApiClient;
let author: ApiClient;
let seed = 900;
/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;
const MAX = 2;
const MAX_CHILD_SAFETY = 3;

beforeAll(async () => {
  const settings = {
    REPORTS_DISMISSED_MAX: String(MAX),
    REPORTS_DISMISSED_MAX_CHILD_SAFETY: String(MAX_CHILD_SAFETY),
  };
  app = await testApp({ settings });
  admin = await joinAdmin(app, 'chefia');
  author = await joinProducer(app, 'autora');
});

type Target = Pick<ReportBody, 'targetKind' | 'targetId'>;
const report = async (person: ApiClient, target: Target, reason: ReportBody['reason']) => {
  const { id } = await person.call('POST /reports', {
    body: {
      ...target,
      reason,
      ...(person === app.visitor && { recapcha: await solveCaptcha(person) }),
    },
  });
  app.clock.advance(MOMENT_MS);
  return id;
};
const dismiss = async (id: string) => {
  const body = { outcome: 'dismissed', reason: 'conferido' } as const;
  await admin.call('POST /dsb/reports/{id}', { params: { id }, body });
  app.clock.advance(MOMENT_MS);
};
const post = async (terms = {}) => {
  const made = await publish(app, author, { seed: (seed += 1), text: 'na rede', ...terms });
  const post: Target = { targetKind: 'post', targetId: made.id };
  const medias = made.mediaIds.map((id): Target => ({ targetKind: 'media', targetId: id }));
  return { id: made.id, post, medias };
};
type Post = Awaited<ReturnType<typeof post>>;
const isShown = async ({ id }: Post): Promise<boolean> =>
  (await author.ask('GET /posts/{id}', { params: { id } })).reply.data?.withheld === false;
/** Whether a report of a new post withholds it. */
const withholds = async (person: ApiClient, reason: ReportBody['reason']): Promise<boolean> => {
  const made = await post();
  await report(person, made.post, reason);
  return !(await isShown(made));
};
const dismissedOf = async (person: ApiClient, reason: ReportBody['reason'], count: number) => {
  for (let done = 0; done < count; done += 1)
    await dismiss(await report(person, (await post()).post, reason));
};

describe('content that people of the team looked at', () => {
  test('a dismissed report of a post’s only media and one of the post count for each other', async () => {
    const first = await post();
    await dismiss(await report(app.fan, first.medias[0] as Target, 'intimateImage'));
    await report(app.producer, first.post, 'noConsent');
    expect(await isShown(first)).toBe(true);
    const second = await post();
    await dismiss(await report(app.fan, second.post, 'intimateImage'));
    await report(app.producer, second.medias[0] as Target, 'noConsent');
    expect(await isShown(second)).toBe(true);
    await report(app.producer, second.post, 'minor');
    expect(await isShown(second)).toBe(false);
  });

  test('a dismissed report of one of two medias, or from before an edit, does not count for the post', async () => {
    const person = await app.join('duasmidias');
    const two = await post({ pictures: 2 });
    await dismiss(await report(person, two.medias[0] as Target, 'intimateImage'));
    await report(app.producer, two.post, 'intimateImage');
    expect(await isShown(two)).toBe(false);
    const edited = await post();
    await dismiss(await report(person, edited.medias[0] as Target, 'intimateImage'));
    await author.call('PUT /posts/{id}', {
      params: { id: edited.id },
      body: { text: 'outro texto' } as never,
    });
    await report(app.producer, edited.post, 'intimateImage');
    expect(await isShown(edited)).toBe(false);
  });
});

describe('a person whose reports were dismissed', () => {
  test('a member whose urgent reports were dismissed too often withholds nothing more for 30 days', async () => {
    const person = await app.join('insistente');
    await dismissedOf(person, 'fraud', MAX);
    await dismissedOf(person, 'intimateImage', MAX - 1);
    expect(await withholds(person, 'noConsent')).toBe(true);
    await dismissedOf(person, 'noConsent', 1);
    const made = await post();
    const id = await report(person, made.post, 'intimateImage');
    expect(await isShown(made)).toBe(true);
    const waiting = (await admin.call('GET /dsb/reports')).find((one) => one.id === id);
    expect(waiting).toMatchObject({ withheld: false, class: 'intimate' });
    expect(await withholds(app.producer, 'intimateImage')).toBe(true);
    app.clock.advance(31 * DAY_MS);
    [admin, author, app.producer] = [
      await back(app, admin),
      await back(app, author),
      await back(app, app.producer),
    ];
    expect(await withholds(await back(app, person), 'intimateImage')).toBe(true);
  });

  test('dismissed reports of what its owner deleted do not count, while those of what is still there do', async () => {
    const person = await app.join('vitima');
    for (let done = 0; done < MAX; done += 1) {
      const made = await post();
      const id = await report(person, made.post, 'intimateImage');
      await author.call('DELETE /posts/{id}', { params: { id: made.id } });
      await dismiss(id);
    }
    expect(await withholds(person, 'intimateImage')).toBe(true);
    await dismissedOf(person, 'intimateImage', MAX);
    expect(await withholds(person, 'intimateImage')).toBe(false);
  });

  test('a dismissed report of what a decision on another report removed does not count', async () => {
    const person = await app.join('acertou');
    const removed = await post();
    await dismiss(await report(person, removed.post, 'intimateImage'));
    await dismissedOf(person, 'intimateImage', MAX - 1);
    expect(await withholds(person, 'intimateImage')).toBe(false);
    const id = await report(app.producer, removed.post, 'fraud');
    const body = { outcome: 'removed', reason: 'golpe' } as const;
    await admin.call('POST /dsb/reports/{id}', { params: { id }, body });
    expect(await withholds(person, 'intimateImage')).toBe(true);
  });

  test('a report of child safety withholds until as many of that class were dismissed', async () => {
    const person = await app.join('alarmista');
    await dismissedOf(person, 'intimateImage', MAX_CHILD_SAFETY);
    await dismissedOf(person, 'minor', MAX_CHILD_SAFETY - 1);
    expect(await withholds(person, 'minor')).toBe(true);
    await dismissedOf(person, 'minor', 1);
    expect(await withholds(person, 'minor')).toBe(false);
  });

  test('dismissed reports of visitors count by their address, which is stored as an HMAC and deleted', async () => {
    await dismissedOf(app.visitor, 'intimateImage', MAX);
    expect(await withholds(app.visitor, 'intimateImage')).toBe(false);
    expect(await withholds(app.producer, 'intimateImage')).toBe(true);
    const keys = async () =>
      (
        await app.ctx.pool.query(
          'SELECT count(*)::int AS count FROM reports WHERE address_key IS NOT NULL AND decided_at IS NOT NULL',
        )
      ).rows[0]?.count;
    expect(await keys()).toBe(MAX);
    app.clock.advance(31 * DAY_MS);
    await app.ctx.jobs.enqueue(app.ctx.db, 'reports.sweep', {});
    await app.runJobs();
    expect(await keys()).toBe(0);
  });
});
