// Saves an edited post: first its new media, then the changed fields.
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { useTimeZone } from '../../../client/session/session.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { PerformerSelection } from '../../verifications/index.ts';
import type { Post } from '../post-cache.ts';
import { asMedia, forgetUpload, type useAttachments } from '../../media/index.ts';
import { isPriceInLimits } from './AudienceAndPrice.tsx';
import type { Draft } from './draft.ts';
import type { FreePreview } from './free-preview.ts';
import { type Hours, hoursBody } from './hours.ts';
import { useAddMedias, useEditPost } from './queries.ts';

/** The values of the edit dialog. */
export type PostEdit = Draft & {
  hours: Hours;
  /** The post is visible already: only its end may be changed. */
  started: boolean;
  performers: PerformerSelection;
  /** Undefined: unchanged. */
  freePreview: FreePreview | null | undefined;
};

/** `fields`: the server's errors by field. `problem`: its error about the post as a whole. */
export const useSavePost = (
  post: Post,
  adding: ReturnType<typeof useAttachments>,
  onSaved: () => void,
) => {
  const { attached } = adding;
  const timeZone = useTimeZone();
  const [startMissing, setStartMissing] = useState(false);
  const edit = useEditPost(post.id);
  const add = useAddMedias(post.id);
  const saving = edit.isPending || add.isPending;
  // One idempotency key per set of new media.
  const names = attached.map(({ id }) => id).join();
  const idempotencyKey = useRef(newIdempotencyKey());
  useEffect(() => {
    idempotencyKey.current = newIdempotencyKey();
  }, [names]);

  const save = ({
    text,
    price,
    audience,
    tip,
    ai,
    hours,
    started,
    performers,
    freePreview,
  }: PostEdit) => {
    const body = started
      ? { activeDays: hours.days }
      : hoursBody(hours, { now: Date.now(), timeZone });
    setStartMissing(body === null);
    if (!body || !isPriceInLimits(price) || saving || performers?.length === 0) return;
    // The end is sent only when it was changed, because a fixed end has no number of days.
    const { activeDays, ...start } = body;
    const saveFields = () =>
      edit.mutate(
        {
          text: text.trim(),
          price,
          public: audience === 'public',
          tip,
          ai,
          ...start,
          ...(performers !== undefined && { performerIds: [...(performers ?? [])] }),
          ...(freePreview !== undefined && {
            freePreview: freePreview && { mediaId: freePreview.id, seconds: freePreview.seconds },
          }),
          ...(activeDays !== post.activeDays && { activeDays, expiration: null }),
        },
        {
          onSuccess: () => {
            showToast(m.studio_saved(), 'success');
            onSaved();
          },
        },
      );
    if (attached.length === 0) return saveFields();
    add.mutate(
      { medias: attached.flatMap(asMedia), idempotencyKey: idempotencyKey.current },
      {
        onSuccess: () => {
          for (const one of attached) if ('upload' in one) forgetUpload(one.upload.file);
          adding.clear();
          saveFields();
        },
      },
    );
  };

  const fields = edit.error instanceof ApiError ? edit.error.fields : {};
  const problem =
    edit.error instanceof ApiError && Object.keys(fields).length === 0
      ? edit.error.message
      : undefined;
  return { save, saving, startMissing, fields, problem };
};
