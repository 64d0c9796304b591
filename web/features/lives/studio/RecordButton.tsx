// Begins and ends the recording of a show.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleDot, CircleStop } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { liveKeys } from '../keys.ts';
import type { Live } from '../queries.ts';

export const RecordButton = ({ live }: { live: Live }) => {
  const client = useQueryClient();
  const on = live.recording !== 'off';
  const record = useMutation({
    mutationFn: () =>
      call('PUT /lives/{id}/recording', { params: { id: live.id }, body: { on: !on } }),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.shows }),
  });
  return (
    <IconButton
      filled
      label={on ? m.live_record_stop() : m.live_record()}
      icon={on ? <CircleStop /> : <CircleDot />}
      aria-pressed={on}
      aria-busy={record.isPending || undefined}
      onClick={() => record.mutate()}
    />
  );
};
