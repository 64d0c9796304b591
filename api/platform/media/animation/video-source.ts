// What ffmpeg reads of a video. An animated GIF or WebP is decoded by the decoders of pictures
// first: ffmpeg 5 shows only the first frame of a WebP.
import { join } from 'node:path';
import { MediaRefused, type RefusalReason, type VideoFacts } from '../port.ts';
import { runSandboxed, type SandboxLimits } from '../sandbox.ts';
import { inputOf, type EncodingTask } from '../video/ffmpeg.ts';

const SCRIPT = join(import.meta.dirname, 'frames-child.ts');
/** All frames at once are 1 GB at most, and as PNG no more than that. */
const LIMITS: SandboxLimits = {
  timeoutMs: 120_000,
  memoryBytes: 3 * 1024 ** 3,
  cpuSeconds: 90,
  fileBytes: 1.2 * 1024 ** 3,
};
const FRAMES_FILE = 'frames.png';

/** The place with the file to read, and the arguments that open it. Throws MediaRefused. */
export const videoSource = async (
  { contentType }: Pick<VideoFacts, 'contentType'>,
  place: EncodingTask,
): Promise<{ place: EncodingTask; input: string[] }> => {
  if (!contentType.startsWith('image/') || contentType === 'image/apng')
    return { place, input: inputOf(place.file, contentType) };
  const frames = join(place.folder, FRAMES_FILE);
  const run = await runSandboxed(SCRIPT, [place.file, frames, contentType], {
    readable: place.file,
    writable: place.folder,
    limits: LIMITS,
    signal: place.signal,
  });
  place.signal.throwIfAborted();
  if (run.timedOut || run.signal !== null)
    throw new MediaRefused('damaged', run.timedOut ? 'took too long' : `ended by ${run.signal}`);
  if (run.code !== 0) throw new Error(`decoding an animation failed (${run.code}): ${run.stderr}`);
  const answer = JSON.parse(run.stdout) as { refused?: RefusalReason; detail?: string };
  if (answer.refused) throw new MediaRefused(answer.refused, answer.detail ?? '');
  return { place: { ...place, file: frames }, input: inputOf(frames, 'image/apng') };
};
