// The choice of camera and microphone, before a show and while it is on air.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { m } from '../../../paraglide/messages.js';
import { DevicePickers } from './DevicePickers.tsx';
import { type Camera, useCamera } from './use-camera.ts';

type Name = 'front' | 'back' | 'built-in' | 'headset';
const NAMES: readonly Name[] = ['front', 'back', 'built-in', 'headset'];

/** Devices that are open, by the tracks that are not stopped. */
let open: MediaStreamTrack[];
/** What the browser refuses a device with, now. */
let refuses: (name: Name) => string | null;
let sounds: MediaStreamTrack[];

const named = (track: MediaStreamTrack, name: Name): MediaStreamTrack => {
  vi.spyOn(track, 'getSettings').mockReturnValue({ deviceId: name });
  open.push(track);
  return track;
};
const nameOf = (track: MediaStreamTrack | undefined) => track?.getSettings().deviceId;
const isOpen = (name: Name) =>
  open.some((track) => nameOf(track) === name && track.readyState === 'live');

const picture = (name: Name): MediaStreamTrack => {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
  const [track] = canvas.captureStream(5).getVideoTracks();
  return named(track as MediaStreamTrack, name);
};
/** The headset hears a tone, the built-in microphone nothing. */
const sound = (name: Name): MediaStreamTrack => {
  const context = new AudioContext();
  onTestFinished(() => void context.close());
  const out = context.createMediaStreamDestination();
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.value = name === 'headset' ? 1 : 0;
  tone.connect(volume).connect(out);
  tone.start();
  const [track] = out.stream.getAudioTracks();
  sounds.push(track as MediaStreamTrack);
  return named(track as MediaStreamTrack, name);
};

const wantedOf = (wanted: boolean | MediaTrackConstraints | undefined, usual: Name): Name => {
  if (typeof wanted !== 'object') return usual;
  const { exact, ideal } = (wanted.deviceId ?? {}) as ConstrainDOMStringParameters;
  return ((exact ?? ideal) as Name | undefined) ?? usual;
};

beforeEach(() => {
  localStorage.clear();
  open = [];
  sounds = [];
  refuses = () => null;
  // Only the browser's devices are replaced.
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue(
    NAMES.map((name) => ({
      deviceId: name,
      kind: name === 'front' || name === 'back' ? 'videoinput' : 'audioinput',
      label: name,
    })) as MediaDeviceInfo[],
  );
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(
    async ({ video, audio } = {}) => {
      const wanted = [
        ...(video ? [wantedOf(video, 'front')] : []),
        ...(audio ? [wantedOf(audio, 'built-in')] : []),
      ];
      for (const name of wanted) {
        const refusal = refuses(name);
        if (refusal !== null) throw new DOMException('refused', refusal);
      }
      return new MediaStream(
        wanted.map((name) => (name === 'front' || name === 'back' ? picture(name) : sound(name))),
      );
    },
  );
});
afterEach(() => {
  for (const track of open) track.stop();
  vi.restoreAllMocks();
});

const show = async () => {
  const sent: (string | undefined)[] = [];
  let camera: Camera | undefined;
  const Studio = () => {
    camera = useCamera('now');
    return <DevicePickers camera={camera} onTrack={(track) => sent.push(nameOf(track))} />;
  };
  const screen = await render(<Studio />);
  const cameras = screen.getByLabelText(m.live_camera());
  const microphones = screen.getByLabelText(m.live_microphone());
  await expect.element(cameras).toHaveValue('front');
  await expect.element(microphones).toHaveValue('built-in');
  const inUse = () => camera?.stream?.getTracks().map(nameOf).toSorted();
  return { screen, cameras, microphones, sent, inUse, camera: () => camera };
};
const stored = () => JSON.parse(localStorage.getItem('camarim.devices') ?? '{}') as object;

