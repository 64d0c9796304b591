// `npm run test:soak`: 100,000 operations on payments at a gateway with bad habits.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appWithBank, type TestAppWithBank } from './bank.ts';
import { GatewayHistory, gatewayOperations } from './gateway-history.ts';
import { peopleOfHistory } from './gateway-history-people.ts';

const HISTORIES = 200;
const OPERATIONS = 500;

let app: TestAppWithBank;
let people: Awaited<ReturnType<typeof peopleOfHistory>>;

beforeAll(async () => {
  app = await appWithBank({ CASH_OUT_DAY_CENTAVOS: '10000000', CASH_OUT_MONTH_CENTAVOS: '90000000' });
  people = await peopleOfHistory(app);
});

test(`${HISTORIES * OPERATIONS} operations end with the books and the gateway of one mind`, async () => {
  await fc.assert(
    fc.asyncProperty(gatewayOperations(OPERATIONS), async (steps) => {
      await app.bank.disarm();
      const history = new GatewayHistory(app, people);
      for (const step of steps) await history.step(step);
      await history.end();
      expect(history.charges.length).toBeGreaterThan(0);
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 14_400_000);
