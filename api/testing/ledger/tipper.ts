// Posts tips until it is killed: `node tipper.ts DATABASE_URL FILE`, for crash tests. FILE
// gets the key of each tip once it is acknowledged.
import { openSync, writeSync } from 'node:fs';
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { createLedger, type Movement } from '../../features/ledger/index.ts';
import { systemClock } from '../../platform/clock/system.ts';
import { connectDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { ledgerParts } from './parts.ts';

const AT_ONCE = 32;

const [databaseUrl = '', path = ''] = process.argv.slice(2);
const database = connectDatabase(databaseUrl, { max: 8 });
const ledger = createLedger(ledgerParts(database, systemClock));
const { rows } = await database.pool.query<{ id: ProfileId }>(
  'SELECT id FROM profiles ORDER BY id',
);
const people = rows.map(({ id }) => id);
const file = openSync(path, 'a');

/**
 * Asks again with the same key while the server is away, as our web app and every good client does.
 */
const retryForEver = async (movement: Movement): Promise<void> => {
  for (;;) {
    try {
      await ledger.post(movement);
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'server.unavailable') throw error;
    }
  }
};

const tipForEver = async (number: number): Promise<never> => {
  for (let round = 0; ; round++) {
    const fromId = people[(number + round) % people.length] as ProfileId;
    const toId = people[(number * 7 + round + 1) % people.length] as ProfileId;
    const key = newId();
    await retryForEver({
      kind: 'tip',
      key,
      fromId,
      toId,
      postId: null,
      amount: centavos(100),
      feeBps: 2_000,
    });
    writeSync(file, `tip:${fromId}:${key}\n`);
  }
};

await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => tipForEver(number)));
