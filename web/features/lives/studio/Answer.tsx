// A call that was accepted: preview, and the show that begins with its caller.
import type { ShowType } from '@camarim/contract/shows';
import { useQuery } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { LIVE_PATH } from '../paths.ts';
import { callsQuery, useStartLive } from '../queries.ts';
import { CameraPreview } from './CameraPreview.tsx';
import { DevicePickers } from './DevicePickers.tsx';
import type { Camera } from './use-camera.ts';
import styles from './studio.module.css';

type Props = {
  profileId: string;
  type: ShowType;
  camera: Camera;
  onStarted: () => void;
};

/** The caller is notified as soon as the show is open: the press of "accept" was the answer. */
export const Answer = ({ profileId, type, camera, onStarted }: Props) => {
  const { data: calls } = useQuery(callsQuery());
  const [caller] = useState(() => calls?.find(({ profile }) => profile.id === profileId));
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useStartLive();
  const name = caller?.profile.exibitionName ?? '';
  const { open } = camera;
  useEffect(open, [open]);
  const start = () =>
    mutate(
      { type, privateWatcherId: profileId },
      { onSuccess: onStarted, onError: (error) => setProblem(explainRefusal(error)) },
    );
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>
        {type === '3' ? m.call_prepare({ name }) : m.call_prepare_party({ name })}
      </h1>
      <div className={styles.setup}>
        <div className={styles.column}>
          <CameraPreview camera={camera} />
          <DevicePickers camera={camera} />
        </div>
        <div className={styles.form}>
          {caller && <Avatar name={name} src={caller.profile.profileImage} size="medium" />}
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button
            variant="main"
            fullWidth
            loading={isPending}
            disabled={!camera.stream}
            onClick={start}
          >
            <PhoneCall aria-hidden />
            {m.call_start()}
          </Button>
          <ButtonLink variant="text" to={LIVE_PATH}>
            {m.cancel()}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
};