test('another camera and microphone are opened, sent, and remembered, and those before are let go', async () => {
  const { cameras, microphones, sent, inUse } = await show();
  await userEvent.selectOptions(cameras, 'back');
  await expect.element(cameras).toHaveValue('back');
  await userEvent.selectOptions(microphones, 'headset');
  await expect.element(microphones).toHaveValue('headset');
  expect(inUse()).toEqual(['back', 'headset']);
  expect(NAMES.filter(isOpen)).toEqual(['back', 'headset']);
  expect(sent).toEqual(['back', 'headset']);
  expect(stored()).toEqual({ camera: 'back', microphone: 'headset' });
});

test('the devices that were chosen last are opened for the next show', async () => {
  localStorage.setItem(
    'camarim.devices',
    JSON.stringify({ camera: 'back', microphone: 'headset' }),
  );
  const Studio = () => <DevicePickers camera={useCamera('now')} />;
  const screen = await render(<Studio />);
  await expect.element(screen.getByLabelText(m.live_camera())).toHaveValue('back');
  await expect.element(screen.getByLabelText(m.live_microphone())).toHaveValue('headset');
});

test('a microphone that is chosen while the sound is off stays silent', async () => {
  const { microphones, camera } = await show();
  camera()?.toggleMute('microphone');
  await userEvent.selectOptions(microphones, 'headset');
  await expect.element(microphones).toHaveValue('headset');
  expect(
    camera()
      ?.stream?.getAudioTracks()
      .map(({ enabled }) => enabled),
  ).toEqual([false]);
});

test('a device that can’t be opened is said, and the one before goes on', async () => {
  const { screen, cameras, sent, inUse, camera } = await show();
  refuses = (name) => (name === 'back' ? 'NotFoundError' : null);
  await userEvent.selectOptions(cameras, 'back');
  await expect.element(screen.getByRole('alert')).toHaveTextContent(m.live_device_failed());
  await expect.element(cameras).toHaveValue('front');
  expect(inUse()).toEqual(['built-in', 'front']);
  expect(isOpen('front')).toBe(true);
  expect(sent).toEqual([]);
  // The camera itself is all right: what sends the show must not change for it.
  expect(camera()?.problem).toBeNull();
  refuses = () => null;
  await userEvent.selectOptions(cameras, 'back');
  await expect.element(cameras).toHaveValue('back');
  await expect.element(screen.getByText(m.live_device_failed())).not.toBeInTheDocument();
});

test('a phone that opens one camera at a time changes to the other one', async () => {
  const { screen, cameras, sent, inUse } = await show();
  refuses = (name) => (name === 'back' && isOpen('front') ? 'NotReadableError' : null);
  await userEvent.selectOptions(cameras, 'back');
  await expect.element(cameras).toHaveValue('back');
  expect(inUse()).toEqual(['back', 'built-in']);
  expect(sent).toEqual(['back']);
  await expect.element(screen.getByText(m.live_device_failed())).not.toBeInTheDocument();
});

test('a phone whose other camera another program has keeps its picture', async () => {
  const { screen, cameras, sent, inUse } = await show();
  refuses = (name) => (name === 'back' ? 'NotReadableError' : null);
  await userEvent.selectOptions(cameras, 'back');
  await expect.element(screen.getByRole('alert')).toHaveTextContent(m.live_device_failed());
  await expect.element(cameras).toHaveValue('front');
  expect(inUse()).toEqual(['built-in', 'front']);
  expect(isOpen('front')).toBe(true);
  // It was let go for a moment: its new track is sent in the place of the old one.
  expect(sent).toEqual(['front']);
  expect(stored()).not.toMatchObject({ camera: 'back' });
});

test('the level of the sound is that of the microphone that is chosen', async () => {
  const { screen, microphones } = await show();
  const level = () =>
    Number(
      screen.container
        .querySelector<HTMLElement>('[style*="--level"]')
        ?.style.getPropertyValue('--level') ?? 0,
    );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(level()).toBeLessThan(0.1);
  await userEvent.selectOptions(microphones, 'headset');
  await expect.poll(level).toBeGreaterThan(0.5);
});
