// `npm run admin -- signing-key`: prints the public key of statements and monthly packs.
import { signingKey } from '../platform/installation/signing-key.ts';
import { runCommand } from './operator-database.ts';
import { say } from './usage.ts';

await runCommand('signing-key', async (db) => {
  say((await signingKey(db)).publicKey);
  return 0;
});
