// The transparency figures through the application: months, what is withheld, and the file.
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { back } from '../../testing/subscribing.ts';

let app: TestApp;

const report = async (person: ApiClient, reason: 'fraud' | 'intimateImage' | 'minor') =>
  (
    await person.call('POST /reports', {
      body: {
        targetKind: 'post',
        targetId: newId(),
        reason,
        text: '',
        ...(person === app.visitor && { recapcha: await solveCaptcha(app.visitor) }),
      },
    })
  ).id;
const month = (query: Record<string, string> = {}) =>
  app.visitor.call('GET /publics/transparency', { query });

beforeAll(async () => {
  app = await testApp();
  const admin = await joinAdmin(app, 'chefia');
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    ids.push(await report(app.fan, 'fraud'));
    await report(app.stranger, 'intimateImage');
    app.clock.advance(60_000);
  }
  await report(app.visitor, 'minor');
  app.clock.advance(2 * HOUR_MS);
  for (const id of ids) {
    const staff = await back(app, admin);
    await staff.call('POST /dsb/reports/{id}', {
      params: { id },
      body: { outcome: 'dismissed', reason: 'conferido' },
    });
  }
});

test('nothing is published before the first month is over', async () => {
  expect(await month()).toEqual({ month: null, firstMonth: null, lastMonth: null, figures: [] });
});

test('a month that is over shows its counts and times, and withholds those that are small', async () => {
  app.clock.advance(31 * DAY_MS);
  const shown = await month();
  expect(shown).toMatchObject({ month: '2026-01', firstMonth: '2026-01', lastMonth: '2026-01' });
  const of = (subject: string, by: string) =>
    shown.figures
      .filter((figure) => figure.subject === subject && figure.by === by)
      .map(({ key, count }) => [key, count]);
  expect(of('reportsReceived', 'class')).toEqual([
    ['childSafety', null],
    ['intimate', null],
    ['other', 6],
  ]);
  expect(of('reportsReceived', 'source')).toEqual([
    ['member', null],
    ['visitor', null],
  ]);
  expect(of('reportsDecided', 'outcome')).toEqual([['dismissed', 6]]);
  expect(of('reportsDecided', 'inTime')).toEqual([['inTime', 6]]);
  expect(of('reportsDecided', 'reason')).toEqual([['fraud', 6]]);
  // One administrator was made, which the number of decisions on reports would reveal.
  expect(of('staffDecisions', 'area')).toContainEqual(['report', null]);
  const decided = shown.figures.find(({ subject }) => subject === 'reportsDecided');
  expect(decided?.medianHours).toBeCloseTo(2.06, 1);
});

test('months that are not over, or were before the installation, are refused', async () => {
  for (const asked of ['2026-02', '2025-12', '2026-13', 'january'])
    expect(
      (await app.visitor.ask('GET /publics/transparency', { query: { month: asked } })).status,
    ).toBe(400);
});

test('the file has the figures of the page, and an empty cell for what is withheld', async () => {
  const { body, headers } = await app.server.inject({
    url: '/api/publics/transparency/export?month=2026-01',
  });
  expect(headers['content-disposition']).toContain('camarim-transparency-2026-01.csv');
  const lines = body.split('\r\n');
  expect(lines[0]).toBe('subject,by,within,key,count,medianHours');
  expect(lines).toContain('reportsReceived,class,,other,6,');
  expect(lines).toContain('reportsReceived,class,,childSafety,,');
  expect(lines).toHaveLength((await month()).figures.length + 1);
});
