// `npm run admin -- rebuild-rollups`: counts every day of the ledger again, and says which were not
// the sum of their transfers.
import { rebuildRollups } from '../features/ledger/index.ts';
import { systemClock } from '../platform/clock/system.ts';
import { runCommand } from './operator-database.ts';
import { say } from './usage.ts';

await runCommand('rebuild-rollups', async (db) => {
  const differences = await rebuildRollups(db, systemClock.now());
  for (const { day, kind, expected, found } of differences)
    say(`${day} ${kind}: expected ${expected ?? 'nothing'} found ${found ?? 'nothing'}`);
  say(`Every day was counted again; ${differences.length} rollups were changed.`);
  return 0;
});
