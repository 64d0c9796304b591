// Random histories of payments at a gateway with bad habits: in the end the books agree with the gateway's, to the last centavo.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { appWithBank, type TestAppWithBank } from '../../testing/bank.ts';
import { GatewayHistory, gatewayOperations } from '../../testing/gateway-history.ts';
import { peopleOfHistory } from '../../testing/gateway-history-people.ts';

const HISTORIES = 4;
const OPERATIONS = 60;

let app: TestAppWithBank;
let people: Awaited<ReturnType<typeof peopleOfHistory>>;
beforeAll(async () => {
  app = await appWithBank();
  people = await peopleOfHistory(app);
});

it(`after ${HISTORIES * OPERATIONS} operations with late, repeated, lost and lagging answers, nobody has more or less than the gateway says`, async () => {
  const happened: GatewayHistory['happened'][] = [];
  await fc.assert(
    fc.asyncProperty(gatewayOperations(OPERATIONS), async (steps) => {
      await app.bank.disarm();
      const history = new GatewayHistory(app, people);
      for (const step of steps) await history.step(step);
      await history.end();
      happened.push(history.happened);
    }),
    // A failing history is told by its seed; making it shorter would take as long as finding it.
    { numRuns: HISTORIES, endOnFailure: true },
  );
  const often = (what: keyof GatewayHistory['happened']): number => happened.reduce((sum, one) => sum + one[what], 0);
  expect(Math.min(often('bought'), often('panel'), often('refund'))).toBeGreaterThan(0);
}, 240_000);

