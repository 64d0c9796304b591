// Saved cards through the whole application: encrypted, kept by token, charged, refused in classes,
// limited, forgotten.
import { randomUUID } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { ADDRESS_US, ADDRESSES_ABROAD } from '../../../../testing/cards/addresses.ts';
import {
  chargeCard as charge,
  saveCard as save,
  trySaveCard as trySave,
  walletOf,
} from '../../../../testing/cards/paying.ts';
import { fill } from '../../../../testing/publishing.ts';
import { chargeDefaultCard } from './default-card.ts';
import { erasePaymentsOf, exportPaymentsOf } from './personal-data.ts';

let app: TestAppWithBank;
let people = 0;
beforeAll(async () => {
  app = await appWithBank();
});

/** An account whose address is not confirmed has two declined cards a day. */
const confirm = (person: ApiClient) =>
  app.ctx.pool.query(
    'UPDATE users u SET email_confirmed_at = now() FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
    [person.profileId],
  );

const balance = async (person: ApiClient) => (await walletOf(person)).balance;

describe('a card', () => {
  it('a card is stored as a token: number and code are in neither database nor log', async () => {
    const person = await app.join('guarda');
    const saved = await save(person);
    expect(saved).toMatchObject({
      default: true,
      number: '•••• 0007',
      expiration: '12/2031',
      brand: { id: 2, name: 'Mastercard' },
      holderName: 'DAVI D. T.',
      holderDocument: '•••.982.247-••',
      usable: true,
    });
    expect(
      await person.call('GET /funds/payments', {
        query: { filter: 'paymentType:eq:card', limit: 100, offset: 0 },
      }),
    ).toEqual([saved]);
    const { rows } = await app.ctx.pool.query('SELECT s::text AS row FROM saved_payments s');
    expect(`${JSON.stringify(rows)} ${app.lines.join('\n')}`).not.toMatch(
      /5448280000000007|DE TESTE|52998224725|"235"/,
    );
  });

  it('a card is charged once per key, and credits the wallet', async () => {
    const person = await app.join('paga');
    const { id } = await save(person);
    const key = randomUUID();
    const first = await charge(person, id, 5_000, key);
    expect(first).toMatchObject({
      status: 200,
      reply: { data: { status: 'paid', method: 'card', decline: null } },
    });
    expect((await charge(person, id, 5_000, key)).reply.data).toEqual(first.reply.data);
    expect(await balance(person)).toBe(5_000);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('a card is charged only by its owner with a confirmed age', async () => {
    const person = await app.join('idade');
    const { id } = await save(person);
    const body = { paymentMethodKey: 'card', value: 5_000, profileCardId: id } as const;
    expect(await person.ask('POST /funds', { body, idempotencyKey: randomUUID() })).toMatchObject({
      status: 400,
      reply: { fields: { ageConfirmed: { code: 'validate.required' } } },
    });
    expect(await charge(app.stranger, id)).toMatchObject({
      status: 404,
      reply: { code: 'card.notFound' },
    });
  });

  it.each([
    ['111', 'reversible', true],
    ['112', 'irreversible', false],
  ] as const)(
    'a card declined with %s is reported by its class (%s), and costs nothing',
    async (code, decline, usable) => {
      const person = await app.join(`nega${code}`);
      await confirm(person);
      const { id } = await save(person, { holderName: `DAVI ${code}` });
      expect((await charge(person, id)).reply.data).toMatchObject({ status: 'failed', decline });
      expect(await balance(person)).toBe(0);
      expect(
        (await person.call('GET /funds/cards', { query: { limit: 10, offset: 0 } }))[0]?.usable,
      ).toBe(usable);
      expect((await charge(person, id)).reply.code).toBe(
        usable ? undefined : 'card.refusedForGood',
      );
    },
  );

  it.each([
    ['111', 'card.refused'],
    ['124', 'card.refusedForGood'],
  ])('a card that its bank refuses with %s is not stored', async (cvv, code) => {
    const person = await app.join(`recusa${cvv}`);
    expect((await trySave(person, { cvv })).reply.code).toBe(code);
    expect(await person.call('GET /funds/cards', { query: { limit: 10, offset: 0 } })).toEqual([]);
  });

  it('a card of an unsupported brand is refused by the digits in the vault, whatever the page claims', async () => {
    expect((await trySave(app.fan, { number: '6212340000000000' })).reply.code).toBe(
      'card.invalidBin',
    );
  });
});

describe('the holder’s data of a new card', () => {
  it.each([
    [{ holderDocument: '529.982.247-24' }, 'holderDocument', 'validate.invalid'],
    [{ holderBirthDate: '31/02/1990' }, 'holderBirthDate', 'validate.invalid'],
    [{ holderBirthDate: '01/02/2015' }, 'holderBirthDate', 'validate.adultOnly'],
    [{ holderPhoneNumber: '123' }, 'holderPhoneNumber', 'validate.invalid'],
    [{ legalConsent: false }, 'legalConsent', 'validate.invalid'],
  ])(
    'wrong holder data of a new card are refused by their field: %o',
    async (changes, field, code) => {
      const person = await app.join(`campo${(people += 1)}`);
      expect((await trySave(person, {}, changes)).reply.fields).toMatchObject({
        [field]: { code },
      });
    },
  );

  it.each(ADDRESSES_ABROAD)(
    'a card billed in %s is stored with an address of that country',
    async (billingCountry, address) => {
      const person = await app.join(`fora${billingCountry.toLowerCase()}`);
      const abroad = {
        ...address,
        billingCountry,
        holderDocument: 'X1234567',
        holderPhoneNumber: '+351912345678',
      };
      expect((await trySave(person, {}, abroad)).reply).toMatchObject({ data: { usable: true } });
    },
  );

  it.each([
    ['US', { billingStateCode: '' }],
    ['US', { billingZip: '' }],
    ['PT', { billingCity: '' }],
    ['PT', { billingStreet: '' }],
  ])(
    'an address in %s without what that country needs is refused (%o)',
    async (billingCountry, gap) => {
      const person = await app.join(`falta${(people += 1)}`);
      const address = { ...ADDRESS_US, holderDocument: 'X1234567' };
      expect((await trySave(person, {}, { ...address, billingCountry, ...gap })).reply.code).toBe(
        'wallet.errorAddress',
      );
    },
  );

  it('a card is stored without the phone and the birth date of its holder', async () => {
    const person = await app.join('seiscampos');
    const { status } = await trySave(person, {}, { holderPhoneNumber: '', holderBirthDate: '' });
    expect(status).toBe(200);
    const [stored] = await person.call('GET /funds/cards', { query: { limit: 10, offset: 0 } });
    expect(stored).toMatchObject({ usable: true, holderPhoneNumber: '' });
  });

  it('an address must be complete, and a missing number is stored as S/N', async () => {
    const person = await app.join('endereco');
    expect((await trySave(person, {}, { billingCounty: ' ' })).reply.code).toBe(
      'wallet.errorAddress',
    );
    await save(person);
    expect((await exportPaymentsOf(app.ctx, person.profileId)).map(({ path }) => path)).toEqual([
      'wallet/saved-payments.json',
      'wallet/boleto-data.json',
    ]);
    expect((await trySave(person, {}, { recapcha: 'used' })).reply.code).toBe(
      'auth.captchaRefused',
    );
  });
});

it('the first card is the default, another may be chosen, and deleting the default picks another', async () => {
  const person = await app.join('varios');
  const [first, second] = [await save(person), await save(person, { expiration: '11/2032' })];
  const list = async () =>
    (await person.call('GET /funds/cards', { query: { limit: 10, offset: 0 } })).map(
      ({ id, default: chosen }) => [id, chosen],
    );
  expect(await list()).toEqual([
    [first.id, true],
    [second.id, false],
  ]);
  await person.call('PUT /funds/cards/{id}', {
    params: { id: second.id },
    body: { default: true },
  });
  expect(await list()).toEqual([
    [second.id, true],
    [first.id, false],
  ]);
  await person.call('DELETE /funds/cards/{id}', { params: { id: second.id } });
  expect(await list()).toEqual([[first.id, true]]);
  await erasePaymentsOf(app.ctx, person.profileId);
  await erasePaymentsOf(app.ctx, person.profileId);
  expect(await list()).toEqual([]);
});

describe('declined cards', () => {
  const declines = async (person: ApiClient, times: number): Promise<(string | undefined)[]> => {
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < times; time += 1)
      codes.push((await trySave(person, { cvv: '111' })).reply.code);
    return codes;
  };
  const forget = () => app.ctx.pool.query('DELETE FROM card_attempts');

  it('declined cards are limited to five a day per account, then every card is refused until the next day', async () => {
    await forget();
    const person = await app.join('testadora');
    await confirm(person);
    expect(await declines(person, 6)).toEqual([...Array(5).fill('card.refused'), 'card.declines']);
    expect((await trySave(person)).reply.code).toBe('card.declines');
    await forget();
    await save(person);
  });

  it('declined cards are limited to two a day per account without a confirmed email', async () => {
    await forget();
    const person = await app.join('semconfirmar');
    await app.ctx.pool.query(
      'UPDATE users u SET email_confirmed_at = NULL FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
      [person.profileId],
    );
    expect(await declines(person, 3)).toEqual([
      'card.refused',
      'card.refused',
      'card.declinesUnconfirmed',
    ]);
    expect((await trySave(person)).reply.message).toBe(
      'Dois cartões recusados em 24 horas: sem o e-mail confirmado, este é o limite. Confirme seu e-mail para ter direito a 5 tentativas, use Pix, ou espere 24 h.',
    );
    await confirm(person);
    expect(await declines(person, 1)).toEqual(['card.refused']);
  });

  it('declined cards stop counting after a day, and the refusal names the remaining hours', async () => {
    await forget();
    const person = await app.join('esperandoodia');
    await confirm(person);
    const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * HOUR_MS);
    for (const hours of [23.5, 20.5, 20, 3, 2, 1])
      await app.ctx.pool.query(
        `INSERT INTO card_attempts (profile_id, network, declined, at) VALUES ($1, 'elsewhere',
          true, $2)`,
        [person.profileId, ago(hours)],
      );
    const { reply } = await trySave(person);
    expect([reply.code, reply.message]).toEqual([
      'card.declines',
      'Muitos cartões recusados nas últimas 24 horas. Por segurança, você poderá usar cartão de novo em 4 h. Até lá, use Pix.',
    ]);
  });

  it('declined cards are limited per address across accounts, and many declines in an hour raise an alarm', async () => {
    await forget();
    app.lines.length = 0;
    await app.ctx.pool.query(
      `INSERT INTO card_attempts (profile_id, network, declined, at) SELECT $1, 'elsewhere', true,
        $2 FROM generate_series(1, 19)`,
      [app.stranger.profileId, app.clock.now()],
    );
    for (let person = 0; person < 15; person += 1)
      expect(await declines(await app.join(`mesmarede${person}`), 1)).toEqual(['card.refused']);
    expect(await declines(await app.join('mesmaredefim'), 1)).toEqual(['card.declinesNetwork']);
    expect(app.lines.join('')).toContain('stolen numbers may be tested here');
    await forget();
  });

  it('declined cards are counted when a stored card is charged', async () => {
    await forget();
    const person = await app.join('negaemserie');
    await confirm(person);
    const { id } = await save(person, { holderName: 'DAVI 111' });
    for (let time = 0; time < 5; time += 1)
      expect((await charge(person, id)).reply.data.status).toBe('failed');
    expect((await charge(person, id)).reply.code).toBe('card.declines');
    await forget();
  });
});

