// The buttons over the picture of one's own show.
import {
  Camera as CameraIcon,
  CameraOff,
  CircleDot,
  CircleStop,
  EllipsisVertical,
  Mic,
  MicOff,
  Pause,
  PhoneOff,
  Play,
  Scissors,
  Settings2,
  SlidersHorizontal,
} from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { Menu } from '../../../ui/actions/Menu.tsx';
import type { Live } from '../queries.ts';
import type { Camera } from './use-camera.ts';
import { useClip, usePause, useRecord } from './use-show-controls.ts';
import styles from './studio.module.css';

type Props = {
  live: Live;
  /** Null while a program sends the show. */
  camera: Camera | null;
  onOpen: (dialog: 'devices' | 'rules' | 'end') => void;
};

export const ShowControls = ({ live, camera, onOpen }: Props) => {
  const pause = usePause(live);
  const record = useRecord(live);
  const clip = useClip(live);
  const paused = live.state === 'paused';
  const recording = live.recording !== 'off';
  return (
    <>
      {camera && (
        <>
          <MuteButton camera={camera} kind="microphone" />
          <MuteButton camera={camera} kind="camera" />
        </>
      )}
      {live.type === '2' && (
        <IconButton
          filled
          label={paused ? m.live_resume() : m.live_pause()}
          icon={paused ? <Play /> : <Pause />}
          aria-pressed={paused}
          aria-busy={pause.isPending || undefined}
          onClick={() => pause.mutate(!paused)}
        />
      )}
      {clip && (
        <IconButton
          filled
          label={m.live_clip()}
          icon={<Scissors />}
          aria-busy={clip.isPending || undefined}
          onClick={clip.make}
        />
      )}
      <Menu
        label={m.live_more()}
        icon={<EllipsisVertical />}
        className={styles.more}
        items={[
          ...(camera
            ? [
                {
                  key: 'devices',
                  text: m.live_devices(),
                  icon: <Settings2 aria-hidden />,
                  onSelect: () => onOpen('devices'),
                },
              ]
            : []),
          {
            key: 'rules',
            text: m.live_room_rules(),
            icon: <SlidersHorizontal aria-hidden />,
            onSelect: () => onOpen('rules'),
          },
          // Who entered has read whether this show is recorded.
          ...(live.recorded
            ? [
                {
                  key: 'record',
                  text: recording ? m.live_record_stop() : m.live_record(),
                  icon: recording ? <CircleStop aria-hidden /> : <CircleDot aria-hidden />,
                  onSelect: () => record.mutate(!recording),
                },
              ]
            : []),
        ]}
      />
      <Button variant="main" small className={styles.end} onClick={() => onOpen('end')}>
        <PhoneOff aria-hidden />
        {m.live_end()}
      </Button>
    </>
  );
};

const MuteButton = ({ camera, kind }: { camera: Camera; kind: 'camera' | 'microphone' }) => {
  const muted = camera.muted[kind];
  const isCamera = kind === 'camera';
  const icon = isCamera ? muted ? <CameraOff /> : <CameraIcon /> : muted ? <MicOff /> : <Mic />;
  return (
    <IconButton
      filled
      label={isCamera ? m.live_mute_camera() : m.live_mute_microphone()}
      icon={icon}
      aria-pressed={muted}
      disabled={!camera.stream}
      className={muted ? styles.muted : undefined}
      onClick={() => camera.toggleMute(kind)}
    />
  );
};

/** Over the own picture while the party waits. */
export const Paused = ({ live }: { live: Live }) => {
  const pause = usePause(live);
  return (
    <div className={styles.covered}>
      <Pause aria-hidden />
      <p role="status">{m.live_break_own()}</p>
      <Button variant="main" loading={pause.isPending} onClick={() => pause.mutate(false)}>
        <Play aria-hidden />
        {m.live_resume()}
      </Button>
    </div>
  );
};
