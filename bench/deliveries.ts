// Sends messages by HTTP at a steady rate and holds the sockets of their receivers, in one process,
// so that one clock measures both ends. Forked by scenarios/delivery-p99.ts.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSocket, signedIn } from './socket-client.ts';

type Person = { profileId: string; token: string };

export type DeliveriesRequest =
  | { port: number; senders: Person[]; receivers: Person[] }
  /** One message to each receiver in turn; none has two at once. */
  | { messages: number; perSecond: number };
/** Milliseconds from the request until the event on the receiver's socket, and until the answer. */
export type DeliveriesReply = { delivered: number[]; answered: number[] };

const EVENT = '["messages"';
const TEXT = 'Oi! Tudo bem por aí? Amanhã tem novidade às nove.';
const PATIENCE_MS = 30_000;

const agent = new Agent({ keepAlive: true });
let people: Extract<DeliveriesRequest, { port: number }>;
/** When the message of this receiver was sent, which has not arrived. */
const sentAt = new Map<string, number>();
let turn = 0;
let delivered: number[] = [];

const arrived = (profileId: string): void => {
  const startedAt = sentAt.get(profileId);
  if (startedAt === undefined) throw new Error('an event of a message that was not sent');
  sentAt.delete(profileId);
  delivered.push(performance.now() - startedAt);
};

const post = async (sender: Person, receiver: Person): Promise<number> => {
  const body = JSON.stringify({ receiverId: receiver.profileId, message: TEXT });
  const startedAt = performance.now();
  sentAt.set(receiver.profileId, startedAt);
  const call = httpRequest({
    agent,
    host: '127.0.0.1',
    port: people.port,
    method: 'POST',
    path: '/api/chats/messages',
    headers: {
      'x-origin': 'CAM',
      authorization: `Bearer ${sender.token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  call.end(body);
  const [response] = await once(call, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`a message was refused: ${response.statusCode}`);
  return performance.now() - startedAt;
};

const send = async (messages: number, perSecond: number): Promise<DeliveriesReply> => {
  delivered = [];
  const beganAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let number = 0; number < messages; number++) {
    // By the clock, not by the answers: a slow answer does not slow the load.
    await sleep(Math.max(0, beganAt + (number * 1_000) / perSecond - performance.now()));
    const receiver = people.receivers[turn % people.receivers.length] as Person;
    const sender = people.senders[turn % people.senders.length] as Person;
    turn += 1;
    if (sentAt.has(receiver.profileId))
      throw new Error('a message of the turn before has not come');
    answers.push(post(sender, receiver));
  }
  const answered = await Promise.all(answers);
  const until = performance.now() + PATIENCE_MS;
  while (sentAt.size > 0 && performance.now() < until) await sleep(10);
  if (delivered.length !== messages)
    throw new Error(`${delivered.length} of ${messages} messages came to their receivers`);
  return { delivered, answered };
};

process.on('message', async (request: DeliveriesRequest) => {
  if ('messages' in request) {
    process.send?.(await send(request.messages, request.perSecond));
    return;
  }
  people = request;
  for (const { profileId, token } of people.receivers)
    await openSocket(signedIn(people.port, token), (chunk) => {
      if (chunk.includes(EVENT)) arrived(profileId);
    });
  process.send?.({ delivered: [], answered: [] } satisfies DeliveriesReply);
});
