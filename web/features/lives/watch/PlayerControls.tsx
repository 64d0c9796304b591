// Volume, picture in picture and full screen of a show.
import { Maximize, Minimize, PictureInPicture2, Volume2, VolumeX } from 'lucide-react';
import { type RefObject, useSyncExternalStore } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { toggleFullscreen, useFullscreen } from '../../media/index.ts';
import type { Player } from './use-player.ts';
import styles from './watch.module.css';

const never = () => () => undefined;
const isFloatable = (): boolean => document.pictureInPictureEnabled;

export const PlayerControls = ({
  player,
  stage,
}: {
  player: Player;
  stage: RefObject<HTMLDivElement | null>;
}) => {
  const full = useFullscreen(stage);
  const { video, volume, muted } = player;
  const silent = muted || volume === 0;
  const canFloat = useSyncExternalStore(never, isFloatable, () => false);
  return (
    <>
      <div className={styles.volume}>
        <IconButton
          filled
          label={silent ? m.live_unmute() : m.live_mute()}
          icon={silent ? <VolumeX /> : <Volume2 />}
          aria-pressed={silent}
          onClick={player.toggleMuted}
        />
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={muted ? 0 : volume}
          aria-label={m.live_volume()}
          className={styles.slider}
          onChange={({ currentTarget }) => player.setVolume(Number(currentTarget.value))}
        />
      </div>
      {canFloat && (
        <IconButton
          filled
          label={m.live_picture_in_picture()}
          icon={<PictureInPicture2 />}
          onClick={() => {
            if (document.pictureInPictureElement) void document.exitPictureInPicture();
            else void video.current?.requestPictureInPicture().catch(() => undefined);
          }}
        />
      )}
      <IconButton
        filled
        label={full ? m.live_full_screen_leave() : m.live_full_screen()}
        icon={full ? <Minimize /> : <Maximize />}
        onClick={() =>
          stage.current && video.current && toggleFullscreen(stage.current, video.current)
        }
      />
    </>
  );
};
