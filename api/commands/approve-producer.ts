// `npm run admin -- approve-producer USERNAME`: makes a member a producer.
import { approveProducer } from '../features/profiles/index.ts';
import { systemClock } from '../platform/clock/system.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { runCommand } from './operator-database.ts';
import { complain, say, usageOf } from './usage.ts';

const [domainName = ''] = process.argv.slice(2);

await runCommand('approve-producer', async (db) => {
  try {
    await approveProducer({ db, clock: systemClock }, domainName);
    say(`${domainName} is a producer.`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(
      domainName === ''
        ? `Name the account: ${usageOf('approve-producer')}`
        : `No account is called ${domainName}.`,
    );
    return 1;
  }
});
