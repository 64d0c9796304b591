// The video player: picture, controls and keyboard. Loaded on first play, in the browser only.
import {
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatLanguage, formatPosition } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { toggleFullscreen, useFullscreen } from './fullscreen.ts';
import { pressKey, useKeys } from './keys.ts';
import type { Media } from '../viewer/media.ts';
import { Scrubber } from './Scrubber.tsx';
import { Settings } from './Settings.tsx';
import { Slider } from './Slider.tsx';
import {
  seekTo,
  setVolume,
  showCaptions,
  toggleCaptions,
  togglePlay,
  usePlayback,
} from './use-playback.ts';
import { useWatched } from './use-watched.ts';
import { useRestingPointer } from './use-resting-pointer.ts';
import { qualitiesOf, useVideoSource } from './use-video-source.ts';
import styles from './VideoPlayer.module.css';

type Props = {
  media: Media;
  /** Accessible name of the video. */
  label: string;
  /** False while another slide is current: the video pauses. */
  shown: boolean;
  /** The media URLs have expired: requests new ones. */
  onStale: () => void;
  onWatched?: ((seconds: number) => void) | undefined;
};

const VideoPlayer = ({ media, label, shown, onStale, onWatched }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(video);
  const sources = useVideoSource(video, media, true);
  useWatched(video, onWatched);
  const full = useFullscreen(frame);
  const awake = useRestingPointer(frame, playback.playing);
  const withVideo = (act: (element: HTMLVideoElement) => void) => () =>
    video.current && act(video.current);
  const fill = withVideo((element) => frame.current && toggleFullscreen(frame.current, element));

  useKeys(frame, (event) => video.current !== null && pressKey(video.current, event, fill));
  useEffect(() => {
    if (!shown) video.current?.pause();
  }, [shown]);
  // The focused play button was unmounted, so the player takes the focus.
  useEffect(() => video.current?.focus({ preventScroll: true }), []);

  return (
    <div
      ref={frame}
      role="group"
      aria-label={label}
      className={styles.player}
      data-awake={awake || undefined}
    >
      <video
        ref={video}
        className={styles.video}
        poster={media.lgThumb ?? undefined}
        playsInline
        tabIndex={0}
        aria-label={label}
        onClick={withVideo(togglePlay)}
        onDoubleClick={fill}
      >
        {media.captions.map(({ language, url }) => (
          <track
            key={language}
            kind="captions"
            src={url}
            srcLang={language}
            label={formatLanguage(language)}
          />
        ))}
      </video>
      {playback.waiting && !sources.failed && <Spinner className={styles.spinner} />}
      {sources.failed ? (
        <div className={styles.failed} role="alert">
          <p>{m.player_failed()}</p>
          <Button
            onClick={() => {
              onStale();
              sources.retry();
            }}
          >
            {m.try_again()}
          </Button>
        </div>
      ) : (
        <Bar
          media={media}
          video={video}
          playback={playback}
          sources={sources}
          full={full}
          onFill={fill}
        />
      )}
    </div>
  );
};

export default VideoPlayer;

type BarProps = {
  media: Media;
  video: React.RefObject<HTMLVideoElement | null>;
  playback: ReturnType<typeof usePlayback>;
  sources: ReturnType<typeof useVideoSource>;
  full: boolean;
  onFill: () => void;
};

const bufferedOf = (element: HTMLVideoElement | null): number =>
  element && element.buffered.length > 0 ? element.buffered.end(element.buffered.length - 1) : 0;

const Bar = ({ media, video, playback, sources, full, onFill }: BarProps) => {
  const { playing, time, duration, muted, volume, rate, captions } = playback;
  const silent = muted || volume === 0;
  const withVideo = (act: (element: HTMLVideoElement) => void) => () =>
    video.current && act(video.current);
  return (
    <div className={styles.bar}>
      <Scrubber
        time={time}
        duration={duration}
        buffered={bufferedOf(video.current)}
        sprite={media.sprite}
        onSeek={(seconds) => video.current && seekTo(video.current, seconds)}
      />
      <div className={styles.buttons}>
        <IconButton
          className={styles.button}
          label={playing ? m.player_pause() : m.player_play()}
          icon={playing ? <Pause /> : <Play />}
          onClick={withVideo(togglePlay)}
        />
        <IconButton
          className={styles.button}
          label={silent ? m.player_unmute() : m.player_mute()}
          icon={silent ? <VolumeX /> : <Volume2 />}
          onClick={withVideo((element) => void (element.muted = !element.muted))}
        />
        <Slider
          className={styles.volume}
          aria-label={m.player_volume()}
          max={1}
          step={0.05}
          value={silent ? 0 : volume}
          onSlide={(loud) => video.current && setVolume(video.current, loud)}
        />
        <span className={styles.time}>
          {formatPosition(time)} / {formatPosition(duration)}
        </span>
        <span className={styles.gap} />
        {media.captions.length > 0 && (
          <IconButton
            className={styles.button}
            label={m.player_captions()}
            icon={<Captions />}
            aria-pressed={captions !== null}
            onClick={withVideo(toggleCaptions)}
          />
        )}
        <Settings
          qualities={sources.choosable ? qualitiesOf(media.availableResolutions) : []}
          quality={sources.quality}
          onQuality={sources.choose}
          captions={{
            languages: media.captions.map(({ language }) => language),
            shown: captions,
            onChoose: (language) => video.current && showCaptions(video.current, language),
          }}
          rate={rate}
          onRate={(chosen) => video.current && void (video.current.playbackRate = chosen)}
          source={sources.source}
          onSource={media.m3u8 && media.mp4Output ? sources.setSource : null}
        />
        {document.pictureInPictureEnabled && (
          <IconButton
            className={classNames(styles.button, styles.floating)}
            label={m.player_pip()}
            icon={<PictureInPicture2 />}
            onClick={withVideo(togglePictureInPicture)}
          />
        )}
        <IconButton
          className={styles.button}
          label={full ? m.player_fullscreen_leave() : m.player_fullscreen()}
          icon={full ? <Minimize /> : <Maximize />}
          onClick={onFill}
        />
      </div>
    </div>
  );
};

/** Browsers refuse before the first frame; nothing changes then. */
const togglePictureInPicture = (element: HTMLVideoElement): void => {
  const request =
    document.pictureInPictureElement === element
      ? document.exitPictureInPicture()
      : element.requestPictureInPicture();
  void request.catch(() => undefined);
};
