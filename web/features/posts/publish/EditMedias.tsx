// Media of a post in the edit dialog: removals and another order apply at once, additions when the
// dialog is saved.
import { POST_MEDIAS_MAX } from '@camarim/contract/limits';
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import type { Post } from '../post-cache.ts';
import { Attachments, type useAttachments } from '../../media/index.ts';
import { VaultPicker } from '../../vault/index.ts';
import styles from './publish.module.css';
import { useOrderMedias, useRemoveMedia } from './queries.ts';

type Props = { post: Post; adding: ReturnType<typeof useAttachments> };

export const EditMedias = ({ post, adding: { queue, attached, pick, unpick } }: Props) => {
  const [panelOpen, setPanelOpen] = useState(false);
  const panel = useId();
  const open = panelOpen || attached.length > 0;
  return (
    <>
      <AttachedMedias post={post} />
      <div className={styles.more}>
        <Button
          small
          variant="line"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          disabled={attached.length > 0 || post.medias.length >= POST_MEDIAS_MAX}
          onClick={() => setPanelOpen(!panelOpen)}
        >
          <ImagePlus aria-hidden />
          {m.studio_medias_add()}
        </Button>
        {open && (
          <div id={panel}>
            <Attachments
              attached={attached}
              queue={queue}
              there={post.medias}
              vault={{ Picker: VaultPicker, pick, unpick }}
            />
          </div>
        )}
      </div>
    </>
  );
};

const AttachedMedias = ({ post }: { post: Post }) => {
  const remove = useRemoveMedia(post.id);
  const order = useOrderMedias(post.id);
  const [removing, setRemoving] = useState<string | null>(null);
  const move = (from: number, to: number) => {
    const ids = post.medias.map(({ id }) => id);
    const [moved] = ids.splice(from, 1);
    if (moved === undefined || order.isPending) return;
    order.mutate(ids.toSpliced(to, 0, moved));
  };
  const last = post.medias.length - 1;
  if (post.medias.length === 0) return null;
  return (
    <ul className={styles.attachedMedias} aria-label={m.studio_medias()}>
      {post.medias.map(({ id, mdThumb, name }, index) => (
        <li key={id}>
          {mdThumb ? (
            <img src={mdThumb} alt="" />
          ) : (
            <span className={styles.noPicture}>{name}</span>
          )}
          {removing === id ? (
            <Button
              small
              variant="main"
              loading={remove.isPending}
              onClick={() => remove.mutate(id)}
            >
              {m.studio_media_remove_sure()}
            </Button>
          ) : (
            <div className={styles.mediaActs}>
              {last > 0 && (
                <IconButton
                  label={m.studio_media_earlier({ number: index + 1 })}
                  icon={<ArrowLeft />}
                  aria-disabled={index === 0}
                  onClick={() => index > 0 && move(index, index - 1)}
                />
              )}
              <IconButton
                label={m.studio_media_remove({ number: index + 1 })}
                icon={<Trash2 />}
                onClick={() => setRemoving(id)}
              />
              {last > 0 && (
                <IconButton
                  label={m.studio_media_later({ number: index + 1 })}
                  icon={<ArrowRight />}
                  aria-disabled={index === last}
                  onClick={() => index < last && move(index, index + 1)}
                />
              )}
            </div>
          )}
        </li>
      ))}
      {remove.error instanceof ApiError && <li role="alert">{remove.error.message}</li>}
      {order.error instanceof ApiError && <li role="alert">{order.error.message}</li>}
    </ul>
  );
};
