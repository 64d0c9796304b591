// `npm run admin -- make-admin USERNAME|EMAIL [--end] [REASON]`: the only way to become, or cease to
// be, an administrator.
import { setAdmin } from '../features/auth/index.ts';
import { systemClock } from '../platform/clock/system.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { runCommand } from './operator-database.ts';
import { complain, say, usageOf } from './usage.ts';

const words = process.argv.slice(2);
const ends = words.includes('--end');
const [login = '', ...reason] = words.filter((word) => word !== '--end');

await runCommand('make-admin', async (db) => {
  try {
    const domainName = await setAdmin({ db, clock: systemClock }, login, !ends, reason.join(' '));
    say(`${domainName} is ${ends ? 'no longer' : 'now'} an administrator.`);
    if (!ends)
      say(
        'In production (ADMIN_SECOND_FACTOR) the dashboard opens after a log-in with a second factor, which is set up at /settings/security.',
      );
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(
      login === ''
        ? `Name the account: ${usageOf('make-admin')}`
        : `No account is called ${login}.`,
    );
    return 1;
  }
});
