// What a producer does about an open show: a break, its recording, and clips of it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { call, newIdempotencyKey } from '../../../client/api/api.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { liveKeys } from '../keys.ts';
import type { Live } from '../queries.ts';
import { IN_SHOW, sayRefusal } from '../refusals.ts';
import { recordingsQuery } from '../settings/queries.ts';

export const usePause = ({ id, profile }: Live) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (on: boolean) =>
      (await call('PUT /lives/{id}/pause', { params: { id }, body: { on }, handled: IN_SHOW }))
        .data,
    onError: sayRefusal,
    onSuccess: (live) => client.setQueryData(liveKeys.of(profile.domainName), live),
  });
};

export const useRecord = ({ id }: Live) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) =>
      call('PUT /lives/{id}/recording', { params: { id }, body: { on }, handled: IN_SHOW }),
    onError: sayRefusal,
    onSuccess: () =>
      Promise.all(
        [liveKeys.shows, liveKeys.recordings].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
};

/** Makes a clip of the last seconds; null while nothing is recorded. */
export const useClip = ({ id, recording }: Live) => {
  const client = useQueryClient();
  const { data: recordings } = useQuery({ ...recordingsQuery(), enabled: recording === 'on' });
  const running = recordings?.find(({ liveId, endedAt }) => liveId === id && endedAt === null);
  const clip = useMutation({
    mutationFn: (recordingId: string) =>
      call('POST /lives/recordings/{id}/clips', {
        params: { id: recordingId },
        body: {},
        idempotencyKey: newIdempotencyKey(),
        handled: IN_SHOW,
      }),
    onError: sayRefusal,
    onSuccess: () => {
      showToast(m.live_clip_made(), 'success');
      return client.invalidateQueries({ queryKey: liveKeys.recordings });
    },
  });
  return running && recording === 'on'
    ? { isPending: clip.isPending, make: () => clip.mutate(running.id) }
    : null;
};
