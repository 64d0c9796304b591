// The sandboxed child that detects what a file's content is, and looks into archives: its argument
// is the file.
import { open, readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { ANIMATION_BYTES_MAX, MAY_MOVE, readAnimation } from './animation/read-animation.ts';
import { MediaRefused } from './port.ts';
import { judgeArchive } from './judge-archive.ts';

const HEAD_BYTES = 64 * 1_024;
const [path = ''] = process.argv.slice(2);

const answer = (message: object): void => void process.stdout.write(JSON.stringify(message));

const handle = await open(path, 'r');
try {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(Math.min(size, HEAD_BYTES)),
    0,
    Math.min(size, HEAD_BYTES),
    0,
  );
  const type = await fileTypeFromBuffer(buffer.subarray(0, bytesRead));
  // Formats that are zip archives inside (documents, programs) are not what was promised.
  if (type?.mime === 'application/zip')
    answer({ contentType: type.mime, bytes: size, entries: await judgeArchive(path) });
  else if (type && MAY_MOVE.has(type.mime) && size <= ANIMATION_BYTES_MAX)
    answer({
      contentType: type.mime,
      bytes: size,
      animation: await readAnimation(await readFile(path), type.mime),
    });
  else answer({ contentType: type?.mime ?? 'application/octet-stream', bytes: size });
} catch (error) {
  if (!(error instanceof MediaRefused)) throw error;
  answer({ refused: error.reason, detail: error.message });
} finally {
  await handle.close();
}
