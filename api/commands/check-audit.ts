// `npm run admin -- check-audit [FILE]`: recomputes the hash chain of the audit log, or of an
// NDJSON export. Names the first entry that breaks the chain.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { AUDIT_CHAIN, type ChainBreak, checkChain } from '../platform/audit/audit.ts';
import { checkExport } from '../platform/audit/check-export.ts';
import { CHAIN_PROBLEMS } from '../platform/audit/chain-problems.ts';
import { runCommand } from './operator-database.ts';
import { answersHelp, say } from './usage.ts';

const report = (entries: number, hash: string, broken: ChainBreak | null): number => {
  if (broken) {
    const { problem, place, entry } = broken;
    const what = entry ? `, entry ${entry.id} (${entry.action}, ${entry.at})` : '';
    say(`BROKEN at place ${place}${what}: ${CHAIN_PROBLEMS[problem]}.`);
  }
  say(`${entries} entries in order; hash of the last of them: ${hash}`);
  return broken ? 1 : 0;
};

const [file] = process.argv.slice(2);
if (file === undefined)
  await runCommand('check-audit', async (db) => {
    const { entries, hash, broken } = await checkChain(db, AUDIT_CHAIN);
    return report(entries, hash, broken);
  });
else if (!answersHelp('check-audit')) {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const { entries, hash, broken } = await checkExport(lines);
  process.exitCode = report(entries, hash, broken);
}
