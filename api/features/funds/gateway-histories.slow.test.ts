// Random histories of payments at unreliable gateways: in the end our ledger agrees with the
// gateways.
import { beforeAll, expect, it } from 'vitest';
import { gatewayHistories } from '../../testing/gateway-histories/play.ts';

const HISTORIES = 3;
const OPERATIONS = 60;
const ROUNDS_MAX = 3;

let play: Awaited<ReturnType<typeof gatewayHistories>>;
beforeAll(async () => {
  play = await gatewayHistories();
}, 180_000);

it(`accounts hold what the gateways say after ${HISTORIES * OPERATIONS} late, repeated and lost answers`, async () => {
  const happened = { bought: 0, panel: 0, refund: 0, cashOut: 0, notifications: 0 };
  const rare = () => Math.min(...Object.values(happened));
  // Operations are drawn at random: now and then a kind of them finds nothing that it could do.
  for (let round = 0; round < ROUNDS_MAX && (round === 0 || rare() === 0); round += 1) {
    const counts = await play({ histories: HISTORIES, operations: OPERATIONS });
    for (const kind of Object.keys(happened) as (keyof typeof happened)[])
      happened[kind] += counts[kind];
  }
  expect(rare()).toBeGreaterThan(0);
}, 240_000);
