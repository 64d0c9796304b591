// The sandboxed child of buyers' marks: `mark FOLDER` makes FOLDER/marked of FOLDER/picture,
// `compare FOLDER` prints what differs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { compare, mark } from './forensic-pixels.ts';

const [action = '', folder = ''] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

const picture = join(folder, 'picture');
if (action === 'mark')
  await writeFile(
    join(folder, 'marked'),
    await mark(picture, JSON.parse(await readFile(join(folder, 'cells'), 'utf8')) as number[]),
  );
else process.stdout.write(JSON.stringify(await compare(join(folder, 'found'), picture)));
