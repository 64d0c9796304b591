// What operators see and set about proofs of age, and what they are warned of.
import { beforeAll, describe, expect, test } from 'vitest';
import { answeringVerifier } from '../../../testing/age/answering-verifier.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { warnOfClosedPlaces } from './settings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: { CAMARIM_COUNTRY: 'BR' },
    verifiers: [answeringVerifier()],
  });
  await app.visitor.call('POST /publics/age', { body: { method: 'local' } });
});

describe('an operator', () => {
  test('the age settings show verifiers, closed places and issuers, and count places without a verifier', async () => {
    const admin = await joinAdmin(app, 'chefe5');
    const settings = await admin.call('GET /dsb/age-settings');
    expect(settings.verifiers.map(({ id, ready }) => [id, ready])).toEqual([
      ['local', true],
      ['wallet', false],
      ['document', true],
      ['tester', true],
    ]);
    expect(settings.closed).toEqual([]);
    expect(settings.figures.find(({ method }) => method === 'local')).toMatchObject({
      place: 'BR',
      under: 0,
    });
    const { version } = await admin.call('PUT /dsb/age-settings', {
      body: {
        version: settings.version,
        reason: 'only wallets, and no issuer is trusted yet',
        rules: [
          { country: 'BR', requires: 'verified', proofSeconds: 3_600, methods: ['wallet'] },
          { country: '*', requires: 'declaration', proofSeconds: 3_600 },
        ],
      },
    });
    app.clock.advance(5_000);
    expect(await admin.call('GET /dsb/age-settings')).toMatchObject({
      version,
      closed: [{ country: 'BR', state: null }],
    });
    expect(await admin.call('GET /dsb')).toMatchObject({ closedAgePlaces: 1 });
  });

  test('two rules for one place, and proofs of more than twelve hours, are refused', async () => {
    const admin = await joinAdmin(app, 'chefe6');
    const { version } = await admin.call('GET /dsb/age-settings');
    const rule = { country: 'BR', requires: 'verified' as const, proofSeconds: 3_600 };
    for (const rules of [[rule, rule], [{ ...rule, proofSeconds: 43_201 }]]) {
      const { status } = await admin.ask('PUT /dsb/age-settings', {
        body: { version, reason: 'no', rules },
      });
      expect(status).toBe(400);
    }
  });

  test('each start in production warns of places that no verifier opens, if there are any', async () => {
    const warnings: object[] = [];
    const log = { warn: (facts: object) => void warnings.push(facts) } as never;
    const { age, config } = app.ctx;
    await warnOfClosedPlaces({ age, config, log });
    expect(warnings).toEqual([]);
    await warnOfClosedPlaces({ age, config: { ...config, production: true }, log });
    expect(warnings).toEqual([{ places: ['BR'] }]);
  });
});
