// The application killed at every step of writing a paid message and of buying one: what was
// charged is there, once.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it } from 'vitest';
import { until } from '../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../testing/crash/soak.ts';

type Charge = ReplyOf<Routes['POST /funds']>['data'];
type Message = ReplyOf<Routes['POST /chats/messages']>['data'];

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 180_000;
const PAID = 5_000;
const FEE = 100;
const PRICE = 2_500;

let app: KilledApp;
let lia: { token: string; profileId: string };
beforeAll(async () => {
  app = await killedApp();
  lia = await app.signIn('lia', 1_000);
}, PATIENCE_MS);

/** A fan of Lia with R$ 50. */
const signInFan = async (name: string) => {
  const fan = await app.signIn(name);
  const { id } = await app.press<Charge>('POST', '/funds', fan.token, {
    key: randomUUID(),
    body: { paymentMethodKey: 'pix', value: PAID },
  });
  await app.bank.pay(id);
  const isPaid = async () =>
    (await app.call<Charge>('GET', `/funds/charges/${id}`, fan.token))?.status === 'paid';
  await until(isPaid, PATIENCE_MS);
  await app.call('POST', `/profiles/${lia.profileId}/follow`, fan.token);
  return fan;
};

const balanceOf = async (token: string): Promise<number | undefined> =>
  (await app.call<{ balance: number }[]>('GET', '/funds', token))?.[0]?.balance;
const isSound = async (): Promise<boolean> => {
  const { rows } = await app.database.pool.query<{ sum: string }>(
    'SELECT sum(amount)::text AS sum FROM ledger_entries',
  );
  return Number(rows[0]?.sum) === 0;
};

const SENDING = chooseSteps<Step>([
  'before credit',
  'uncommitted credit',
  'uncommitted message',
  'committed message',
]);

it.each(SENDING)(
  'a paid message is sent and charged once by an application that is killed at "%s"',
  async (step) => {
    const fan = await signInFan(`escreve.${SENDING.indexOf(step)}`);
    const died = app.dieAt(step);
    const request = {
      key: randomUUID(),
      body: { receiverId: lia.profileId, message: 'Oi, Lia!', fee: FEE },
    };
    const sent = await app.press<Message>('POST', '/chats/messages', fan.token, request);
    await until(died);
    await app.restartWhenDead();
    expect(await app.call('POST', '/chats/messages', fan.token, request)).toMatchObject({
      id: sent.id,
    });
    expect(await balanceOf(fan.token)).toBe(PAID - FEE);
    const { rows } = await app.database.pool.query(
      `SELECT (SELECT count(*)::int FROM messages WHERE chat_id = c.id) AS messages,
        c.last_seq::int AS places, m.unread_messages AS unread,
         (SELECT count(*)::int FROM ledger_transfers WHERE kind = 'message'
           AND reference_id::text = $2) AS paid
       FROM chats c JOIN chat_members m ON m.chat_id = c.id AND m.profile_id = $3 WHERE c.id = $1`,
      [sent.chatId, sent.id, lia.profileId],
    );
    expect(rows).toEqual([{ messages: 1, places: 1, unread: 1, paid: 1 }]);
    expect(await isSound()).toBe(true);
  },
  PATIENCE_MS,
);

const WRITING = chooseSteps<Step>(['uncommitted message', 'committed message']);

it.each(WRITING)(
  'free messages that are sent at once are there once after an application is killed at "%s"',
  async (step) => {
    const fans: { token: string; profileId: string }[] = [];
    for (const name of ['ana', 'bia']) {
      const fan = await app.signIn(`${name}.${WRITING.indexOf(step)}`);
      await app.call('POST', `/profiles/${lia.profileId}/follow`, fan.token);
      fans.push(fan);
    }
    const write = ({ profileId }: { profileId: string }, message: string, key: string) =>
      app.call<Message>('POST', '/chats/messages', lia.token, {
        key,
        body: { receiverId: profileId, message },
      });
    // Conversations that have begun: only their messages share a transaction.
    for (const fan of fans) await write(fan, 'Oi!', randomUUID());
    const died = app.dieAt(step);
    const requests = fans.map((fan) => ({ fan, key: randomUUID() }));
    const writeAll = () => Promise.all(requests.map(({ fan, key }) => write(fan, 'Novidade', key)));
    await writeAll();
    await until(died);
    const { rows: stored } = await app.database.pool.query<{ id: string }>(
      `SELECT id FROM messages WHERE text = 'Novidade' AND client_key = ANY($1)`,
      [requests.map(({ key }) => key)],
    );
    await app.restartWhenDead();
    const sent = await writeAll();
    expect(sent.map((message) => message?.id)).toEqual(
      expect.arrayContaining(stored.map(({ id }) => id)),
    );
    expect(await writeAll()).toEqual(sent);
    const { rows } = await app.database.pool.query(
      `SELECT (SELECT count(*)::int FROM messages WHERE chat_id = c.id) AS messages,
        c.last_seq::int AS places, m.unread_messages AS unread
       FROM chats c JOIN chat_members m ON m.chat_id = c.id AND m.profile_id <> $2
         WHERE c.id = ANY($1)`,
      [sent.map((message) => message?.chatId), lia.profileId],
    );
    expect(rows).toEqual(fans.map(() => ({ messages: 2, places: 2, unread: 2 })));
  },
  PATIENCE_MS,
);

const BUYING = chooseSteps<Step>([
  'uncommitted messagePurchase',
  'before credit',
  'committed messagePurchase',
]);

it.each(BUYING)(
  'the media of a message are bought once by an application that is killed at "%s"',
  async (step) => {
    const fan = await signInFan(`compra.${BUYING.indexOf(step)}`);
    const message = await app.press<Message>('POST', '/chats/messages', lia.token, {
      key: randomUUID(),
      body: { receiverId: fan.profileId, message: 'Segredo', lockText: true, price: PRICE },
    });
    const died = app.dieAt(step);
    const buy = { key: randomUUID(), body: { price: PRICE, version: 1 } };
    const path = `/chats/messages/${message.id}/purchase`;
    await app.press('POST', path, fan.token, buy);
    await until(died);
    await app.restartWhenDead();
    // A second press of another dialog pays nothing.
    await app.press('POST', path, fan.token, { ...buy, key: randomUUID() });
    expect(await balanceOf(fan.token)).toBe(PAID - PRICE);
    const seen = await app.call<Message[]>('GET', `/chats/${message.chatId}/messages`, fan.token);
    expect(seen).toMatchObject([{ content: 'Segredo', paidContent: { purchased: true } }]);
    expect(await isSound()).toBe(true);
  },
  PATIENCE_MS,
);
