// A call that was accepted: preview, and the show that begins with its caller.
import type { ShowType } from '@camarim/contract/shows';
import { useQuery } from '@tanstack/react-query';
import { PhoneCall, PhoneOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { PerformerPicker } from '../../verifications/index.ts';
import { LIVE_PATH } from '../paths.ts';
import { callsQuery, type Live, useStartLive } from '../queries.ts';
import { CameraPreview } from './CameraPreview.tsx';
import { DevicePickers } from './DevicePickers.tsx';
import { FaceCheck, useFace } from './FaceCheck.tsx';
import { ProgramPicture } from './ProgramPicture.tsx';
import type { Camera } from './use-camera.ts';
import styles from './studio.module.css';

type Props = {
  profileId: string;
  type: ShowType;
  /** The show that is open already. */
  party: Live | null;
  camera: Camera;
  onStarted: () => void;
};

/** The caller is notified as soon as the show is open: the press of "accept" was the answer. */
export const Answer = ({ profileId, type, party, camera, onStarted }: Props) => {
  const { data: calls } = useQuery(callsQuery());
  const waiting = calls?.find(({ profile }) => profile.id === profileId);
  // Who calls is out of the queue as soon as they are answered.
  const [caller, setCaller] = useState(waiting);
  if (waiting && waiting !== caller) setCaller(waiting);
  const [performers, setPerformers] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, isIdle } = useStartLive();
  const isGone = isIdle && calls !== undefined && !waiting;
  const name = caller?.profile.exibitionName ?? '';
  // The caller enters the party, whose picture stays as it is.
  const sentByProgram = type === '2' && party?.program ? party : null;
  const needsCamera = sentByProgram === null;
  const face = useFace(type === '3' || party === null);
  const { open } = camera;
  // The address may be of a call that is over: no camera is opened for it.
  const isCalled = caller !== undefined;
  useEffect(() => {
    if (needsCamera && isCalled) open();
  }, [needsCamera, isCalled, open]);
  const start = () =>
    mutate(
      { type, privateWatcherId: profileId, performerIds: [...(performers ?? [])], ...face.body },
      { onSuccess: onStarted, onError: (error) => setProblem(explainRefusal(error)) },
    );
  if (isGone && !caller) return <Gone />;
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>
        {caller
          ? type === '3'
            ? m.call_prepare({ name })
            : m.call_prepare_party({ name })
          : m.call_queue()}
      </h1>
      <div className={styles.answer}>
        <div className={styles.column}>
          {sentByProgram ? (
            <ProgramPicture live={sentByProgram} />
          ) : (
            <CameraPreview camera={camera} />
          )}
        </div>
        <div className={styles.form}>
          {caller && (
            <div className={styles.call}>
              <Avatar
                name={name}
                src={caller.profile.profileMediaThumbs?.mdThumb ?? caller.profile.profileImage}
              />
              <span className={styles.callText}>
                <b>{name}</b>
                {caller.balance > 0 && (
                  <span className={styles.soft}>
                    {m.call_balance({ balance: formatMoney(caller.balance) })}
                  </span>
                )}
              </span>
            </div>
          )}
          <PerformerPicker
            chosen={performers}
            onChange={setPerformers}
            aloneHint={m.live_alone_hint()}
          />
          <FaceCheck face={face} camera={camera} />
          <p role="alert" className={styles.problem}>
            {isGone ? m.call_gone() : problem}
          </p>
          <Button
            variant="main"
            fullWidth
            loading={isPending}
            disabled={
              (needsCamera && !camera.stream) || isGone || performers?.length === 0 || face.missing
            }
            onClick={start}
          >
            <PhoneCall aria-hidden />
            {m.call_start()}
          </Button>
          {type === '3' && <p className={styles.soft}>{m.call_start_hint()}</p>}
          <ButtonLink variant="text" to={LIVE_PATH}>
            {m.cancel()}
          </ButtonLink>
        </div>
        {needsCamera && <DevicePickers camera={camera} />}
      </div>
    </section>
  );
};

/** A notification or another tab leads to a call that is over. */
const Gone = () => (
  <section className={styles.page}>
    <h1 className={styles.title}>{m.call_queue()}</h1>
    <EmptyState
      icon={<PhoneOff aria-hidden />}
      title={m.call_gone()}
      action={
        <ButtonLink variant="line" to={LIVE_PATH}>
          {m.live_setup_title()}
        </ButtonLink>
      }
    />
  </section>
);
