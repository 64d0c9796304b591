// 3-D Secure 2 by the acquirer's script, through the whole application.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import {
  authenticationIn,
  BROWSER,
  chargeCard,
  runScript,
  saveCard,
  scriptFor,
  walletOf,
} from '../../../../testing/cards/paying.ts';

// Test cards of 3-D Secure: without a challenge, refused, not enrolled, with a challenge.
const CARDS = {
  frictionless: '5200000000001005',
  failed: '5200000000001013',
  unenrolled: '5200000000001039',
  challenge: '5200000000001096',
} as const;

const pay = (person: ApiClient, id: string, authentication: object | null, value = 5_000) =>
  person.ask('POST /funds', {
    body: {
      paymentMethodKey: 'card',
      value,
      profileCardId: id,
      ageConfirmed: true,
      browser: BROWSER,
      ...(authentication && { authentication }),
    } as never,
    idempotencyKey: randomUUID(),
  });

const open = async (settings: Record<string, string> = {}) => {
  const app: TestAppWithBank = await appWithBank({ CARD_ACQUIRER: 'cielo', ...settings });
  const holder = async (name: string, number: string) => {
    const person = await app.join(name);
    const { id } = await saveCard(person, { number });
    const script = await scriptFor(person, id);
    if (!script) throw new Error('no script');
    return { person, id, script };
  };
  return { app, holder };
};

describe('where unauthenticated cards are refused', () => {
  let app: TestAppWithBank;
  let holder: Awaited<ReturnType<typeof open>>['holder'];
  beforeAll(async () => {
    ({ app, holder } = await open());
  });

  it('the page receives the script, a token per charge, and the holder’s data', async () => {
    const { person, id, script } = await holder('instrui', CARDS.frictionless);
    expect(script).toMatchObject({
      url: `${app.bank.url}/Scripts/BP.Mpi.3ds21.min.js`,
      environment: 'SDB',
      otherwise: 'refuse',
      billing: { document: '52998224725', country: 'BR', state: 'SP', email: 'davi@example.com' },
    });
    expect((await scriptFor(person, id))?.accessToken).not.toBe(script.accessToken);
  });

  it("another person's card has no script", async () => {
    const { id } = await holder('dona', CARDS.frictionless);
    const other = await app.join('outra');
    expect(
      (
        await other.ask('GET /funds/cards/{id}/authentication', {
          params: { id: id },
          query: { value: '5000' },
        })
      ).reply.code,
    ).toBe('card.notFound');
  });

  it.each(['frictionless', 'challenge'] as const)(
    'a card whose bank vouches for its holder (%s) is charged with the cryptogram',
    async (kind) => {
      const { person, id, script } = await holder(`vale${kind}`, CARDS[kind]);
      const answer = await runScript(script, { number: CARDS[kind] });
      expect(answer).toMatchObject({ Status: 'AUTHENTICATED', Eci: '05', Version: '2' });
      expect((await pay(person, id, authenticationIn(answer))).reply.data).toMatchObject({
        status: 'paid',
      });
      expect(await walletOf(person)).toMatchObject({ balance: 5_000 });
    },
  );

  it.each([
    ['failed', true, 'FAILED'],
    ['challenge', false, 'FAILED'],
    ['unenrolled', true, 'UNENROLLED'],
  ] as const)(
    'a card that its bank does not vouch for (%s, confirmed %s) is not charged',
    async (kind, confirmed, status) => {
      const { person, id, script } = await holder(`nega${kind}${confirmed}`, CARDS[kind]);
      const answer = await runScript(script, { number: CARDS[kind], confirmed });
      expect(answer).toMatchObject({ Status: status });
      expect(await pay(person, id, authenticationIn(answer))).toMatchObject({
        status: 400,
        reply: { code: 'card.notAuthenticated' },
      });
      const { rows } = await app.ctx.pool.query('SELECT 1 FROM charges WHERE profile_id = $1', [
        person.profileId,
      ]);
      expect(rows).toEqual([]);
    },
  );

  it('a charge without authentication is refused', async () => {
    const { person, id } = await holder('pula', CARDS.frictionless);
    expect((await pay(person, id, null)).reply.code).toBe('card.notAuthenticated');
  });

  it('a cryptogram that is forged, or for another amount, is refused by the bank', async () => {
    const { person, id, script } = await holder('forja', CARDS.frictionless);
    const answer = authenticationIn(await runScript(script, { number: CARDS.frictionless }));
    expect((await pay(person, id, { ...answer, cavv: 'A'.repeat(28) })).reply.data).toMatchObject({
      status: 'failed',
      decline: 'unauthenticated',
    });
    expect((await pay(person, id, answer, 10_000)).reply.data).toMatchObject({
      status: 'failed',
      decline: 'unauthenticated',
    });
    expect(await walletOf(person)).toMatchObject({ balance: 0 });
  });

  it('the bank’s authentication is deleted after the acquirer’s first answer', async () => {
    const person = await app.join('esquece');
    const { id } = await saveCard(person);
    await chargeCard(person, id);
    const { rows } = await app.ctx.pool.query(
      'SELECT payer_sealed FROM charges WHERE profile_id = $1',
      [person.profileId],
    );
    expect(rows).toEqual([{ payer_sealed: null }]);
  });
});

it('a card whose bank does not take part is charged where the operator allows it', async () => {
  const { holder } = await open({ CARD_UNAUTHENTICATED: 'charge' });
  const { person, id, script } = await holder('segue', CARDS.unenrolled);
  expect(script.otherwise).toBe('charge');
  const answer = await runScript(script, { number: CARDS.unenrolled });
  expect((await pay(person, id, authenticationIn(answer))).reply.data).toMatchObject({
    status: 'paid',
  });
});

it('an amount below the threshold needs no script and no authentication', async () => {
  const { app } = await open({ CARD_AUTHENTICATE_FROM_CENTAVOS: '10000' });
  const person = await app.join('pequeno');
  const { id } = await saveCard(person);
  expect(await scriptFor(person, id, 5_000)).toBeNull();
  expect((await pay(person, id, null)).reply.data).toMatchObject({ status: 'paid' });
});
