// What every age verifier must do, whatever its provider: confirm an adult, refuse everyone else,
// and never throw because of what an answer contains.
import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { answeringVerifier } from '../../testing/age/answering-verifier.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { testSandbox } from '../../testing/sandbox.ts';
import { createWallet, readRequest } from '../../../sandbox/age/wallet.ts';
import { oidcVerifier } from './oidc.ts';
import { type AgeAnswer, type AgeAttempt, AgeUnavailable, type AgeVerifier } from './port.ts';
import { recordVerified } from './store.ts';
import { documentVerifier, localVerifier } from './verifiers.ts';
import { WALLET_DOCUMENTS } from './wallet/documents.ts';
import { walletVerifier } from './wallet/wallet.ts';
import { yotiVerifiers } from './yoti.ts';

let app: TestApp;
let sandboxUrl: string;
beforeAll(async () => {
  app = await testApp();
  ({ url: sandboxUrl } = await testSandbox());
  await recordVerified(app.ctx.db, app.producer.profileId, app.clock.now());
});

type StartedAttempt = Awaited<ReturnType<AgeVerifier['begin']>>;
type Subject = {
  verifier: AgeVerifier;
  /** The answer that an adult's provider gives to this step. */
  adult: (begun: StartedAttempt) => Promise<AgeAnswer>;
  minor?: (begun: StartedAttempt) => Promise<AgeAnswer>;
  /** The same, with a provider that can't be reached. */
  absent?: AgeVerifier;
};

const urlOf = ({ step }: StartedAttempt): URL =>
  new URL(step.kind === 'redirect' ? step.url : 'http://none.invalid');

/** What a browser brings back that pressed a link of the provider's page. */
const pressed = async (begun: StartedAttempt, link: RegExp): Promise<AgeAnswer> => {
  const page = await (await fetch(urlOf(begun))).text();
  const path = (link.exec(page)?.[0] ?? '').replaceAll('&amp;', '&');
  const reply = await fetch(new URL(path, urlOf(begun)), { redirect: 'manual' });
  return Object.fromEntries(new URL(reply.headers.get('location') ?? '').searchParams);
};

const oidc = (issuer: string): AgeVerifier =>
  oidcVerifier({
    issuer,
    clientId: 'camarim',
    clientSecret: 'camarim-sandbox',
    insecure: true,
    name: 'Tester',
    scope: 'openid age_over:18',
    claim: 'age_over_18',
    blind: 'single',
  });
const yoti = (place: 0 | 1, origin: string): AgeVerifier =>
  yotiVerifiers({
    sdkId: '7d1f0c5e-2b4a-4f6d-9c3e-8a1b2c3d4e5f',
    apiKey: 'camarim-sandbox-yoti',
    origin,
    estimationThreshold: 21,
  })[place] as AgeVerifier;
const NOWHERE = 'http://127.0.0.1:9';

const yotiSubject = async (place: 0 | 1): Promise<Subject> => ({
  verifier: yoti(place, `${sandboxUrl}/age/yoti`),
  absent: yoti(place, NOWHERE),
  adult: (begun) => pressed(begun, /\/age\/yoti\/answer[^"]*status=COMPLETE/),
  minor: (begun) => pressed(begun, /\/age\/yoti\/answer[^"]*status=FAIL/),
});

const walletSubject = async (): Promise<Subject> => {
  const holder = createWallet({
    clock: { ...app.clock, offsetMs: () => 0, advance: () => {}, onAdvance: () => {} },
  });
  const certificate = new X509Certificate(await holder.issuer());
  const answer =
    (verdict: 'over' | 'under') =>
    ({ step }: StartedAttempt) => {
      const [link] = step.kind === 'wallet' ? step.links : [];
      return holder.formFor(readRequest(new URLSearchParams(link?.url.split('?')[1])), verdict);
    };
  return {
    verifier: walletVerifier({
      clock: app.clock,
      log: app.ctx.log,
      anchors: async () => WALLET_DOCUMENTS.map(({ docType }) => ({ docType, certificate })),
    }),
    adult: answer('over'),
    minor: answer('under'),
  };
};

const SUBJECTS: Record<string, () => Promise<Subject>> = {
  local: async () => ({ verifier: localVerifier(), adult: async () => ({}) }),
  document: async () => ({ verifier: documentVerifier(app.ctx), adult: async () => ({}) }),
  tester: async () => ({
    verifier: answeringVerifier(),
    adult: async () => ({ outcome: 'over' }),
    minor: async () => ({ outcome: 'under' }),
  }),
  wallet: walletSubject,
  oidc: async () => ({
    verifier: oidc(`${sandboxUrl}/age/openid`),
    absent: oidc(NOWHERE),
    adult: (begun) => pressed(begun, /\/age\/openid\/answer[^"]*answer=over/),
    minor: (begun) => pressed(begun, /\/age\/openid\/answer[^"]*answer=under/),
  }),
  yoti: () => yotiSubject(0),
  yotiface: () => yotiSubject(1),
};

const attempt = (part: Partial<AgeAttempt> = {}): AgeAttempt => ({
  backUrl: 'http://localhost:9/account/age/return',
  answerUrl: 'http://localhost:9/age/answers',
  state: 'A'.repeat(43),
  device: 'same',
  profileId: app.producer.profileId,
  ...part,
});

describe.each(Object.keys(SUBJECTS))('%s', (name) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await (SUBJECTS[name] as () => Promise<Subject>)();
  });

  test('the verifier has its name, says what it learns, and is ready', async () => {
    const { id, attemptSeconds, ready } = subject.verifier;
    expect(id).toBe(name);
    expect(id).toMatch(/^[a-z][a-z0-9]{1,19}$/);
    for (const device of ['same', 'other'] as const) {
      expect(attemptSeconds(device)).toBeGreaterThanOrEqual(60);
      expect(attemptSeconds(device)).toBeLessThanOrEqual(900);
    }
    expect(await ready()).toBe(true);
  });

  test('the verifier confirms an adult', async () => {
    const { verifier, adult } = subject;
    const begun = await verifier.begin(attempt());
    expect(await verifier.finish(begun.secret, await adult(begun))).toBe('over');
  });

  test('the secret of an attempt survives being stored as JSON', async () => {
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

  test('the answer of another attempt is no confirmation', async () => {
    const { verifier, adult } = subject;
    if (verifier.id === 'local' || verifier.id === 'document' || verifier.id === 'tester') return;
    const [mine, other] = [await verifier.begin(attempt()), await verifier.begin(attempt())];
    expect(await verifier.finish(mine.secret, await adult(other))).not.toBe('over');
  });

  test('a provider that can’t be reached is unavailable, at the beginning and at the end', async () => {
    const { verifier, absent, adult } = subject;
    if (!absent) return;
    await expect(absent.begin(attempt())).rejects.toThrow(AgeUnavailable);
    const begun = await verifier.begin(attempt());
    await expect(absent.finish(begun.secret, await adult(begun))).rejects.toThrow(AgeUnavailable);
  });
});

test('the document verifier refuses visitors and members whose document was not reviewed', async () => {
  const verifier = documentVerifier(app.ctx);
  for (const profileId of [null, app.fan.profileId]) {
    const { secret } = await verifier.begin(attempt({ profileId }));
    expect(await verifier.finish(secret, {})).toBe('refused');
  }
});