it('a sale paid from a wallet filled by card is held longer than one filled by Pix', async () => {
  const [byCard, byPix] = [await app.join('pagacartao'), await app.join('pagapix')];
  const { id } = await save(byCard);
  await charge(byCard, id);
  await fill(app, byPix, 5_000);
  const heldDays = async (person: ApiClient): Promise<number> => {
    const { id: tipId } = await person.call('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId, value: 1_000 },
      idempotencyKey: randomUUID(),
    });
    const { rows } = await app.ctx.pool.query<{ at: Date }>(
      'SELECT release_at AS at FROM ledger_entries WHERE transfer_id = $1 AND release_at IS NOT NULL',
      [tipId],
    );
    return Math.floor(((rows[0]?.at.getTime() ?? 0) - app.clock.now().getTime()) / DAY_MS);
  };
  expect([await heldDays(byCard), await heldDays(byPix)]).toEqual([14, 7]);
  app.clock.advance(15 * DAY_MS);
  expect(await heldDays(await app.join('pagacartao'))).toBe(7);
});

it('card limits are counted in São Paulo days, and concurrent charges respect them', async () => {
  const person = await app.join('limite');
  // Attempts whose bank has not answered count as declined: two without a confirmed email, else
  // five.
  await confirm(person);
  const { id } = await save(person);
  expect(await person.call('GET /funds/credit-limit')).toEqual({
    dailyMaxCredit: 200_000,
    todayTotal: 0,
    monthlyMaxCredit: 1_000_000,
    lastMonthTotal: 0,
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => charge(person, id, 50_000)));
  expect(answers.map(({ reply }) => reply.code ?? reply.data.status).sort()).toEqual([
    'paid',
    'paid',
    'paid',
    'paid',
    'wallet.dayLimit',
  ]);
  expect(await person.call('GET /funds/credit-limit')).toMatchObject({
    todayTotal: 200_000,
    lastMonthTotal: 200_000,
  });
});

