// The owner's menu on a post card, loaded for own posts only.
import { postPath } from '@camarim/contract/post-path';
import {
  Archive,
  ArchiveRestore,
  Copy,
  Ellipsis,
  Eye,
  Pencil,
  Pin,
  PinOff,
  Send,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Menu, type MenuItem } from '../../../ui/actions/Menu.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { Post } from '../post-cache.ts';
import { useArchivePost, useEditPost, usePinPost } from '../publish/queries.ts';
import { useDeletePost } from '../mutations.ts';
import { lazyPart } from '../../../client/load-part.ts';

const EditPostDialog = lazyPart(() => import('../publish/EditPostDialog.tsx'));

type Props = {
  post: Post;
  onCopyLink: () => void;
  onDeleted?: (() => void) | undefined;
};

export default function OwnerOptions({ post, onCopyLink, onDeleted }: Props) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const navigate = useNavigate();
  const remove = useDeletePost();
  const archive = useArchivePost(post.id);
  const pin = usePinPost(post.id);
  const edit = useEditPost(post.id);
  const say = (text: string) => ({ onSuccess: () => showToast(text, 'success') });
  const items: MenuItem[] = [
    ...(post.draft
      ? [
          {
            key: 'publish',
            text: m.studio_publish_now(),
            icon: <Send aria-hidden />,
            onSelect: () =>
              edit.mutate(
                { draft: false, startWhen: new Date().toISOString() },
                say(m.studio_published()),
              ),
          },
        ]
      : []),
    {
      key: 'edit',
      text: m.studio_edit(),
      icon: <Pencil aria-hidden />,
      onSelect: () => setOpen('edit'),
    },
    ...(post.archived || post.draft
      ? []
      : [
          {
            key: 'pin',
            text: post.pinned ? m.studio_unpin() : m.studio_pin(),
            icon: post.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
            onSelect: () =>
              pin.mutate(!post.pinned, say(post.pinned ? m.studio_unpinned() : m.studio_pinned())),
          },
        ]),
    ...(post.state === 'published'
      ? [
          {
            key: 'view-as',
            text: m.view_as(),
            icon: <Eye aria-hidden />,
            onSelect: () =>
              void navigate(`${postPath(post.profile.domainName, post.id)}?as=visitor`),
          },
        ]
      : []),
    { key: 'link', text: m.post_copy_link(), icon: <Copy aria-hidden />, onSelect: onCopyLink },
    {
      key: 'archive',
      text: post.archived ? m.studio_unarchive() : m.studio_archive(),
      icon: post.archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />,
      onSelect: () =>
        archive.mutate(
          !post.archived,
          say(post.archived ? m.studio_unarchived() : m.studio_archived()),
        ),
    },
    {
      key: 'delete',
      text: m.post_delete(),
      icon: <Trash2 aria-hidden />,
      danger: true,
      onSelect: () => setOpen('delete'),
    },
  ];
  return (
    <>
      <Menu label={m.post_options()} icon={<Ellipsis />} items={items} />
      {open === 'edit' && (
        <LateOverlay>
          <EditPostDialog post={post} onClose={() => setOpen(null)} />
        </LateOverlay>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={m.post_delete()}
          confirmLabel={m.post_delete()}
          consequences={m.post_delete_consequences()}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await remove.mutateAsync(post.id);
            showToast(m.post_deleted(), 'success');
            onDeleted?.();
          }}
        >
          {m.post_delete_text()}
        </ConfirmDialog>
      )}
    </>
  );
}
