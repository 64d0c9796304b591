// `npm run admin -- check-consents`: recomputes the hash chain of the ledger of consents, and names
// the first place that breaks it.
import { CONSENT_CHAIN } from '../features/verifications/index.ts';
import { checkChain } from '../platform/audit/audit.ts';
import { CHAIN_PROBLEMS } from '../platform/audit/chain-problems.ts';
import { runCommand } from './operator-database.ts';
import { say } from './usage.ts';

await runCommand('check-consents', async (db) => {
  const { entries, hash, broken } = await checkChain(db, CONSENT_CHAIN);
  if (broken) say(`BROKEN at place ${broken.place}: ${CHAIN_PROBLEMS[broken.problem]}.`);
  say(`${entries} entries in order; hash of the last of them: ${hash}`);
  return broken ? 1 : 0;
});
