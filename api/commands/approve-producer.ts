// `npm run producer:approve -- DOMAIN_NAME`: makes a member a producer.
import { approveProducer } from '../features/profiles/index.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { complain, runCommand, say } from './operator-database.ts';

const [domainName = ''] = process.argv.slice(2);

await runCommand('approve producer', async (db) => {
  try {
    await approveProducer({ db }, domainName);
    say(`${domainName} is a producer.`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(
      domainName === ''
        ? 'Say whom: approve-producer.ts DOMAIN_NAME'
        : `No account is called ${domainName}.`,
    );
    return 1;
  }
});
