// `npm run admin -- rebuild-rollups`: counts every day of the overview again, and says which were
// not the sum of their transfers, or not what the tables have.
import { dayCounts } from '../assemble.ts';
import { rebuildDays } from '../features/dsb/index.ts';
import { rebuildRollups } from '../features/ledger/index.ts';
import { systemClock } from '../platform/clock/system.ts';
import { runCommand } from './operator-database.ts';
import { say } from './usage.ts';

await runCommand('rebuild-rollups', async (db) => {
  const now = systemClock.now();
  const differences = await rebuildRollups(db, now);
  for (const { day, kind, expected, found } of differences)
    say(`${day} ${kind}: expected ${expected ?? 'nothing'} found ${found ?? 'nothing'}`);
  const counts = await rebuildDays(db, dayCounts(), now);
  for (const { day, figure, part, expected, found } of counts)
    say(
      `${day} ${part ? `${figure} ${part}` : figure}: expected ${expected?.count ?? 'nothing'} found ${found?.count ?? 'nothing'}`,
    );
  say(
    `Every day was counted again; ${differences.length} rollups and ${counts.length} counts were changed.`,
  );
  return 0;
});
