// Seeking in audio by keyboard, before it is loaded and while it plays.
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Media } from '../viewer/media.ts';
import { AudioPlayer } from './AudioPlayer.tsx';

const SECONDS = 8;
const RATE = 8_000;

/** Silence as WAV with one byte a sample. */
const silence = (): string => {
  const bytes = new Uint8Array(44 + SECONDS * RATE).fill(128, 44);
  const view = new DataView(bytes.buffer);
  const put = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  put(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  put(8, 'WAVEfmt ');
  for (const [at, value] of [
    [16, 16],
    [24, RATE],
    [28, RATE],
  ] as const)
    view.setUint32(at, value, true);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    view.setUint16(at, value, true);
  put(36, 'data');
  view.setUint32(40, SECONDS * RATE, true);
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
};

test('arrow keys seek in audio, and the player stays at the new position', async () => {
  const media: Partial<Media> = {
    id: 'gravacao' as Media['id'],
    audio: silence(),
    waveform: [50, 100],
    durationMs: SECONDS * 1_000,
  };
  const screen = await render(
    <AudioPlayer media={media as Media} label="Gravação" onStale={() => {}} />,
  );
  const audio = screen.container.querySelector('audio') as HTMLAudioElement;
  (screen.getByRole('slider').element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => audio.currentTime).toBe(SECONDS);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => audio.currentTime).toBe(0);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => audio.currentTime).toBeGreaterThan(0);
  // The slowest of Chromium: on a busy machine seconds pass between the key and the pause.
  audio.playbackRate = 0.0625;
  await audio.play();
  await userEvent.keyboard('{Home}');
  audio.pause();
  expect(audio.currentTime).toBeLessThan(0.2);
});
