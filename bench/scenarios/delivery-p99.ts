// How long a message takes from its request to the socket of its receiver, with a thousand sockets
// at a steady rate that leaves the machine room.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beginConversations } from '../conversations.ts';
import type { DeliveriesReply, DeliveriesRequest } from '../deliveries.ts';
import { type Figure, figureOf } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const FANS = 1_000;
const PRODUCERS = 4;
const PER_SECOND = 100;
const ROUNDS = 6;
/** A round has one message for half of the fans; the first two rounds warm up, with all. */
const MESSAGES = 500;
const WARM_ROUNDS = 2;

const at = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN;

const measure = async (stage: Stage): Promise<Figure[]> => {
  const { port, database, fans, producers } = stage;
  await beginConversations(stage);
  await database.query('ANALYZE');
  const child = fork(join(import.meta.dirname, '..', 'deliveries.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => [null]);
  const ask = async (request: DeliveriesRequest): Promise<DeliveriesReply> => {
    child.send(request);
    const [reply] = (await Promise.race([once(child, 'message'), ended])) as [
      DeliveriesReply | null,
    ];
    if (reply === null) throw new Error('the clients ended');
    return reply;
  };
  await ask({ port, senders: producers, receivers: fans });
  const rounds: DeliveriesReply[] = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const reply = await ask({ messages: MESSAGES, perSecond: PER_SECOND });
    if (round >= 0) rounds.push(reply);
  }
  child.kill();
  const how = `from the request of POST /api/chats/messages until its event arrives at its receiver's socket; ${FANS} fans with a socket each, ${PRODUCERS} producers who write ${PER_SECOND} messages a second by the clock, median of ${ROUNDS} rounds of ${MESSAGES} messages after ${WARM_ROUNDS * MESSAGES}`;
  const figure = (name: string, of: keyof DeliveriesReply, part: number, about: string) =>
    figureOf(
      name,
      'ms',
      rounds.map((round) => at(round[of], part)),
      about,
    );
  return [
    figure('delivery-p99-ms', 'delivered', 0.99, `99th percentile ${how}`),
    figure('delivery-p50-ms', 'delivered', 0.5, `median ${how}`),
    figure('delivery-answer-p99-ms', 'answered', 0.99, 'until the sender has the answer; the same'),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: PRODUCERS, balance: 0, pages: false }, measure);
