// `npm run admin -- check-ledger`: recomputes every balance from the entries and says which cent is
// out of place, if any.
import { LEDGER_RULES, checkLedger } from '../features/ledger/index.ts';
import { runCommand } from './operator-database.ts';
import { say } from './usage.ts';

await runCommand('check-ledger', async (db) => {
  const startedMs = performance.now();
  const { entries, discrepancies } = await checkLedger(db);
  for (const { rule, account, transfer, expected, found } of discrepancies) {
    const where = [account && `account ${account}`, transfer && `transfer ${transfer}`]
      .filter(Boolean)
      .join(', ');
    say(
      `NOT TRUE: ${rule}\n  ${where}${expected === null ? '' : ` expected ${expected}`}${found === null ? '' : ` found ${found}`}`,
    );
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  say(
    `${entries} entries, ${LEDGER_RULES.length} rules, ${discrepancies.length} discrepancies, ${seconds} s`,
  );
  return discrepancies.length === 0 ? 0 : 1;
});
