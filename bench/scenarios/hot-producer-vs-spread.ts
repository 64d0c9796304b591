// Tips per second when all go to one producer, over tips spread over many: no tip may wait for a
// busy row.
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';
import { CONCURRENCY, awaitDelivery, tipPlan } from '../tips.ts';

const FANS = 1_000;
const PRODUCERS = 1_000;
const ROUNDS = 7;
const ROUND_SECONDS = 2;

const measure = async (stage: Stage): Promise<Figure[]> => {
  const driver = openDriver();
  const rate = async (to: number): Promise<number> => {
    await awaitDelivery(stage);
    const { answered, seconds } = await driver.drive(
      tipPlan(stage, { to, durationMs: ROUND_SECONDS * 1_000 }),
    );
    return answered / seconds;
  };
  const hot: number[] = [];
  const spread: number[] = [];
  await rate(PRODUCERS);
  for (let round = 0; round < ROUNDS; round++) {
    hot.push(await rate(1));
    spread.push(await rate(PRODUCERS));
  }
  driver.close();
  await awaitDelivery(stage);
  const how = `POST /api/funds/tips by ${FANS} fans, ${CONCURRENCY} connections; all to one producer over ${PRODUCERS} producers; median of ${ROUNDS} interleaved rounds of ${ROUND_SECONDS} s, fsync on`;
  return [figureOf('hot-producer-vs-spread', 'ratio', ratios(hot, spread), how)];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: PRODUCERS, balance: 100_000_000, pages: false }, measure);
