// In the place of the own picture, while a program such as OBS sends the show.
import { MonitorUp } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { DeviceProblem } from '../media/devices.ts';
import type { Live } from '../queries.ts';
import { CAMERA_PROBLEMS } from './camera-problems.ts';
import styles from './studio.module.css';

type Props = {
  live: Live;
  /** Why the camera of this device can't be sent. */
  problem?: DeviceProblem | null;
  /** The camera of this device is sent instead; without it that is not offered. */
  onReplace?: () => void;
};

export const ProgramPicture = ({ live, problem = null, onReplace }: Props) => {
  const name = live.program?.label ?? '';
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.covered}>
      <MonitorUp aria-hidden />
      <p>
        <b>{name === '' ? m.live_program() : m.live_program_named({ name })}</b>
      </p>
      <p role="status">
        {live.state === 'away'
          ? m.live_program_away()
          : live.state === 'starting'
            ? m.live_program_starting()
            : m.live_program_text()}
      </p>
      {problem && <p role="alert">{CAMERA_PROBLEMS[problem]()}</p>}
      {onReplace && (
        <Button variant="line" onClick={() => setAsking(true)}>
          {m.live_program_replace()}
        </Button>
      )}
      {asking && onReplace && (
        <ConfirmDialog
          title={m.live_program_replace_title()}
          confirmLabel={m.live_program_replace()}
          onConfirm={onReplace}
          onClose={() => setAsking(false)}
        >
          {m.live_program_replace_text()}
        </ConfirmDialog>
      )}
    </div>
  );
};
