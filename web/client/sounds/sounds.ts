// The four sounds of the specification, made by the browser itself. All start muted; one button
// turns them all.

export type Sound = 'cashier' | 'premiumDing' | 'privateDing' | 'message';

type Note = { hz: number; at: number; lasts: number; volume: number };

const note = (hz: number, at: number, lasts = 0.22, volume = 0.16): Note => ({
  hz,
  at,
  lasts,
  volume,
});

const SCORES: Record<Sound, readonly Note[]> = {
  cashier: [note(1_319, 0, 0.09), note(1_760, 0.07, 0.12), note(2_637, 0.15, 0.45, 0.12)],
  premiumDing: [note(784, 0), note(1_047, 0.14), note(1_568, 0.28, 0.6)],
  privateDing: [note(659, 0, 0.3), note(988, 0.2, 0.7)],
  message: [note(880, 0, 0.1, 0.1), note(1_175, 0.08, 0.16, 0.1)],
};

let context: AudioContext | undefined;
/** Until when another sound than that of a message is heard, by performance.now(). */
let dingEndsMs = 0;

/** Plays; whether it may is decided by audible.ts. */
export const play = (sound: Sound): void => {
  const now = performance.now();
  // A sound already announces the message.
  if (sound === 'message' && now < dingEndsMs) return;
  if (sound !== 'message')
    dingEndsMs = now + 1_000 * Math.max(...SCORES[sound].map(({ at, lasts }) => at + lasts));
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const { hz, at, lasts, volume } of SCORES[sound]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = hz;
    gain.gain.setValueAtTime(0, start + at);
    gain.gain.linearRampToValueAtTime(volume, start + at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + at + lasts);
    tone.connect(gain).connect(context.destination);
    tone.start(start + at);
    tone.stop(start + at + lasts);
  }
};
