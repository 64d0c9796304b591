// Random histories of payments at unreliable gateways: in the end our ledger agrees with the
// gateways.
import { beforeAll, expect, it } from 'vitest';
import { gatewayHistories } from '../../testing/gateway-histories/play.ts';

const HISTORIES = 4;
const OPERATIONS = 60;

let play: Awaited<ReturnType<typeof gatewayHistories>>;
beforeAll(async () => {
  play = await gatewayHistories();
}, 180_000);

it(`after ${HISTORIES * OPERATIONS} operations with late, repeated, lost and lagging answers, all accounts hold what the gateways say`, async () => {
  const { bought, panel, refund, cashOut, notifications } = await play({
    histories: HISTORIES,
    operations: OPERATIONS,
  });
  expect(Math.min(bought, panel, refund, cashOut, notifications)).toBeGreaterThan(0);
}, 240_000);
