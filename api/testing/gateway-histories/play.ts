// Plays histories of payments in one application that lives as long as all of them: the set-up of
// the test and of its soak.
import fc from 'fast-check';
import { appWithBank } from '../bank.ts';
import { GatewayHistory, NOTHING } from './history.ts';
import { gatewayOperations } from './operations.ts';
import { peopleOfHistories } from './people.ts';

/**
 * Card charges need no 3-D Secure here; large first ones are reviewed; payout limits have room for
 * all histories.
 */
const SETTINGS = {
  CARD_AUTHENTICATE_FROM_CENTAVOS: '10000000',
  CARD_REVIEW_FROM_CENTAVOS: '9000',
  CARD_REVIEW_HOURS: '24',
  CASH_OUT_DAY_CENTAVOS: '10000000',
  CASH_OUT_MONTH_CENTAVOS: '90000000',
};

/** No stand-in is silent here: what takes long is the machine. */
const PATIENCE_MS = 30_000;

export type HistoryOptions = {
  histories: number;
  operations: number;
  /** The seed of a history that failed, to repeat it. */
  seed?: number;
  /** Called after each history. */
  progress?: () => void;
};

export type HistoryCounts = typeof NOTHING;

/**
 * Call it in `beforeAll`. Returns a function that plays histories and says how often what happened
 * in them.
 */
export const gatewayHistories = async () => {
  const app = await appWithBank(SETTINGS, PATIENCE_MS);
  const people = await peopleOfHistories(app);
  return async ({
    histories,
    operations,
    seed,
    progress,
  }: HistoryOptions): Promise<HistoryCounts> => {
    const happened: HistoryCounts = { ...NOTHING };
    await fc.assert(
      fc.asyncProperty(gatewayOperations(operations), async (steps) => {
        await app.bank.disarm();
        const history = await GatewayHistory.begin(app, people);
        await history.play(steps);
        for (const what of Object.keys(NOTHING) as (keyof HistoryCounts)[])
          happened[what] += history.happened[what];
        // The log of a hundred thousand operations would fill the memory.
        app.lines.splice(0);
        progress?.();
      }),
      // A failing history is named by its seed; making it shorter would take as long as finding it.
      { numRuns: histories, endOnFailure: true, ...(seed !== undefined && { seed }) },
    );
    return happened;
  };
};
