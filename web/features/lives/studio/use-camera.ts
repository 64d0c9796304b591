// The producer's camera and microphone: opened for the preview and kept for the show.
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type DeviceProblem,
  type Devices,
  listDevices,
  exchangeDevice,
  openDevices,
  problemOf,
  storeDevices,
  storedDevices,
} from '../media/devices.ts';

export type DeviceKind = 'camera' | 'microphone';

export type Camera = {
  /** Null until it is opened. */
  stream: MediaStream | null;
  opening: boolean;
  problem: DeviceProblem | null;
  devices: Devices;
  /** Ids of the devices in use. */
  used: Partial<Record<DeviceKind, string>>;
  /** Whether picture and sound are held back. */
  muted: Record<DeviceKind, boolean>;
  open(): void;
  /** Lets the devices go, for another program. */
  close(): void;
  /**
   * What is in use afterwards: of the chosen device, or, when that could not be opened, of the one
   * before; null: nothing has changed.
   */
  choose(kind: DeviceKind, deviceId: string): Promise<MediaStreamTrack | null>;
  toggleMute(kind: DeviceKind): void;
};

const TRACK_OF = { camera: 'video', microphone: 'audio' } as const;

const trackOf = (stream: MediaStream | null, kind: DeviceKind): MediaStreamTrack | undefined =>
  stream?.getTracks().find((track) => track.kind === TRACK_OF[kind]);

const usedIn = (stream: MediaStream): Camera['used'] => ({
  camera: trackOf(stream, 'camera')?.getSettings().deviceId ?? '',
  microphone: trackOf(stream, 'microphone')?.getSettings().deviceId ?? '',
});

/** Whether the browser opens the camera without asking. */
const isGranted = async (): Promise<boolean> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName });
    return state === 'granted';
  } catch {
    return false;
  }
};

/**
 * `now`: opens at once, as for a show that is resumed; `allowed`: where it was allowed before;
 * `asked`: by `open` only.
 */
export const useCamera = (when: 'now' | 'allowed' | 'asked'): Camera => {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [opening, setOpening] = useState(false);
  const [problem, setProblem] = useState<DeviceProblem | null>(null);
  const [devices, setDevices] = useState<Devices>({ cameras: [], microphones: [] });
  const [used, setUsed] = useState<Camera['used']>({});
  const [muted, setMuted] = useState({ camera: false, microphone: false });
  const held = useRef<MediaStream | null>(null);
  const gone = useRef(false);

  const open = useCallback(() => {
    if (held.current) return;
    setOpening(true);
    setProblem(null);
    openDevices(storedDevices())
      .then(async (opened) => {
        if (gone.current) return opened.getTracks().forEach((track) => track.stop());
        held.current = opened;
        setStream(opened);
        setUsed(usedIn(opened));
        setDevices(await listDevices());
      })
      .catch((error: unknown) => setProblem(problemOf(error)))
      .finally(() => setOpening(false));
  }, []);

  const close = useCallback(() => {
    for (const track of held.current?.getTracks() ?? []) track.stop();
    held.current = null;
    setStream(null);
  }, []);

  // The preview goes on into the show, and after it.
  useEffect(() => {
    if (when === 'now') open();
    if (when === 'allowed') void isGranted().then((granted) => granted && !gone.current && open());
  }, [when, open]);

  useEffect(() => {
    gone.current = false;
    const changed = () => void listDevices().then(setDevices);
    navigator.mediaDevices?.addEventListener('devicechange', changed);
    return () => {
      gone.current = true;
      navigator.mediaDevices?.removeEventListener('devicechange', changed);
      for (const track of held.current?.getTracks() ?? []) track.stop();
      held.current = null;
    };
  }, []);

  const choose = async (kind: DeviceKind, deviceId: string): Promise<MediaStreamTrack | null> => {
    try {
      const old = trackOf(held.current, kind);
      const track = await exchangeDevice(kind, deviceId, old);
      track.enabled = !muted[kind];
      if (old) held.current?.removeTrack(old);
      old?.stop();
      held.current?.addTrack(track);
      const used = track.getSettings().deviceId ?? deviceId;
      setUsed((before) => ({ ...before, [kind]: used }));
      if (used === deviceId) storeDevices({ ...storedDevices(), [kind]: deviceId });
      return track;
    } catch {
      // The picture goes on: this is no problem of the camera that is open.
      return null;
    }
  };

  const toggleMute = (kind: DeviceKind): void => {
    const track = trackOf(held.current, kind);
    if (!track) return;
    track.enabled = !track.enabled;
    setMuted((before) => ({ ...before, [kind]: !track.enabled }));
  };

  return { stream, opening, problem, devices, used, muted, open, close, choose, toggleMute };
};
