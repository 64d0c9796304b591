// What a post shows, while it is edited: taken out at once, and more of it with the rest of the
// changes.
import { POST_MEDIAS_MAX } from '@camarim/contract/limits';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../shell/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import type { Post } from '../post-cache.ts';
import { Attachments } from './Attachments.tsx';
import styles from './publish.module.css';
import { useRemoveMedia } from './queries.ts';
import type { useAttachments } from './use-attachments.ts';

type Props = { post: Post; adding: ReturnType<typeof useAttachments> };

export const EditMedias = ({ post, adding: { queue, attached, pick, unpick } }: Props) => {
  const [asked, setAsked] = useState(false);
  const panel = useId();
  const open = asked || attached.length > 0;
  return (
    <>
      <AttachedMedias post={post} />
      <div className={styles.more}>
        <Button
          small
          look="line"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          disabled={attached.length > 0 || post.medias.length >= POST_MEDIAS_MAX}
          onClick={() => setAsked(!asked)}
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
              vault={{ pick, unpick }}
            />
          </div>
        )}
      </div>
    </>
  );
};

const AttachedMedias = ({ post }: { post: Post }) => {
  const remove = useRemoveMedia(post.id);
  const [asked, setAsked] = useState<string | null>(null);
  if (post.medias.length === 0) return null;
  return (
    <ul className={styles.kept} aria-label={m.studio_medias()}>
      {post.medias.map(({ id, mdThumb, name }, index) => (
        <li key={id}>
          {mdThumb ? (
            <img src={mdThumb} alt="" />
          ) : (
            <span className={styles.noPicture}>{name}</span>
          )}
          {asked === id ? (
            <Button small look="main" busy={remove.isPending} onClick={() => remove.mutate(id)}>
              {m.studio_media_remove_sure()}
            </Button>
          ) : (
            <IconButton
              label={m.studio_media_remove({ number: index + 1 })}
              icon={<Trash2 />}
              onClick={() => setAsked(id)}
            />
          )}
        </li>
      ))}
      {remove.error instanceof ApiError && <li role="alert">{remove.error.message}</li>}
    </ul>
  );
};
