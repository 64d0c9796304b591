// A request that may have succeeded is never reported as refused.
import { expect, test } from 'vitest';
import { type RequestWithLookup, refusalError, sendWithLookup } from './gateway-replies.ts';
import { GatewayError } from './port.ts';

type SendResult = Awaited<ReturnType<RequestWithLookup<string>['send']>>;

/** Simulates the result of each send; `lookUp` finds nothing unless the test gives one. */
const play = (...sendings: (() => SendResult)[]): Promise<string> =>
  playWithLookup(async () => null, ...sendings);
const playWithLookup = (
  lookUp: () => Promise<string | null>,
  ...sendings: (() => SendResult)[]
): Promise<string> => {
  const left = [...sendings];
  return sendWithLookup({
    send: async () => {
      const next = left.shift();
      if (!next) throw new Error('sent more often than expected');
      return next();
    },
    parse: String,
    lookUp,
    toError: (reply) => refusalError(reply, 'no'),
  });
};
const lostReply = (): SendResult => {
  throw new GatewayError('unknown', 'no answer');
};
const refusedBefore = (): SendResult => {
  throw new GatewayError('refused', 'the stored card is not active at the acquirer');
};
const answer = (status: number) => (): SendResult => ({ status, body: 'made' });

test('a refusal of the first request is conclusive', async () => {
  await expect(play(answer(402))).rejects.toMatchObject({ outcome: 'refused' });
  await expect(play(refusedBefore)).rejects.toMatchObject({ outcome: 'refused' });
});

test('a refusal after a lost reply leaves the outcome unknown', async () => {
  await expect(play(lostReply, answer(402))).rejects.toMatchObject({ outcome: 'unknown' });
  await expect(play(lostReply, refusedBefore)).rejects.toMatchObject({ outcome: 'unknown' });
});

test('a refused lookup after a lost reply leaves the outcome unknown', async () => {
  const refusedLook = async () => Promise.reject(refusalError({ status: 400 }, 'no'));
  await expect(playWithLookup(refusedLook, lostReply)).rejects.toMatchObject({
    outcome: 'unknown',
  });
});

test('an accepted second request is the result', async () => {
  await expect(play(lostReply, answer(201))).resolves.toBe('made');
});
