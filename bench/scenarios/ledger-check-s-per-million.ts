// How long the whole check of the ledger takes for each million entries.
import { checkLedger } from '../../api/features/ledger/index.ts';
import { connectDatabase } from '../../api/platform/database/database.ts';
import { type Figure, figureOf } from '../figure.ts';
import { insertTips } from '../inserted-tips.ts';
import { type Stage, onStage } from '../stage.ts';
import { awaitDelivery } from '../tips.ts';

const FANS = 1_000;
const TIPS_EACH_FAN = 50;
const PRODUCERS = 10;
const ROUNDS = 3;

const measure = async (stage: Stage): Promise<Figure[]> => {
  const { database, databaseUrl, fans, producers } = stage;
  await awaitDelivery(stage);
  for (const producer of producers)
    await insertTips(database, fans, producer, FANS * TIPS_EACH_FAN);
  const { db, close } = connectDatabase(databaseUrl, { max: 1, applicationName: 'bench' });
  const rounds: number[] = [];
  let checked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    const { entries, discrepancies } = await checkLedger(db);
    if (discrepancies.length > 0)
      throw new Error(`the planted ledger is wrong: ${JSON.stringify(discrepancies[0])}`);
    checked = entries;
    rounds.push((performance.now() - startMs) / 1_000 / (entries / 1_000_000));
  }
  await close();
  return [
    figureOf(
      'ledger-check-s-per-million',
      's',
      rounds,
      `npm run admin -- check-ledger's whole work on ${checked} entries of ${FANS} fans and ${PRODUCERS} producers; median of ${ROUNDS} rounds`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: PRODUCERS, balance: 100_000_000, pages: false }, measure);
