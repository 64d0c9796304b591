// One's own picture as watchers get it, but mirrored, as in a mirror.
import { CameraOff, VideoOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { CAMERA_PROBLEMS } from './camera-problems.ts';
import type { Camera } from './use-camera.ts';
import styles from './studio.module.css';

export const OwnPicture = ({ stream }: { stream: MediaStream }) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={m.live_own_picture()}
      className={styles.own}
    />
  );
};

export const CameraPreview = ({ camera }: { camera: Camera }) => {
  const { stream, problem, opening, muted } = camera;
  return (
    <div className={styles.preview}>
      {stream && <OwnPicture stream={stream} />}
      {stream && muted.camera && (
        <p className={styles.covered}>
          <VideoOff aria-hidden />
          {m.live_camera_off()}
        </p>
      )}
      {!stream && (
        <div className={styles.closed}>
          {opening ? (
            <>
              <Spinner />
              <p role="status">{m.live_camera_opening()}</p>
            </>
          ) : (
            <>
              <CameraOff aria-hidden />
              <p role={problem ? 'alert' : undefined}>
                {problem ? CAMERA_PROBLEMS[problem]() : m.live_camera_ask()}
              </p>
              <Button variant="main" onClick={camera.open}>
                {problem ? m.try_again() : m.live_camera_open()}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
};
