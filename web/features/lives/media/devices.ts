// Cameras and microphones: which there are, which were chosen last, and opening them.
export type Devices = { cameras: MediaDeviceInfo[]; microphones: MediaDeviceInfo[] };
export type ChosenDevices = { camera?: string; microphone?: string };

const STORED = 'camarim.devices';

export const storedDevices = (): ChosenDevices => {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') as ChosenDevices;
  } catch {
    return {};
  }
};

export const storeDevices = (chosen: ChosenDevices): void =>
  localStorage.setItem(STORED, JSON.stringify(chosen));

/** 720p where the camera has it, and what the network carries of it. */
const PICTURE: MediaTrackConstraints = {
  width: { ideal: 1_280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
};
const SOUND: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true };

const exactly = (deviceId: string | undefined): MediaTrackConstraints =>
  deviceId ? { deviceId: { ideal: deviceId } } : {};

/** Opens camera and microphone. Throws what the browser refuses with. */
export const openDevices = ({ camera, microphone }: ChosenDevices): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: { ...PICTURE, ...exactly(camera) },
    audio: { ...SOUND, ...exactly(microphone) },
  });

/** Opens one other camera or microphone. */
const openDevice = async (
  kind: 'camera' | 'microphone',
  deviceId: string,
): Promise<MediaStreamTrack> => {
  const stream = await navigator.mediaDevices.getUserMedia(
    kind === 'camera'
      ? { video: { ...PICTURE, deviceId: { exact: deviceId } } }
      : { audio: { ...SOUND, deviceId: { exact: deviceId } } },
  );
  const [track] = stream.getTracks();
  if (!track) throw new DOMException('no track', 'NotFoundError');
  return track;
};

/**
 * Opens another camera or microphone in the place of `present`. A phone may open one camera at a
 * time: the present one makes room, and is opened again where the other one can't be.
 */
export const exchangeDevice = async (
  kind: 'camera' | 'microphone',
  deviceId: string,
  present: MediaStreamTrack | undefined,
): Promise<MediaStreamTrack> => {
  try {
    return await openDevice(kind, deviceId);
  } catch (error) {
    const before = present?.getSettings().deviceId;
    if (!before || problemOf(error) !== 'busy') throw error;
    present?.stop();
    return await openDevice(kind, deviceId).catch(() => openDevice(kind, before));
  }
};

/** Their names are known once a camera or microphone was opened. */
export const listDevices = async (): Promise<Devices> => {
  const all = await navigator.mediaDevices.enumerateDevices();
  return {
    cameras: all.filter(({ kind }) => kind === 'videoinput'),
    microphones: all.filter(({ kind }) => kind === 'audioinput'),
  };
};

/** Why camera and microphone could not be opened, for its text. */
export type DeviceProblem = 'denied' | 'missing' | 'busy' | 'unsupported';

export const problemOf = (error: unknown): DeviceProblem => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unsupported';
};