it('renewals charge the default card once per key, and never again after a final refusal', async () => {
  const [good, bad, none] = [
    await app.join('renova'),
    await app.join('naorenova'),
    await app.join('semcartao'),
  ];
  await save(good);
  await save(bad, { holderName: 'DAVI 112' });
  const chargeCardOf = chargeDefaultCard(app.ctx, app.services.payments);
  const ask = ({ profileId }: ApiClient, key: string) =>
    chargeCardOf({ profileId: profileId as ProfileId, amount: 1_794 as never, key });
  expect([await ask(good, 'renewal:1'), await ask(good, 'renewal:1')]).toEqual(['paid', 'paid']);
  expect(await balance(good)).toBe(1_794);
  expect([
    await ask(bad, 'renewal:1'),
    await ask(bad, 'renewal:2'),
    await ask(none, 'renewal:1'),
  ]).toEqual(['refusedForGood', 'refusedForGood', 'none']);
});

it('card brands are recognised by the first digits, and unknown ones are refused', async () => {
  const person = await app.join('bandeiras');
  expect(await person.call('GET /funds/bin/{bin}', { params: { bin: '636297' } })).toMatchObject({
    id: 41,
    name: 'Elo',
  });
  expect((await person.ask('GET /funds/bin/{bin}', { params: { bin: '999999' } })).reply.code).toBe(
    'card.invalidBin',
  );
});
