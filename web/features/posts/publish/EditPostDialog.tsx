// Edits an own post: text, audience, price, schedule, performers and media.
import { POST_TEXT_MAX } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useTimeZone } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { AiField } from '../../../ui/ai/AiField.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { EditPostPerformers } from '../../verifications/index.ts';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { refreshPost } from '../mutations.ts';
import type { Post } from '../post-cache.ts';
import { AudienceAndPrice, isPriceInLimits } from './AudienceAndPrice.tsx';
import { Captions, useAttachments } from '../../media/index.ts';
import { EditFreePreview } from './EditFreePreview.tsx';
import { EditMedias } from './EditMedias.tsx';
import { isLocked } from './free-preview.ts';
import { fieldOf } from '../../../ui/fields/local-time.ts';
import type { Hours } from './hours.ts';
import { HoursFields } from './HoursFields.tsx';
import styles from './publish.module.css';
import { isUnusual, UnusualPrice } from './UnusualPrice.tsx';
import { type PostEdit, useSavePost } from './use-save-post.ts';

const hoursOf = (post: Post, timeZone: string): Hours => {
  const scheduled = Date.parse(post.startWhen) > Date.now();
  return {
    when: post.draft ? 'draft' : scheduled ? 'later' : 'now',
    at: scheduled ? fieldOf(post.startWhen, timeZone) : '',
    days: post.activeDays,
  };
};

const editOf = (post: Post, timeZone: string): PostEdit => ({
  text: post.text,
  price: post.price === null ? null : centavos(post.price),
  audience: post.public ? 'public' : 'members',
  tip: post.tip,
  ai: post.ai?.label ?? 'none',
  hours: hoursOf(post, timeZone),
  started: !post.draft && Date.parse(post.startWhen) <= Date.now(),
  performers: undefined,
  freePreview: undefined,
});

export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const [edit, setEdit] = useState(() => editOf(post, timeZone));
  const change = (part: Partial<PostEdit>) => setEdit((now) => ({ ...now, ...part }));
  const { price, hours, started } = edit;
  const [confirming, setConfirming] = useState(false);
  const { data: me } = useQuery(ownProfileQuery());
  const adding = useAttachments([]);
  const uploading = adding.attached.some((one) => 'upload' in one && one.upload.state !== 'done');
  const { save, saving, startMissing, fields, problem } = useSavePost(post, adding, onClose);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isUnusual(price) && price !== post.price && isPriceInLimits(price)) setConfirming(true);
    else save(edit);
  };
  return (
    <Dialog title={m.studio_edit()} size="wallet" onClose={onClose} closable={!saving}>
      <form className={styles.edit} onSubmit={send} noValidate>
        <TextArea
          label={m.publish_text()}
          rows={5}
          maxLength={POST_TEXT_MAX}
          value={edit.text}
          error={fields['text']?.message ?? problem}
          onChange={({ currentTarget: { value } }) => change({ text: value })}
        />
        <EditMedias post={post} adding={adding} />
        <Captions medias={post.medias} onChange={() => refreshPost(client, post.id)} />
        <AudienceAndPrice
          audience={edit.audience}
          onAudience={(audience) => change({ audience })}
          price={price}
          priceHint={m.studio_price_hint()}
          priceError={fields['price']?.message}
          onPrice={(next) => change({ price: next })}
        />
        {isLocked(edit) && (
          <EditFreePreview
            medias={post.medias}
            changed={edit.freePreview}
            onChange={(freePreview) => change({ freePreview })}
            error={fields['freePreview']?.message}
          />
        )}
        <HoursFields
          hours={hours}
          onChange={(next) => change({ hours: next })}
          started={started}
          error={startMissing ? m.studio_start_missing() : fields['startWhen']?.message}
        />
        <EditPostPerformers
          post={post}
          changed={edit.performers}
          onChange={(performers) => change({ performers })}
          error={fields['performerIds']?.message}
        />
        <AiField
          value={edit.ai}
          hint={post.ai?.by === 'decision' ? m.ai_by_decision() : m.ai_hint_post()}
          onChange={(ai) => change({ ai })}
        />
        <Checkbox
          label={m.publish_tips()}
          checked={edit.tip}
          onChange={(event) => change({ tip: event.currentTarget.checked })}
        />
        <Button type="submit" variant="main" fullWidth loading={saving} disabled={uploading}>
          {uploading ? m.publish_waiting() : m.studio_save()}
        </Button>
      </form>
      {confirming && price !== null && (
        <UnusualPrice
          price={price}
          feeBps={me?.feeBps}
          onConfirm={() => save(edit)}
          onClose={() => setConfirming(false)}
        />
      )}
    </Dialog>
  );
}
