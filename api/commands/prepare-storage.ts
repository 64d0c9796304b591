// `npm run admin -- prepare-storage`: makes the buckets of an S3 ready: there, open to uploads from
// our pages, and rid of incomplete uploads.
import { s3TargetOf } from '../platform/blobs/open.ts';
import { prepareBuckets } from '../platform/blobs/s3/s3-buckets.ts';
import { ConfigError, readConfig } from '../platform/config/config.ts';
import { answersHelp, complain, say } from './usage.ts';

const run = async (): Promise<number> => {
  const config = readConfig(process.env);
  const target = s3TargetOf(config);
  if (!target) {
    say(
      'Storage is embedded: there is nothing to prepare. Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for one of your own.',
    );
    return 0;
  }
  const steps = await prepareBuckets(target, new URL(config.publicUrl).origin);
  for (const { bucket, what, done, refusal } of steps)
    say(`${bucket}, ${what}: ${done ?? `REFUSED, ${refusal}`}`);
  // Without a lifecycle our own daily sweep remains.
  return steps.some(({ what, done }) => done === null && what !== 'lifecycle') ? 1 : 0;
};

try {
  process.exitCode = answersHelp('prepare-storage') ? 0 : await run();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
