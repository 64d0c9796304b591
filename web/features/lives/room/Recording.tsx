// That a show is recorded, for everyone in the room; in a private one its watcher agrees first.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleDot } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { useSession } from '../../../client/session/session.ts';
import { liveKeys } from '../keys.ts';
import type { Live } from '../queries.ts';
import { IN_SHOW, sayRefusal } from '../refusals.ts';
import styles from './room.module.css';

const useAgree = (live: Live) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agreed: boolean) =>
      call('PUT /lives/{id}/recording/agreement', {
        params: { id: live.id },
        body: { agreed },
        handled: IN_SHOW,
      }),
    onError: sayRefusal,
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.shows }),
  });
};

/** What the watcher of a private show is asked before it is recorded. */
export const RecordingRequest = ({ live }: { live: Live }) => {
  const { user } = useSession();
  const agree = useAgree(live);
  if (live.recording !== 'asked' || user?.profile.id !== live.privateWatcherId) return null;
  return (
    <div role="alert" className={styles.ask}>
      <p>{m.live_record_asked({ name: live.profile.exibitionName })}</p>
      <Button
        small
        loading={agree.isPending && !agree.variables}
        onClick={() => agree.mutate(false)}
      >
        {m.live_record_refuse()}
      </Button>
      <Button
        variant="main"
        small
        loading={agree.isPending && agree.variables}
        onClick={() => agree.mutate(true)}
      >
        {m.live_record_agree()}
      </Button>
    </div>
  );
};

export const Recording = ({ live }: { live: Live }) => {
  const { user } = useSession();
  const agree = useAgree(live);
  const watches = user?.profile.id === live.privateWatcherId;
  if (live.recording === 'off') return null;
  if (live.recording === 'asked')
    return watches ? null : (
      <Badge>
        <span role="status">{m.live_record_waiting()}</span>
      </Badge>
    );
  return (
    <>
      <Badge variant="air">
        <CircleDot aria-hidden size={14} />
        <span role="status">{m.live_recording()}</span>
      </Badge>
      {watches && (
        <Button small loading={agree.isPending} onClick={() => agree.mutate(false)}>
          {m.live_record_disagree()}
        </Button>
      )}
    </>
  );
};
