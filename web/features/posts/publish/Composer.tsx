// The composer of a new post: text, media, audience, price and schedule.
import { POST_TEXT_MAX } from '@camarim/contract/limits';
import { splitFee } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney, formatPercent } from '../../../ui/display/formats.ts';
import { AiField } from '../../../ui/ai/AiField.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { FoldedFilters } from '../../../ui/fields/FoldedFilters.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import { PerformerPicker } from '../../verifications/index.ts';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { Attachments, describeAttachment } from '../../media/index.ts';
import { VaultPicker } from '../../vault/index.ts';
import { AudienceAndPrice, isPriceInLimits } from './AudienceAndPrice.tsx';
import { freePreviewOptions, isLocked } from './free-preview.ts';
import { FreePreviewField } from './FreePreviewField.tsx';
import { HoursFields } from './HoursFields.tsx';
import styles from './publish.module.css';
import { RestoredDraft } from './RestoredDraft.tsx';
import { isUnusual, UnusualPrice } from './UnusualPrice.tsx';
import { useNewPost } from './use-new-post.ts';

const SEND = { now: m.publish_send, later: m.studio_schedule, draft: m.studio_keep_draft };

/** "Everyone · Free · Now": what is behind the button on a phone. */
const optionsText = ({ draft: { audience, price }, hours }: ReturnType<typeof useNewPost>) =>
  [
    audience === 'members' ? m.publish_members() : m.publish_public(),
    price === null ? m.publish_free() : formatMoney(price),
    { now: m.studio_when_now, later: m.studio_when_later, draft: m.studio_when_draft }[
      hours.when
    ](),
  ].join(' · ');

/** The button may be a screen below what is wrong. After the error is on the page. */
const showFirstProblem = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid=true]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  });
};

export const Composer = ({ onPublished }: { onPublished: () => void }) => {
  const post = useNewPost(onPublished);
  const { text, price, audience, tip, ai } = post.draft;
  const { change, hours, attached, problems, publish, uploading } = post;
  const previews = freePreviewOptions(attached.map(describeAttachment));
  const [confirming, setConfirming] = useState(false);
  const { data: me } = useQuery(ownProfileQuery());
  const textField = useRef<HTMLTextAreaElement>(null);
  const { hash, key: visit } = useLocation();
  useEffect(() => {
    if (hash === '#new') textField.current?.focus();
  }, [hash, visit]);

  const startOver = () => {
    post.discard();
    // The button with the focus is unmounted together with the notice.
    textField.current?.focus();
  };

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!post.validate()) {
      showFirstProblem(event.currentTarget);
      return;
    }
    if (isUnusual(price) && hours.when !== 'draft') setConfirming(true);
    else post.publishNow();
  };

  return (
    <form id="new" className={styles.composer} onSubmit={send} noValidate>
      {post.restored && <RestoredDraft price={price} onDiscard={startOver} />}
      <TextArea
        ref={textField}
        label={m.publish_text()}
        rows={3}
        maxLength={POST_TEXT_MAX}
        value={text}
        error={problems.empty ? m.publish_empty() : undefined}
        onChange={(event) => {
          change({ text: event.currentTarget.value });
          post.clearProblem('empty');
        }}
      />
      <Attachments
        attached={attached}
        queue={post.queue}
        onMove={post.move}
        vault={{ Picker: VaultPicker, pick: post.pick, unpick: post.unpick }}
      />
      <FoldedFilters
        active={0}
        label={optionsText(post)}
        needed={problems.start || problems.performers || !isPriceInLimits(price)}
      >
        <div className={styles.edit}>
          <AudienceAndPrice
            audience={audience}
            onAudience={(next) => change({ audience: next })}
            price={price}
            priceHint={
              me &&
              (price === null
                ? m.publish_price_hint({ fee: formatPercent(me.feeBps) })
                : m.publish_price_share({ share: formatMoney(splitFee(price, me.feeBps).share) }))
            }
            onPrice={(value) => change({ price: value })}
          />
          {isLocked(post.draft) && previews.length > 0 && (
            <FreePreviewField
              options={previews}
              value={post.freePreview}
              onChange={post.setFreePreview}
            />
          )}
          <HoursFields
            hours={hours}
            onChange={post.setHours}
            error={problems.start ? m.studio_start_missing() : undefined}
          />
          <PerformerPicker
            chosen={post.performers}
            error={problems.performers ? m.appears_missing() : undefined}
            onChange={(chosen) => {
              post.setPerformers(chosen);
              post.clearProblem('performers');
            }}
          />
          <AiField value={ai} hint={m.ai_hint_post()} onChange={(next) => change({ ai: next })} />
          <Checkbox
            label={m.publish_tips()}
            checked={tip}
            onChange={(event) => change({ tip: event.currentTarget.checked })}
          />
        </div>
      </FoldedFilters>
      <Button
        type="submit"
        variant="main"
        fullWidth
        loading={publish.isPending}
        disabled={uploading || !isPriceInLimits(price)}
      >
        {uploading ? m.publish_waiting() : SEND[hours.when]()}
      </Button>
      {confirming && price !== null && (
        <UnusualPrice
          price={price}
          feeBps={me?.feeBps}
          onConfirm={post.publishNow}
          onClose={() => setConfirming(false)}
        />
      )}
      <LeaveGuard
        when={attached.length > 0 && !publish.isSuccess}
        title={m.publish_leave_title()}
        confirmLabel={m.publish_leave()}
      >
        {m.publish_leave_text()}
      </LeaveGuard>
    </form>
  );
};
