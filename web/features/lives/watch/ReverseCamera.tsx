// The watcher's own picture in a private show: offered or asked for, accepted, sent, and ended.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { liveKeys } from '../keys.ts';
import { openDevices, problemOf, storedDevices } from '../media/devices.ts';
import type { Live } from '../queries.ts';
import { IN_SHOW, sayRefusal } from '../refusals.ts';
import { OwnPicture } from '../studio/CameraPreview.tsx';
import { CAMERA_PROBLEMS } from '../studio/camera-problems.ts';
import { usePublishing } from '../studio/use-publishing.ts';
import { isTaken } from './Picture.tsx';
import { useWatching } from './use-watching.ts';
import styles from './watch.module.css';

const useReverse = (live: Live) => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: liveKeys.shows });
  const input = { params: { id: live.id }, handled: IN_SHOW };
  const ask = useMutation({
    mutationFn: () => call('POST /lives/reverse/{id}', input),
    onError: sayRefusal,
    onSuccess: refresh,
  });
  const accept = useMutation({
    mutationFn: () => call('POST /lives/accept-reverse/{id}', input),
    onError: sayRefusal,
    onSuccess: refresh,
  });
  const end = useMutation({
    mutationFn: () => call('DELETE /lives/reverse/{id}', input),
    onError: sayRefusal,
    onSettled: refresh,
  });
  return { ask, accept, end };
};

export const ReverseCamera = ({ live }: { live: Live }) => {
  const { user } = useSession();
  const { ask, accept, end } = useReverse(live);
  if (live.type !== '3' || !live.reverseCamera || live.entered === 'spy') return null;
  const watches = user?.profile.id === live.privateWatcherId;
  const other = watches ? live.profile : live.privateWatcher;
  if (live.reverseUrl)
    return watches ? (
      <Sending live={live} address={live.reverseUrl} onEnd={() => end.mutate()} />
    ) : (
      <Receiving live={live} address={live.reverseUrl} onEnd={() => end.mutate()} />
    );
  const { reverseAskedById: askedBy } = live;
  if (askedBy !== null && askedBy !== user?.profile.id)
    return (
      <div role="alert" className={styles.reverseAsk}>
        <p>
          {watches
            ? m.live_reverse_asked({ name: other?.exibitionName ?? '' })
            : m.live_reverse_offered({ name: other?.exibitionName ?? '' })}
        </p>
        <Button small onClick={() => end.mutate()}>
          {m.live_reverse_refuse()}
        </Button>
        <Button small variant="main" loading={accept.isPending} onClick={() => accept.mutate()}>
          {m.live_reverse_accept()}
        </Button>
      </div>
    );
  return (
    <div className={styles.reverseAsk}>
      {askedBy !== null ? (
        <>
          <p role="status">{m.live_reverse_waiting({ name: other?.exibitionName ?? '' })}</p>
          <Button small onClick={() => end.mutate()}>
            {m.cancel()}
          </Button>
        </>
      ) : (
        <Button small loading={ask.isPending} onClick={() => ask.mutate()}>
          <Camera aria-hidden />
          {watches ? m.live_reverse_ask() : m.live_reverse_request()}
        </Button>
      )}
    </div>
  );
};

type Side = { live: Live; address: string; onEnd: () => void };

/** The watcher's own camera, which is open only while it is sent. */
const Sending = ({ live, address, onEnd }: Side) => {
  const [stream, setStream] = useState<MediaStream | null>(null);
  useEffect(() => {
    let gone = false;
    let opened: MediaStream | null = null;
    openDevices(storedDevices())
      .then((made) => {
        opened = made;
        if (gone) made.getTracks().forEach((track) => track.stop());
        else setStream(made);
      })
      .catch((error: unknown) => showToast(CAMERA_PROBLEMS[problemOf(error)](), 'error'));
    return () => {
      gone = true;
      opened?.getTracks().forEach((track) => track.stop());
    };
  }, []);
  usePublishing(live.id, stream, `${address}/whip`);
  return (
    <div className={styles.reverse}>
      {stream && <OwnPicture stream={stream} />}
      <End onEnd={onEnd} />
    </div>
  );
};

const Receiving = ({ live, address, onEnd }: Side) => {
  const taken = isTaken(live);
  const { stream } = useWatching(live.id, true, {
    address: `${address}/whep`,
    pictureTaken: taken,
  });
  return (
    <div className={styles.reverse}>
      {stream && !taken && <ReversePicture stream={stream} />}
      <End onEnd={onEnd} />
    </div>
  );
};

const ReversePicture = ({ stream }: { stream: MediaStream }) => {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  useEffect(() => {
    if (!video) return;
    video.srcObject = stream;
    void video.play().catch(() => undefined);
  }, [video, stream]);
  return <video ref={setVideo} playsInline aria-label={m.live_reverse_picture()} />;
};

const End = ({ onEnd }: { onEnd: () => void }) => (
  <Button small className={styles.reverseEnd} onClick={onEnd} aria-label={m.live_reverse_end()}>
    <CameraOff aria-hidden />
  </Button>
);
