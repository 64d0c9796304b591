// What every age verifier must do, whatever its provider: confirm an adult, refuse everybody else, and
// never throw because of what an answer contains.
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { answeringVerifier } from '../../testing/age/answering-verifier.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import type { AgeAnswer, AgeTry, AgeVerifier } from './port.ts';
import { recordVerified } from './store.ts';
import { documentVerifier, localVerifier } from './verifiers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await recordVerified(app.ctx.db as never, app.producer.profileId as ProfileId, app.clock.now());
});

type Subject = {
  verifier: AgeVerifier;
  /** The answer that an adult's provider gives to this step. */
  adult: (begun: { step: unknown; secret: unknown }) => Promise<AgeAnswer>;
  minor?: (begun: { step: unknown; secret: unknown }) => Promise<AgeAnswer>;
};

const SUBJECTS: Record<string, () => Promise<Subject>> = {
  local: async () => ({ verifier: localVerifier(), adult: async () => ({}) }),
  document: async () => ({ verifier: documentVerifier(app.ctx), adult: async () => ({}) }),
  tester: async () => ({
    verifier: answeringVerifier(),
    adult: async () => ({ outcome: 'over' }),
    minor: async () => ({ outcome: 'under' }),
  }),
};

const attempt = (part: Partial<AgeTry> = {}): AgeTry => ({
  backUrl: 'http://localhost:9/account/age/return',
  answerUrl: 'http://localhost:9/age/answers',
  state: 'A'.repeat(43),
  device: 'same',
  profileId: app.producer.profileId as ProfileId,
  ...part,
});

describe.each(Object.keys(SUBJECTS))('%s', (name) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await (SUBJECTS[name] as () => Promise<Subject>)();
  });

  test('the verifier has its name, says what it learns, and is ready', async () => {
    const { id, trySeconds, ready } = subject.verifier;
    expect(id).toBe(name);
    expect(id).toMatch(/^[a-z][a-z0-9]{1,19}$/);
    for (const device of ['same', 'other'] as const) {
      expect(trySeconds(device)).toBeGreaterThanOrEqual(60);
      expect(trySeconds(device)).toBeLessThanOrEqual(900);
    }
    expect(await ready()).toBe(true);
  });

  test('the verifier confirms an adult', async () => {
    const { verifier, adult } = subject;
    const begun = await verifier.begin(attempt());
    expect(await verifier.finish(begun.secret, await adult(begun))).toBe('over');
  });

  test('the secret of a try survives being stored as JSON', async () => {
    const { verifier, adult } = subject;
    const begun = await verifier.begin(attempt());
    const answer = await adult(begun);
    expect(await verifier.finish(JSON.parse(JSON.stringify(begun.secret)), answer)).toBe('over');
  });

  test('the verifier does not confirm a minor', async () => {
    const { verifier, minor } = subject;
    if (!minor) return;
    const begun = await verifier.begin(attempt());
    expect(await verifier.finish(begun.secret, await minor(begun))).toBe('under');
  });

  test.each([
    ['nothing', {}],
    ['an error', { error: 'access_denied', state: 'A'.repeat(43) }],
    ['nonsense', { code: '\u0000', state: '', vp_token: '{', sessionId: '../..' }],
  ])('the verifier takes an answer with %s for no confirmation', async (_, answer: AgeAnswer) => {
    const { verifier } = subject;
    if (verifier.id === 'local') return;
    const begun = await verifier.begin(attempt({ profileId: null }));
    expect(await verifier.finish(begun.secret, answer)).not.toBe('over');
  });
});

test('the document verifier refuses visitors and members whose document was not reviewed', async () => {
  const verifier = documentVerifier(app.ctx);
  for (const profileId of [null, app.fan.profileId as ProfileId]) {
    const { secret } = await verifier.begin(attempt({ profileId }));
    expect(await verifier.finish(secret, {})).toBe('refused');
  }
});
