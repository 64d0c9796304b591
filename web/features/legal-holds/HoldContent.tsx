// Puts a post or a media under legal hold, beside the decision about it.
import { explainRefusal } from '../../client/api/errors.ts';
import { m } from '../../paraglide/messages.js';
import { showToast } from '../../ui/overlays/toasts.ts';
import { adminStyles as styles, Decision, useRight } from '../dsb/index.ts';
import { useChangeHold } from './queries.ts';

export const HoldContent = ({
  subjectKind,
  subjectId,
}: {
  subjectKind: 'post' | 'media';
  subjectId: string;
}) => {
  const { mutate, isPending, error } = useChangeHold();
  if (!useRight('content.decide')) return null;
  return (
    <details>
      <summary>{m.dsb_hold_title()}</summary>
      <p className={styles.soft}>{m.dsb_hold_text()}</p>
      <Decision
        right="content.decide"
        label={m.dsb_hold_reason()}
        choices={[
          {
            key: 'hold',
            text: subjectKind === 'post' ? m.dsb_hold_place_post() : m.dsb_hold_place_media(),
            main: false,
            needsReason: true,
          },
        ]}
        loading={isPending}
        problem={error ? explainRefusal(error) : undefined}
        onDecide={(_, reason) =>
          mutate(
            { place: { subjectKind, subjectId, reason } },
            { onSuccess: () => showToast(m.dsb_hold_placed(), 'success') },
          )
        }
      />
    </details>
  );
};
