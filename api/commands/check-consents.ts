// `npm run admin -- check-consents`: recomputes the hash chain of the ledger of consents, and names the
// first place that breaks it.
import { checkConsents } from '../features/verifications/index.ts';
import { runCommand } from './operator-database.ts';
import { say } from './usage.ts';

const PROBLEMS = {
  changed: 'its content does not have the hash that was stored for it, or it was moved',
  missing: 'no entry has this place',
  cutOff: 'this entry and those after it are gone',
};

await runCommand('check-consents', async (db) => {
  const { entries, hash, broken } = await checkConsents(db);
  if (broken) say(`BROKEN at place ${broken.place}: ${PROBLEMS[broken.problem]}.`);
  say(`${entries} entries in order; hash of the last of them: ${hash}`);
  return broken ? 1 : 0;
});
