// Media of a post in the edit dialog: removals and another order apply at once, additions when the
// dialog is saved.
import { POST_MEDIAS_MAX } from '@camarim/contract/limits';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { SortableList } from '../../../ui/lists/SortableList.tsx';
import { withMove } from '../../../ui/lists/sort-rules.ts';
import type { Post } from '../post-cache.ts';
import { Attachments, type useAttachments } from '../../media/index.ts';
import { VaultPicker } from '../../vault/index.ts';
import styles from './publish.module.css';
import { useOrderMedias, useRemoveMedia } from './queries.ts';

type Props = { post: Post; adding: ReturnType<typeof useAttachments> };

export const EditMedias = ({ post, adding: { queue, attached, move, pick, unpick } }: Props) => {
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
              onMove={move}
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
  const { medias } = post;
  const move = (from: number, to: number) => {
    if (order.isPending) return;
    order.mutate(
      withMove(
        medias.map(({ id }) => id),
        from,
        to,
      ),
    );
  };
  if (medias.length === 0) return null;
  return (
    <>
      <SortableList
        label={m.studio_medias()}
        items={medias}
        keyOf={({ id }) => id}
        onMove={move}
        layout="row"
        className={styles.attachedMedias}
      >
        {({ id, mdThumb, name }, sort, number) => (
          <li key={id} {...sort?.item}>
            <div className={styles.thumb}>
              {mdThumb ? (
                <img src={mdThumb} alt="" />
              ) : (
                <span className={styles.noPicture}>{name}</span>
              )}
              {sort?.handle}
            </div>
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
                {sort?.earlier}
                <IconButton
                  label={m.studio_media_remove({ number })}
                  icon={<Trash2 />}
                  onClick={() => setRemoving(id)}
                />
                {sort?.later}
              </div>
            )}
          </li>
        )}
      </SortableList>
      {remove.error instanceof ApiError && <p role="alert">{remove.error.message}</p>}
      {order.error instanceof ApiError && <p role="alert">{order.error.message}</p>}
    </>
  );
};
