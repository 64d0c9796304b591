// Limits against fraud through the whole application: declined cards by browser and first digits,
// card money between two people, the alerts with their evidence, and what is decided about them.
import { randomUUID } from 'node:crypto';
import type { TransferId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { TEST_PASSWORD } from '../../testing/app.ts';
import { appWithBank, type TestAppWithBank } from '../../testing/bank.ts';
import { chargeCard, saveCard, trySaveCard, walletOf } from '../../testing/cards/paying.ts';
import { addKey, earn, joinPayee, signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { fill, publish } from '../../testing/publishing.ts';
import { openAlert } from './index.ts';

let app: TestAppWithBank;
let admin: ApiClient;
let names = 0;
const nameOf = (): string => `suspeita${(names += 1)}`;

beforeAll(async () => {
  app = await appWithBank({
    CARD_DECLINES_ACCOUNT_MAX: '5',
    CARD_DECLINES_ADDRESS_MAX: '1000',
    CARD_DECLINES_DEVICE_MAX: '3',
    CARD_DECLINES_BIN_MAX: '6',
    CARD_ALARM_DECLINES: '1000',
    PAIR_DAY_MAX_CENTAVOS: '6000',
    PAIR_WEEK_MAX_CENTAVOS: '0',
    PAIR_DAY_SALES_MAX: '0',
    NEW_PAYER_DAYS: '1',
    NEW_PAYER_DAY_MAX_CENTAVOS: '3000',
    NEW_PAYERS_MAX: '2',
  });
  await joinAdmin(app, 'chefia');
  await joinAdmin(app, 'financas', 'finance');
});
beforeEach(async () => {
  await app.ctx.pool.query('DELETE FROM card_attempts');
  await app.pass(3_600);
  admin = await signInWithProof(app, 'chefia');
});

const codeOf = ({ reply, status }: { reply: { code?: string }; status: number }) =>
  reply.code ?? status;
const alertsOf = async (rule: string, decided = false) =>
  (
    await admin.call('GET /dsb/fraud', {
      query: { decided: String(decided), limit: 50, offset: 0 },
    })
  ).filter((alert) => alert.rule === rule);
type Sales = readonly { id: TransferId }[];
const decide = (
  id: string,
  decision: 'release' | 'refund' | 'block',
  by = admin,
  sales: Sales = [],
) =>
  by.ask('POST /dsb/fraud/{id}', {
    params: { id },
    body: { decision, reason: 'conferido', sales: sales.map((sale) => sale.id) },
  });

/** A person whose requests come from a browser with this device cookie. */
const inBrowser = (person: ApiClient, cookie: string): ApiClient => ({
  ...person,
  ask: (key, input) => person.ask(key, { ...input, headers: { cookie } }),
});
const browserOf = async (domainName: string): Promise<string> => {
  const { headers } = await app.visitor.ask('POST /auth', {
    body: {
      username: domainName,
      password: TEST_PASSWORD,
      recapcha: await solveCaptcha(app.visitor),
    },
  });
  const cookies = [headers['set-cookie']].flat().map((one) => String(one).split(';')[0] ?? '');
  return cookies.find((one) => one.includes('device=')) ?? '';
};
const confirm = (person: ApiClient) =>
  app.ctx.pool.query(
    'UPDATE users u SET email_confirmed_at = now() FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
    [person.profileId],
  );
const joinConfirmed = async (): Promise<ApiClient> => {
  const person = await app.join(nameOf());
  await confirm(person);
  return person;
};
/** The person paid by card days ago. */
const payDaysAgo = async (person: ApiClient, days: number) => {
  const { id } = await saveCard(person);
  await chargeCard(person, id, 1_000);
  await app.ctx.pool.query(
    `UPDATE charges SET paid_at = $2, created_at = $2 WHERE profile_id = $1`,
    [person.profileId, new Date(app.clock.now().getTime() - days * DAY_MS)],
  );
};
const declined = async (person: ApiClient) => codeOf(await trySaveCard(person, { cvv: '111' }));

describe('declined cards', () => {
  test('declined cards are limited for all accounts of one browser, but not for a known payer', async () => {
    const first = await joinConfirmed();
    const browser = await browserOf(first.domainName);
    const known = await joinConfirmed();
    await payDaysAgo(known, 8);
    const recent = await joinConfirmed();
    await payDaysAgo(recent, 6);
    for (const person of [first, await joinConfirmed(), await joinConfirmed()])
      expect(await declined(inBrowser(person, browser))).toBe('card.refused');
    const next = await joinConfirmed();
    const refusal = await trySaveCard(inBrowser(next, browser));
    expect([codeOf(refusal), refusal.reply.message]).toEqual([
      'card.declinesDevice',
      'Muitos cartões recusados neste navegador nas últimas 24 horas. Por segurança, cartões poderão ser usados aqui de novo em 24 h. Seu saldo continua na carteira; até lá, use Pix.',
    ]);
    expect(await declined(inBrowser(recent, browser))).toBe('card.declinesDevice');
    expect(await declined(inBrowser(known, browser))).toBe('card.refused');
    await app.ctx.pool.query('DELETE FROM card_attempts WHERE profile_id = $1', [known.profileId]);
    expect(await declined(next)).toBe('card.refused');
    const [alert] = await alertsOf('declinesDevice');
    expect(alert).toMatchObject({
      counted: 3,
      limit: 3,
      unit: 'count',
      hours: 24,
      hits: 2,
      about: null,
      can: ['release'],
    });
    expect(alert?.people.map(({ domainName }) => domainName)).toContain(first.domainName);
    expect(alert?.times).toHaveLength(3);
    expect(codeOf(await decide(alert?.id ?? '', 'release'))).toBe(200);
    expect(codeOf(await decide(alert?.id ?? '', 'release'))).toBe('fraud.alreadyDecided');
    await app.pass(1);
    expect(await declined(inBrowser(next, browser))).toBe('card.refused');
    expect(await alertsOf('declinesDevice')).toEqual([]);
    expect((await alertsOf('declinesDevice', true))[0]).toMatchObject({
      decision: 'release',
      decidedBy: { domainName: 'chefia' },
      reason: 'conferido',
      can: [],
    });
  });

  test('cards with the same first digits are limited while most are declined, except for a known payer', async () => {
    const known = await joinConfirmed();
    await payDaysAgo(known, 8);
    await app.ctx.pool.query('DELETE FROM card_attempts');
    for (let time = 0; time < 6; time += 1)
      expect(await declined(await joinConfirmed())).toBe('card.refused');
    const next = await joinConfirmed();
    expect(codeOf(await trySaveCard(next))).toBe('card.declinesBin');
    expect(codeOf(await trySaveCard(known))).toBe(200);
    const [alert] = await alertsOf('declinesBin');
    expect(alert).toMatchObject({ bin: '544828', counted: 6, limit: 6 });
    expect(JSON.stringify(alert)).not.toContain('5448280000000007');
    await app.ctx.pool.query(
      `INSERT INTO card_attempts (profile_id, network, bin, declined, at) SELECT $1, 'x', '544828',
        false, $2 FROM generate_series(1, 7)`,
      [known.profileId, app.clock.now()],
    );
    expect(codeOf(await trySaveCard(next))).toBe(200);
    await decide(alert?.id ?? '', 'release');
  });

  test('only as many concurrent card attempts reach the bank as the limit leaves', async () => {
    const person = await joinConfirmed();
    await app.ctx.pool.query(
      `INSERT INTO card_attempts (profile_id, network, declined, at) SELECT $1, 'x', true, $2
        FROM generate_series(1, 4)`,
      [person.profileId, app.clock.now()],
    );
    const codes = await Promise.all(Array.from({ length: 4 }, () => declined(person)));
    expect(codes.toSorted()).toEqual([...Array(3).fill('card.declines'), 'card.refused']);
    const [alert] = await alertsOf('declinesAccount');
    expect(alert).toMatchObject({
      about: { domainName: person.domainName },
      hits: 3,
      can: ['release', 'block'],
    });
    await decide(alert?.id ?? '', 'release');
  });

  test('an attempt whose bank gives no answer is not counted as declined', async () => {
    const person = await joinConfirmed();
    await app.bank.armFault({ on: 'POST /', action: 'status', status: 503, times: 1 });
    expect(await declined(person)).toBe('gateway.unavailable');
    const { rows } = await app.ctx.pool.query(
      'SELECT count(*)::int AS count FROM card_attempts WHERE profile_id = $1',
      [person.profileId],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('card money of one person to one producer', () => {
  const tip = (person: ApiClient, value: number, to = app.producer.profileId) =>
    person.ask('POST /funds/tips', {
      body: { toProfileId: to, value },
      idempotencyKey: randomUUID(),
    });
  /** With R$ 100 from a card, of an account that is two days old. */
  const cardPayer = async (days = 2): Promise<ApiClient> => {
    const person = await joinConfirmed();
    const { id } = await saveCard(person);
    expect((await chargeCard(person, id, 10_000)).reply.data.status).toBe('paid');
    await app.ctx.pool.query(
      'UPDATE users u SET created_at = $2 FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
      [person.profileId, new Date(app.clock.now().getTime() - days * DAY_MS)],
    );
    return person;
  };

  test('card money of one person to one producer is limited by day, and the refusal opens an alert', async () => {
    const person = await cardPayer();
    expect(codeOf(await tip(person, 4_000))).toBe(200);
    const refused = await tip(person, 2_001);
    expect([codeOf(refused), refused.reply.message]).toEqual([
      'fraud.pairAmount',
      'Por proteção contra cartões roubados, há um limite do que se paga a um mesmo criador com dinheiro de cartão. Nada foi cobrado e seu saldo continua na carteira. Tente de novo em 24 h, ou escreva para a ajuda: a equipe já foi avisada e pode liberar antes.',
    ]);
    expect(await walletOf(person)).toEqual({ balance: 6_000, locked: 0 });
    const post = await publish(app, await app.join('iris'), { price: 2_001 });
    const buy = () =>
      person.ask('POST /posts/{id}/purchase', {
        params: { id: post.id },
        body: { price: 2_001 },
        idempotencyKey: randomUUID(),
      });
    expect(codeOf(await buy())).toBe('fraud.pairAmount');
    const other = await joinPayee(app, nameOf());
    expect(codeOf(await tip(person, 1_000, other.profileId))).toBe(200);
    admin = await signInWithProof(app, 'chefia');
    const [alert] = await alertsOf('pairDay');
    expect(alert).toMatchObject({
      about: { domainName: person.domainName },
      producer: { domainName: 'iris' },
      counted: 6_001,
      limit: 6_000,
      unit: 'centavos',
      hits: 2,
      sales: [{ amount: 4_000 }],
      can: ['release', 'refund', 'block'],
    });
    await decide(alert?.id ?? '', 'release');
    await app.pass(1);
    expect(codeOf(await buy())).toBe(200);
    const log = await admin.call('GET /dsb/audit', {
      query: { action: 'fraud', limit: 5 },
    });
    expect(log[0]).toMatchObject({ action: 'fraud.released', reason: 'conferido' });
  });

  test('only as many concurrent card payments pass as the limit leaves', async () => {
    const person = await cardPayer();
    const answers = await Promise.all(Array.from({ length: 9 }, () => tip(person, 1_000)));
    expect(answers.map(codeOf).toSorted()).toEqual([
      ...Array(6).fill(200),
      ...Array(3).fill('fraud.pairAmount'),
    ]);
    expect((await walletOf(person)).balance).toBe(4_000);
    const [alert] = await alertsOf('pairDay');
    expect(alert).toMatchObject({ hits: 3 });
    await decide(alert?.id ?? '', 'release');
  });

  test('a new account has a lower limit, and money from Pix has none', async () => {
    const fresh = await cardPayer(0);
    expect(codeOf(await tip(fresh, 3_001))).toBe('fraud.newPayer');
    expect(codeOf(await tip(fresh, 3_000))).toBe(200);
    const byPix = await app.join(nameOf());
    await fill(app, byPix, 50_000);
    expect(codeOf(await tip(byPix, 50_000))).toBe(200);
  });

  test('the payments of an alert go back to the wallet once, and the account is blocked only by who may', async () => {
    const person = await cardPayer();
    await tip(person, 2_500);
    await tip(person, 2_500);
    expect(codeOf(await tip(person, 2_500))).toBe('fraud.pairAmount');
    const [alert] = await alertsOf('pairDay');
    const finance = await signInWithProof(app, 'financas');
    expect(codeOf(await decide(alert?.id ?? '', 'block', finance))).toBe('auth.rightMissing');
    const done = await decide(alert?.id ?? '', 'refund', finance, alert?.sales);
    expect(done.reply.data).toEqual({ id: alert?.id, decided: true, refunded: 2, left: 0 });
    expect((await walletOf(person)).balance).toBe(10_000);
    expect(codeOf(await decide(alert?.id ?? '', 'refund'))).toBe('fraud.alreadyDecided');
    await tip(person, 5_000);
    expect(codeOf(await tip(person, 5_000))).toBe('fraud.pairAmount');
    const [again] = await alertsOf('pairDay');
    expect(codeOf(await decide(again?.id ?? '', 'block'))).toBe(200);
    expect(codeOf(await person.ask('GET /funds'))).not.toBe(200);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('a refund is about the payments that were shown: later ones are shown before they go back', async () => {
    const person = await cardPayer();
    await tip(person, 2_500);
    await tip(person, 2_500);
    expect(codeOf(await tip(person, 2_500))).toBe('fraud.pairAmount');
    const [shown] = await alertsOf('pairDay');
    expect(shown?.sales).toHaveLength(2);
    await tip(person, 1_000);
    expect(codeOf(await tip(person, 2_500))).toBe('fraud.pairAmount');
    const id = shown?.id ?? '';
    expect(codeOf(await decide(id, 'refund', admin, shown?.sales))).toBe('fraud.changed');
    expect((await walletOf(person)).balance).toBe(4_000);
    const [now] = await alertsOf('pairDay');
    expect(now).toMatchObject({ id, decision: null });
    const done = await decide(id, 'refund', admin, now?.sales);
    expect(done.reply.data).toEqual({ id, decided: true, refunded: 3, left: 0 });
  });

  test('card money of many new accounts is accepted, and the producer’s cash-outs wait for a decision', async () => {
    const payee = await addKey(app, await joinPayee(app, nameOf()));
    await earn(app, payee, 40_000);
    const cashOut = async () => {
      const again = await signInWithProof(app, payee.domainName);
      const [account] = await again.call('GET /banks');
      const { reply } = await again.ask('POST /funds/cash-outs', {
        body: { value: 10_000, bankAccountId: account?.id },
        idempotencyKey: randomUUID(),
      });
      return reply.data?.status ?? reply.code;
    };
    for (let time = 0; time < 2; time += 1)
      expect(codeOf(await tip(await cardPayer(0), 1_000, payee.profileId))).toBe(200);
    expect(await cashOut()).toBe('requested');
    admin = await signInWithProof(app, 'chefia');
    const alert = (await alertsOf('newPayers')).find(({ about }) => about?.id === payee.profileId);
    expect(alert).toMatchObject({ counted: 2, limit: 2, can: ['release', 'block'] });
    expect(alert?.people).toHaveLength(2);
    const waiting = await admin.call('GET /dsb/todo', { query: { kind: 'fraudAlert' } });
    expect(waiting.items.map(({ id }) => id)).toContain(alert?.id);
    await decide(alert?.id ?? '', 'release');
    expect(await cashOut()).toBe('approved');
  });
});

describe('a block by an alert', () => {
  const alertAbout = async (person: ApiClient) => {
    const aboutId = person.profileId;
    const subject = `account:${aboutId}`;
    const evidence = {
      counted: 5,
      limit: 5,
      unit: 'count',
      hours: 24,
      times: [],
      people: [aboutId],
    };
    const alert = { rule: 'declinesAccount', subject, aboutId, producerId: null } as const;
    await openAlert(app.ctx, app.ctx.db, { ...alert, evidence } as never);
    return (await alertsOf('declinesAccount')).find(({ about }) => about?.id === aboutId)?.id ?? '';
  };
  const blockDirectly = async (person: ApiClient) => {
    const { rows } = await app.ctx.pool.query('SELECT user_id FROM profiles WHERE id = $1', [
      person.profileId,
    ]);
    await admin.call('DELETE /dsb/user/{userId}', {
      params: { userId: rows[0].user_id },
      body: { reason: 'conferido' },
    });
  };
  const closedAs = async (id: string) =>
    (await alertsOf('declinesAccount', true)).find((alert) => alert.id === id)?.decision;

  test('closes the alert of an account that is blocked already, as after a decision that was cut off', async () => {
    const person = await joinConfirmed();
    const id = await alertAbout(person);
    await blockDirectly(person);
    const { reply } = await decide(id, 'block');
    expect(reply.data).toEqual({ id, decided: true, refunded: 0, left: 0 });
    expect(await closedAs(id)).toBe('block');
  });

  test('an alert of an administrator stays open until a second one agrees where two must decide', async () => {
    const person = await joinAdmin(app, 'suspeitada', 'support');
    const id = await alertAbout(person);
    await joinAdmin(app, 'terceira');
    const third = await signInWithProof(app, 'terceira');
    const config = app.ctx.config as { adminSecondPerson: boolean };
    config.adminSecondPerson = true;
    try {
      expect((await decide(id, 'block')).reply.data).toMatchObject({ decided: false });
      expect(await closedAs(id)).toBeUndefined();
      expect(codeOf(await person.ask('GET /funds'))).toBe(200);
      expect((await decide(id, 'block', third)).reply.data).toMatchObject({ decided: true });
    } finally {
      config.adminSecondPerson = false;
    }
    expect(await closedAs(id)).toBe('block');
    expect(codeOf(await person.ask('GET /funds'))).not.toBe(200);
  });
});
