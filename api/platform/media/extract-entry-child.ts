// The sandboxed child that unpacks one file of a zip archive. Its arguments are the archive, the
// place of the file in it, and the path to write.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';

const [path = '', wanted = '', target = ''] = process.argv.slice(2);
const archive = await yauzl.openPromise(path);
let at = 0;
for await (const entry of archive.eachEntry()) {
  if (at === Number(wanted))
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(target));
  at += 1;
}
archive.close();
