// The proof-of-work captcha accepts only its own challenges, solved, in time and once.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { CAPTCHA_SECONDS } from './proof-of-work.ts';

const REFUSED = { code: 'auth.captchaRefused' };

let world: TestApp;

beforeAll(async () => {
  world = await testApp({ settings: { CAPTCHA_COST: '20' } });
});

let addresses = 0;
/** Requests a challenge, by default from a new address. */
const issue = async (address = `address-${(addresses += 1)}`): Promise<Challenge> =>
  (await world.ctx.captcha.challenge(address)) as unknown as Challenge;
const encode = (challenge: Challenge, solution: Solution | null): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
const solve = (challenge: Challenge) => solveChallenge({ challenge, deriveKey });
const spend = (payload: string) =>
  world.ctx.captcha.spend(payload, { action: 'log-in', address: '198.51.100.7' });

test('a solved challenge is accepted once', async () => {
  const challenge = await issue();
  const payload = encode(challenge, await solve(challenge));
  await expect(spend(payload)).resolves.toBeUndefined();
  await expect(spend(payload)).rejects.toMatchObject(REFUSED);
});

test('a solved challenge that is sent twice at the same moment is accepted once', async () => {
  const challenge = await issue();
  const payload = encode(challenge, await solve(challenge));
  const outcomes = await Promise.allSettled([spend(payload), spend(payload), spend(payload)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a spent challenge is refused as long as it is valid, and afterwards as expired', async () => {
  const challenge = await issue();
  const payload = encode(challenge, await solve(challenge));
  await spend(payload);
  world.clock.advance((CAPTCHA_SECONDS - 1) * 1_000);
  await expect(spend(payload)).rejects.toMatchObject(REFUSED);
  world.clock.advance(2_000);
  await expect(spend(payload)).rejects.toMatchObject(REFUSED);
});

test('an unspent challenge is valid until it expires', async () => {
  const [early, late] = [await issue(), await issue()];
  const payloads = [encode(early, await solve(early)), encode(late, await solve(late))];
  world.clock.advance(CAPTCHA_SECONDS * 1_000 - 1_000);
  await expect(spend(payloads[0] ?? '')).resolves.toBeUndefined();
  world.clock.advance(1_000);
  await expect(spend(payloads[1] ?? '')).rejects.toMatchObject(REFUSED);
});

test('a wrong solution is refused', async () => {
  const challenge = await issue();
  await expect(
    spend(encode(challenge, { counter: 1, derivedKey: '00'.repeat(32) })),
  ).rejects.toMatchObject(REFUSED);
});

test('a solution of another challenge is refused', async () => {
  const [mine, other] = [await issue(), await issue()];
  await expect(spend(encode(mine, await solve(other)))).rejects.toMatchObject(REFUSED);
});

test('a challenge with a changed difficulty, expiry or identity is refused', async () => {
  const challenge = await issue();
  const solution = await solve(challenge);
  const changed = (parameters: Partial<Challenge['parameters']>): Challenge => ({
    ...challenge,
    parameters: { ...challenge.parameters, ...parameters },
  });
  for (const forged of [
    changed({ data: { expiresSeconds: 4_000_000_000 } }),
    changed({ cost: 1 }),
    changed({ nonce: '00'.repeat(16) }),
    { ...challenge, signature: '00'.repeat(32) },
  ]) {
    await expect(spend(encode(forged, solution))).rejects.toMatchObject(REFUSED);
  }
});

test.each([
  ['nothing', ''],
  ['no base64', '%%%'],
  ['no JSON', Buffer.from('{"challenge"').toString('base64')],
  ['another shape', Buffer.from('[1]').toString('base64')],
  ['nulls', Buffer.from('{"challenge":null,"solution":null}').toString('base64')],
  ['deep nesting', Buffer.from(`${'['.repeat(1_400)}${']'.repeat(1_400)}`).toString('base64')],
])('a captcha answer that is %s is refused without a server error', async (_what, payload) => {
  await expect(spend(payload)).rejects.toMatchObject(REFUSED);
});

test('a solver finds the number only by trying: at least half of the cost', async () => {
  const counters = await Promise.all(
    Array.from({ length: 20 }, async () => (await solve(await issue()))?.counter ?? 0),
  );
  expect(Math.min(...counters)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...counters)).toBeLessThanOrEqual(20);
});

test('a challenge does not contain its solution', async () => {
  const challenge = await issue();
  const solution = await solve(challenge);
  expect(JSON.stringify(challenge)).not.toContain(solution?.derivedKey ?? 'unsolved');
});

const costFrom = async (address?: string): Promise<number> =>
  (await solve(await issue(address)))?.counter ?? 0;
const askOften = async (times: number, address?: string): Promise<void> => {
  for (let time = 0; time < times; time += 1) await issue(address);
};

test('an address with many requests gets a four, then sixteen times higher difficulty, until it pauses', async () => {
  const attacker = '203.0.113.66';
  expect(await costFrom(attacker)).toBeLessThanOrEqual(20);
  await askOften(19, attacker);
  const second = await costFrom(attacker);
  expect([second >= 40, second <= 80]).toEqual([true, true]);
  await askOften(39, attacker);
  expect(await costFrom(attacker)).toBeGreaterThanOrEqual(160);
  expect(await costFrom('198.51.100.1')).toBeLessThanOrEqual(20);
  world.clock.advance(600_000);
  expect(await costFrom(attacker)).toBeLessThanOrEqual(20);
});

test('a flood from many addresses raises the difficulty for all', async () => {
  world.clock.advance(600_000);
  await askOften(600);
  const during = await costFrom();
  expect([during >= 20, during <= 40]).toEqual([true, true]);
  await askOften(1_200);
  expect(await costFrom()).toBeGreaterThanOrEqual(40);
  world.clock.advance(60_000);
  expect(await costFrom()).toBeLessThanOrEqual(20);
});
