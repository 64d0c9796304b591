// `npm run admin -- trace-copy MEDIA_ID FILE`: whose copy of a sold picture a file is that turned
// up elsewhere.
import { readFile } from 'node:fs/promises';
import type { MediaId } from '@camarim/contract/ids';
import { traceLeak } from '../features/media/index.ts';
import { openBlobs } from '../platform/blobs/open.ts';
import { systemClock } from '../platform/clock/system.ts';
import { readConfig } from '../platform/config/config.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { installationSecret } from '../platform/installation/secret.ts';
import { CERTAIN_SCORE } from '../platform/media/forensic-mark.ts';
import { sandboxedMedia } from '../platform/media/sandboxed-media.ts';
import { runCommand } from './operator-database.ts';
import { complain, say, usageOf } from './usage.ts';

const SHOWN = 5;
const [mediaId = '', file = ''] = process.argv.slice(2);

await runCommand('trace-copy', async (db) => {
  if (mediaId === '' || file === '') {
    complain(`Name the media and the file: ${usageOf('trace-copy')}`);
    return 1;
  }
  const config = readConfig(process.env);
  const blobs = openBlobs({
    config,
    clock: systemClock,
    secret: (await installationSecret(db, 'blobs')).toString('hex'),
  });
  const media = sandboxedMedia();
  try {
    const suspicions = await traceLeak(
      { db, blobs, media },
      mediaId as MediaId,
      await readFile(file),
    );
    const [best] = suspicions;
    say(
      best && best.score >= CERTAIN_SCORE
        ? `It is the copy of ${best.domainName} (${best.score.toFixed(1)}; certain from ${CERTAIN_SCORE}).`
        : 'It is the copy of no buyer, or too much was changed in it.',
    );
    for (const { domainName, score } of suspicions.slice(0, SHOWN))
      say(`  ${score.toFixed(1).padStart(6)}  ${domainName}`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(`There is no picture ${mediaId}.`);
    return 1;
  } finally {
    await media.close();
  }
});
