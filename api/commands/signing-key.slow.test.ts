// The command that prints the public key of what the installation signs.
import { expect, test } from 'vitest';
import { protectSecrets } from '../platform/installation/secret.ts';
import { signingKey } from '../platform/installation/signing-key.ts';
import { sealOfKey } from '../platform/seal/seal.ts';
import { testApp } from '../testing/app.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';

const DATA_KEY = 'a key that is kept apart from the database';

test('where secrets are sealed, the command makes the key sealed, and prints the one that signs', async () => {
  const app = await testApp();
  protectSecrets(app.ctx.db, sealOfKey(DATA_KEY));
  const url = await databaseUrlOf(app);
  const printed = await runCommand(url, 'admin', ['signing-key'], '', { DATA_KEY });
  const { rows } = await app.ctx.pool.query(
    "SELECT value LIKE 'sealed:%' AS sealed FROM installation WHERE name = 'statements.signing'",
  );
  expect(rows).toEqual([{ sealed: true }]);
  expect(printed).toEqual({ code: 0, output: `${(await signingKey(app.ctx.db)).publicKey}\n` });
  expect(await runCommand(url, 'admin', ['signing-key'], '', { DATA_KEY })).toEqual(printed);
});
