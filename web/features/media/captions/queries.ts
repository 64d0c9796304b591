// Captions of a video: mutations of their owner.
import type { Locale } from '@camarim/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';

/** Errors that the field shows: an invalid file, or one that is too large. */
const HANDLED = [400, 413];

export const useSetCaptions = (onSuccess: () => Promise<void>) =>
  useMutation({
    mutationFn: ({ vtt, ...params }: { id: string; language: Locale; vtt: string }) =>
      call('PUT /medias/{id}/captions/{language}', { params, body: { vtt }, handled: HANDLED }),
    onSuccess,
  });

export const useRemoveCaptions = (onSuccess: () => Promise<void>) =>
  useMutation({
    mutationFn: (params: { id: string; language: Locale }) =>
      call('DELETE /medias/{id}/captions/{language}', { params }),
    onSuccess,
  });
