// The state of the composer: the draft, its schedule, performers and attachments, their validation,
// and publishing them as one post.
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { useTimeZone } from '../../../client/session/session.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { usePublish } from '../mutations.ts';
import { asMedia, forgetUpload, useAttachments } from '../../media/index.ts';
import { isPriceInLimits } from './AudienceAndPrice.tsx';
import { useComposerHandoff } from './composer-handoff.ts';
import { deleteDraft } from './draft.ts';
import { type FreePreview, isLocked } from './free-preview.ts';
import { AT_ONCE, type Hours, hoursBody } from './hours.ts';
import { useDraft } from './use-draft.ts';

const DONE = { now: m.publish_done, later: m.studio_scheduled, draft: m.studio_drafted };

/** One idempotency key per composer, so that a double click publishes once. */
export const useNewPost = (onPublished: () => void) => {
  const written = useDraft();
  const { text, price, audience, tip, ai } = written.draft;
  const { vault = [], at } = useComposerHandoff();
  const [hours, setHours] = useState<Hours>(at ? { ...AT_ONCE, when: 'later', at } : AT_ONCE);
  const [freePreview, setFreePreview] = useState<FreePreview | null>(null);
  const [performers, setPerformers] = useState<readonly string[] | null>(null);
  const [problems, setProblems] = useState({ empty: false, start: false, performers: false });
  const timeZone = useTimeZone();
  const attachments = useAttachments(vault);
  const { attached } = attachments;
  const idempotencyKey = useRef(newIdempotencyKey());
  const publish = usePublish(idempotencyKey.current);

  /** The fields of the schedule, or null after showing what is missing. */
  const validate = () => {
    if (text.trim() === '' && attached.length === 0) {
      setProblems({ ...problems, empty: true });
      return null;
    }
    if (!isPriceInLimits(price)) return null;
    const times = hoursBody(hours, { now: Date.now(), timeZone });
    const missing = { start: times === null, performers: performers?.length === 0 };
    setProblems({ ...missing, empty: false });
    return missing.performers ? null : times;
  };

  const freePreviewBody = () => {
    const index = attached.findIndex(({ id }) => id === freePreview?.id);
    return freePreview && index >= 0 && isLocked({ audience, price })
      ? { index, seconds: freePreview.seconds }
      : null;
  };

  const publishNow = () => {
    const times = validate();
    if (!times || publish.isPending) return;
    publish.mutate(
      {
        ...times,
        text: text.trim(),
        price,
        public: audience === 'public',
        tip,
        ai,
        medias: attached.flatMap(asMedia),
        performerIds: [...(performers ?? [])],
        freePreview: freePreviewBody(),
      },
      {
        onSuccess: () => {
          for (const one of attached) if ('upload' in one) forgetUpload(one.upload.file);
          deleteDraft();
          showToast(DONE[hours.when](), 'success');
          onPublished();
        },
      },
    );
  };

  const clearProblem = (name: keyof typeof problems) =>
    setProblems((now) => ({ ...now, [name]: false }));
  return {
    ...written,
    ...attachments,
    hours,
    setHours,
    freePreview,
    setFreePreview,
    performers,
    setPerformers,
    problems,
    clearProblem,
    uploading: attached.some((one) => 'upload' in one && one.upload.state !== 'done'),
    publish,
    validate,
    publishNow,
  };
};
