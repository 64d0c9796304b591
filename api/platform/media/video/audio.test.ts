// Audio files through the real encoder in its sandbox.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openEncoder } from '../../../testing/media/open-encoder.ts';
import { drawTone } from './clips.ts';

// Encoding takes the time it takes; a busy machine needs several times as much.
const execute = promisify(execFile);
const signal = new AbortController().signal;
const { engine, folder, newFolder } = openEncoder();

describe('an audio file', () => {
  it('an audio file is normalised in loudness and has its waveform', async () => {
    const file = await drawTone(folder, { seconds: 4, volume: 0.05 });
    const facts = await engine.inspect({ file, signal });
    if (facts.kind !== 'audio') throw new Error(`is ${facts.kind}`);
    const made = await newFolder();
    const { m4a, loudness, waveform } = await engine.transcodeAudio(facts, {
      file,
      folder: made,
      signal,
      onProgress: () => {},
    });
    expect(loudness).toBeLessThan(-30);
    expect(waveform).toHaveLength(300);
    expect(Math.max(...waveform)).toBeGreaterThan(10);
    const { stderr } = await execute('ffmpeg', [
      '-hide_banner',
      '-i',
      join(made, m4a),
      '-af',
      'ebur128',
      '-f',
      'null',
      '-',
    ]);
    const after = Number(
      /I:\s+(-?[\d.]+) LUFS\s+Threshold/.exec(stderr.slice(stderr.lastIndexOf('Summary')))?.[1],
    );
    expect(after).toBeGreaterThan(-17.5);
    expect(after).toBeLessThan(-14.5);
  });

  it('a silent audio file is not normalised', async () => {
    const file = await drawTone(folder, { volume: 0, name: 'silence.wav' });
    const facts = await engine.inspect({ file, signal });
    if (facts.kind !== 'audio') throw new Error(`is ${facts.kind}`);
    const { waveform } = await engine.transcodeAudio(facts, {
      file,
      folder: await newFolder(),
      signal,
      onProgress: () => {},
    });
    expect(Math.max(...waveform)).toBe(0);
  });
});
