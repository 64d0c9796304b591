// Choice of camera and microphone, and how loud the microphone hears.
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Select } from '../../../ui/fields/Select.tsx';
import type { Camera, DeviceKind } from './use-camera.ts';
import styles from './studio.module.css';

type Props = {
  camera: Camera;
  /** What is sent changes, too, while a show is on air. */
  onTrack?: (track: MediaStreamTrack) => void;
};

export const DevicePickers = ({ camera, onTrack }: Props) => {
  const { devices, used, stream } = camera;
  const [failed, setFailed] = useState(false);
  const choose = (kind: DeviceKind) => async (deviceId: string) => {
    setFailed(false);
    const track = await camera.choose(kind, deviceId);
    if (track) onTrack?.(track);
    setFailed((track?.getSettings().deviceId ?? null) !== deviceId);
  };
  if (!stream) return null;
  const [sound] = stream.getAudioTracks();
  return (
    <div className={styles.devices}>
      <DeviceSelect
        label={m.live_camera()}
        devices={devices.cameras}
        value={used.camera}
        onChoose={choose('camera')}
      />
      <DeviceSelect
        label={m.live_microphone()}
        devices={devices.microphones}
        value={used.microphone}
        onChoose={choose('microphone')}
      />
      <p role="alert" className={styles.problem}>
        {failed && m.live_device_failed()}
      </p>
      {sound && <SoundLevel sound={sound} />}
    </div>
  );
};

const DeviceSelect = ({
  label,
  devices,
  value,
  onChoose,
}: {
  label: string;
  devices: readonly MediaDeviceInfo[];
  value: string | undefined;
  onChoose: (deviceId: string) => Promise<void>;
}) => (
  <Select
    label={label}
    value={value ?? ''}
    onChange={({ currentTarget }) => void onChoose(currentTarget.value)}
    options={devices.map(({ deviceId, label: name }, index) => ({
      value: deviceId,
      text: name || `${label} ${index + 1}`,
    }))}
  />
);

/** Drawn outside of React: it changes with every frame. */
const SoundLevel = ({ sound }: { sound: MediaStreamTrack }) => {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(new MediaStream([sound])).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples);
      const loudest = Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 128;
      bar.current?.style.setProperty('--level', String(Math.min(1, loudest * 1.6)));
    }, 80);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [sound]);
  return (
    <div className={styles.level}>
      <span>{m.live_sound_level()}</span>
      <span aria-hidden className={styles.meter}>
        <span ref={bar} className={styles.loud} />
      </span>
    </div>
  );
};
