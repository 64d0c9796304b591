// Before a show, where the installation asks for it: the producer takes a picture of their face,
// sees it, and sends it with the start.
import { useQuery } from '@tanstack/react-query';
import { ScanFace } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { startTermsQuery } from '../queries.ts';
import type { Camera } from './use-camera.ts';
import styles from './studio.module.css';

/** Longest side. */
const PICTURE_PX = 960;
const QUALITY = 0.9;

/** A frame of the camera as a data URL; rejects without a picture. */
const takePicture = async (stream: MediaStream): Promise<string> => {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, srcObject: stream });
  await video.play();
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, PICTURE_PX / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  Object.assign(video, { srcObject: null });
  return canvas.toDataURL('image/jpeg', QUALITY);
};

export type Face = {
  /** A data URL; null until it is taken. */
  picture: string | null;
  set(picture: string): void;
  asked: boolean;
  /** A start is refused until it is taken. */
  missing: boolean;
  /** What a start sends of it. */
  body: { facePicture?: string };
};

/** `isShow`: a show is opened, and not a caller let into the party that is open. */
export const useFace = (isShow = true): Face => {
  const { data } = useQuery({ ...startTermsQuery(), enabled: isShow });
  const [picture, set] = useState<string | null>(null);
  const asked = isShow && data?.faceCheck === true;
  return {
    picture,
    set,
    asked,
    missing: asked && picture === null,
    body: asked && picture !== null ? { facePicture: picture.replace(/^[^,]*,/, '') } : {},
  };
};

export const FaceCheck = ({ face, camera }: { face: Face; camera: Camera }) => {
  const [failed, setFailed] = useState(false);
  const { stream } = camera;
  if (!face.asked) return null;
  const take = async () => {
    if (!stream) return camera.open();
    setFailed(false);
    await takePicture(stream).then(face.set, () => setFailed(true));
  };
  return (
    <section className={styles.face} aria-label={m.live_face_title()}>
      <b>{m.live_face_title()}</b>
      <p className={styles.soft}>{m.live_face_text()}</p>
      {face.picture !== null && (
        <>
          <img src={face.picture} alt={m.live_face_picture()} className={styles.facePicture} />
          <p role="status" className={styles.soft}>
            {m.live_face_statement()}
          </p>
        </>
      )}
      <p role="alert" className={styles.problem}>
        {failed ? m.live_face_failed() : ''}
      </p>
      <Button small disabled={stream !== null && camera.muted.camera} onClick={() => void take()}>
        <ScanFace aria-hidden />
        {face.picture === null ? m.live_face_take() : m.live_face_again()}
      </Button>
    </section>
  );
};
