// Asks for confirmation before blocking a profile, with its consequences.
import { useLocation, useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import styles from './blocks.module.css';
import { useBlock } from './queries.ts';

type Props = { profileId: string; name: string; domainName: string; onClose: () => void };

export default function BlockDialog({ profileId, name, domainName, onClose }: Props) {
  const block = useBlock();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const confirm = async () => {
    // The profile's page is no longer accessible to either side.
    if (pathname === `/${domainName}`) await navigate('/', { replace: true });
    await block.mutateAsync(profileId);
    showToast(m.block_done({ name }), 'success');
  };
  return (
    <ConfirmDialog
      title={m.block_title({ name })}
      confirmLabel={m.block_confirm()}
      consequences={m.block_understood()}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{m.block_intro()}</p>
      <ul className={styles.consequences}>
        <li>{m.block_unseen()}</li>
        <li>{m.block_unfollow()}</li>
        <li>{m.block_silence()}</li>
        <li>{m.block_subscription()}</li>
      </ul>
      <p>{m.block_untold()}</p>
    </ConfirmDialog>
  );
}
