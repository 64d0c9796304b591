// Before a show: preview, devices, title, who appears, and the button that starts it.
import { LIVE_TITLE_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { MonitorUp, NotepadText, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { PerformerPicker } from '../../verifications/index.ts';
import { useStartLive } from '../queries.ts';
import { HeldKeys } from '../settings/HeldKeys.tsx';
import { MissingConsent } from '../settings/ProgramPerformers.tsx';
import { ingestKeysQuery } from '../settings/queries.ts';
import { WaitingCalls } from './CallQueue.tsx';
import { CameraPreview } from './CameraPreview.tsx';
import { DevicePickers } from './DevicePickers.tsx';
import { FaceCheck, useFace } from './FaceCheck.tsx';
import type { Camera } from './use-camera.ts';
import styles from './studio.module.css';

export const Setup = ({ camera }: { camera: Camera }) => {
  const [title, setTitle] = useState('');
  const [performers, setPerformers] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string>();
  const face = useFace();
  const start = useStartLive();
  const { data: keys = [] } = useQuery(ingestKeysQuery());
  const isUndeclared = performers?.length === 0;

  const open = (byProgram: boolean) =>
    start.mutate(
      {
        type: '2',
        title,
        performerIds: [...(performers ?? [])],
        ...(byProgram && { byProgram }),
        ...face.body,
      },
      { onError: (error) => setProblem(explainRefusal(error)) },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!camera.stream) return camera.open();
    open(false);
  };

  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.live_setup_title()}</h1>
      <WaitingCalls />
      <div className={styles.setup}>
        <div className={styles.column}>
          <CameraPreview camera={camera} />
          <DevicePickers camera={camera} />
        </div>
        <form className={styles.form} onSubmit={submit} noValidate>
          <HeldKeys />
          {!face.asked && <MissingConsent />}
          <TextField
            label={m.live_title()}
            hint={m.live_title_hint()}
            value={title}
            maxLength={LIVE_TITLE_MAX}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <PerformerPicker
            chosen={performers}
            onChange={setPerformers}
            aloneHint={m.live_alone_hint()}
          />
          <FaceCheck face={face} camera={camera} />
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button
            type="submit"
            variant="main"
            fullWidth
            loading={start.isPending}
            disabled={isUndeclared || (camera.stream !== null && face.missing)}
          >
            {camera.stream ? m.live_start() : m.live_camera_open()}
          </Button>
          <p className={styles.soft}>{m.live_start_hint()}</p>
          {keys.length > 0 && (
            <Button
              variant="line"
              disabled={start.isPending || isUndeclared || face.missing}
              onClick={() => open(true)}
            >
              <MonitorUp aria-hidden />
              {m.live_start_program()}
            </Button>
          )}
          <ButtonLink variant="text" small to="/options/shows">
            <SlidersHorizontal aria-hidden />
            {m.live_rules()}
          </ButtonLink>
          <ButtonLink variant="text" small to="/options/shows?tab=menu">
            <NotepadText aria-hidden />
            {m.live_menu_mine()}
          </ButtonLink>
        </form>
      </div>
    </section>
  );
};
