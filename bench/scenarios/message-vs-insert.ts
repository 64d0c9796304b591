// Messages per second, sent by HTTP and delivered to the sockets of their receivers, over a bare
// Fastify handler that makes the same inserts; also for each second of processor time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BareMessagesReply, BareMessagesRequest } from '../bare-messages.ts';
import { beginConversations } from '../conversations.ts';
import { cpuSecondsOf, cpuSecondsOfTree } from '../cpu.ts';
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, median, ratios } from '../figure.ts';
import type { ClientsReply, ClientsRequest } from '../room-clients.ts';
import { signedIn } from '../socket-client.ts';
import { type Stage, onStage } from '../stage.ts';

const FANS = 1_000;
const PRODUCERS = 4;
const CONNECTIONS = 16;
const ROUNDS = 7;
const WARM_MESSAGES = 5_000;
const ROUND_MS = 1_500;
const TEXT = 'Oi! Tudo bem por aí? Amanhã tem novidade às nove.';

const BARE_TABLES = `
  CREATE SCHEMA bare;
  CREATE TABLE bare.chats (id uuid PRIMARY KEY, sender_id uuid, receiver_id uuid, last_seq bigint NOT NULL DEFAULT 0, UNIQUE (sender_id, receiver_id));
  CREATE TABLE bare.members (chat_id uuid, profile_id uuid, unread int NOT NULL DEFAULT 0, last_at timestamptz, PRIMARY KEY (chat_id, profile_id));
  CREATE TABLE bare.messages (id uuid PRIMARY KEY, chat_id uuid, seq bigint, sender_id uuid, receiver_id uuid, text text, created_at timestamptz, UNIQUE (chat_id, seq));
  CREATE TABLE bare.events (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event text, topics text[], payload jsonb);
  CREATE TABLE bare.keys (profile_id uuid, key text, reply jsonb, PRIMARY KEY (profile_id, key));
  INSERT INTO bare.chats (id, sender_id, receiver_id) SELECT gen_random_uuid(), s.id, r.id FROM profiles s, profiles r WHERE s.producer_stage = 'approved' AND r.producer_stage = 'member';
  INSERT INTO bare.members (chat_id, profile_id) SELECT id, sender_id FROM bare.chats UNION ALL SELECT id, receiver_id FROM bare.chats`;

type Round = {
  answered: number;
  seconds: number;
  /** Answers for each second of processor time. */
  cpuPerSecond: number;
};

const untilDelivered = async ({ database }: Stage): Promise<void> => {
  const waits = async () => (await database.query('SELECT FROM outbox LIMIT 1')).rowCount !== 0;
  while (await waits()) await sleep(10);
};

const start = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, '..', file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

const ask = async <Reply>(child: ChildProcess, request: object): Promise<Reply> => {
  const answered = once(child, 'message');
  child.send(request);
  return ((await answered) as [Reply])[0];
};

const figuresOf = (rounds: { ours: Round[]; bare: Round[] }): Figure[] => {
  const compared = (name: string, about: string, per: (round: Round) => number): Figure => {
    const [ours, bare] = [rounds.ours.map(per), rounds.bare.map(per)];
    return figureOf(
      name,
      'ratio',
      ratios(ours, bare),
      `${about}POST /api/chats/messages until the last event has left the outbox (${median(ours).toFixed(0)}/s), over a bare Fastify handler with one transaction of the same inserts (${median(bare).toFixed(0)}/s); ${CONNECTIONS} connections, ${PRODUCERS} producers to ${FANS} fans with a socket each, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s after ${WARM_MESSAGES} messages of each`,
    );
  };
  return [
    compared('message-vs-insert', '', ({ answered, seconds }) => answered / seconds),
    compared(
      'message-vs-insert-cpu',
      'for each second of processor time of server and database; ',
      ({ cpuPerSecond }) => cpuPerSecond,
    ),
  ];
};

/** Conversations, the tables of the bare handler, and a socket of each fan. */
const prepare = async (stage: Stage): Promise<ChildProcess> => {
  const { port, database, fans } = stage;
  await beginConversations(stage);
  await database.query(BARE_TABLES);
  const clients = start('room-clients.ts');
  for (const { token } of fans)
    await ask<ClientsReply>(clients, {
      ...signedIn(port, token),
      count: 1,
    } satisfies ClientsRequest);
  await database.query('ANALYZE');
  return clients;
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  const { port, fans, producers } = stage;
  const clients = await prepare(stage);
  const bare = start('bare-messages.ts');
  const { port: barePort } = await ask<BareMessagesReply>(bare, {
    databaseUrl: stage.databaseUrl,
    connections: CONNECTIONS,
    senderIds: producers.map(({ profileId }) => profileId),
  } satisfies BareMessagesRequest);
  const driver = openDriver();
  const plan = {
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    callers: producers.map(({ token }) => `authorization: Bearer ${token}`),
    bodies: fans.map(({ profileId }) => JSON.stringify({ receiverId: profileId, message: TEXT })),
    keyed: true,
  };
  // The database is a child of the server, also while it works for the bare handler.
  const cpuSeconds = async (): Promise<number> =>
    (await cpuSecondsOfTree(stage.pid)) + (await cpuSecondsOf(bare.pid ?? 0));
  const round = async (side: () => Promise<Omit<Round, 'cpuPerSecond'>>): Promise<Round> => {
    const before = await cpuSeconds();
    const { answered, seconds } = await side();
    return { answered, seconds, cpuPerSecond: answered / ((await cpuSeconds()) - before) };
  };
  const ours = () =>
    round(async () => {
      const startMs = performance.now();
      const { answered } = await driver.drive({
        ...plan,
        port,
        target: 'POST /api/chats/messages',
      });
      await untilDelivered(stage);
      return { answered, seconds: (performance.now() - startMs) / 1_000 };
    });
  const theirs = () =>
    round(() => driver.drive({ ...plan, port: barePort, target: 'POST /messages' }));
  const rounds = { ours: [] as Round[], bare: [] as Round[] };
  // As many of each, so that the compiler has seen both: rounds of a slower side are fewer
  // messages.
  for (const side of [ours, theirs])
    for (let sent = 0; sent < WARM_MESSAGES; sent += (await side()).answered);
  for (let number = 0; number < ROUNDS; number++) {
    rounds.ours.push(await ours());
    rounds.bare.push(await theirs());
  }
  driver.close();
  bare.disconnect();
  clients.kill();
  return figuresOf(rounds);
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: PRODUCERS, balance: 0, pages: false }, measure);
