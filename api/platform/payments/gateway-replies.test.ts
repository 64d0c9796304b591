// A request to a gateway that may have been carried out is never reported as refused.
import { expect, test } from 'vitest';
import { type RequestWithLookup, refusalError, sendWithLookup } from './gateway-replies.ts';
import { GatewayError } from './port.ts';

type Sent = Awaited<ReturnType<RequestWithLookup<string>['send']>>;

/**
 * Plays what each sending does; `lookUp` finds nothing at the gateway, unless another one is given.
 */
const play = (...sendings: (() => Sent)[]): Promise<string> =>
  playLooking(async () => null, ...sendings);
const playLooking = (
  lookUp: () => Promise<string | null>,
  ...sendings: (() => Sent)[]
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
const lost = (): Sent => {
  throw new GatewayError('unknown', 'no answer');
};
const refusedBefore = (): Sent => {
  throw new GatewayError('refused', 'the stored card is not active at the acquirer');
};
const answer = (status: number) => (): Sent => ({ status, body: 'made' });

test('a refusal that is the first thing heard is a refusal, whether the gateway or a step before it refused', async () => {
  await expect(play(answer(402))).rejects.toMatchObject({ outcome: 'refused' });
  await expect(play(refusedBefore)).rejects.toMatchObject({ outcome: 'refused' });
});

test('a refusal after a request without an answer says nothing of that request: its outcome is unknown', async () => {
  await expect(play(lost, answer(402))).rejects.toMatchObject({ outcome: 'unknown' });
  await expect(play(lost, refusedBefore)).rejects.toMatchObject({ outcome: 'unknown' });
});

test('a look that is refused after a request without an answer says nothing of that request either', async () => {
  const refusedLook = async () => Promise.reject(refusalError({ status: 400 }, 'no'));
  await expect(playLooking(refusedLook, lost)).rejects.toMatchObject({ outcome: 'unknown' });
});

test('a second request that is accepted is the answer', async () => {
  await expect(play(lost, answer(201))).resolves.toBe('made');
});
