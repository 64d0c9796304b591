// The team's decision about how a post was made.
import type { AiChoice } from '@camarim/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import type { DialogProps } from '../../../client/dialogs.ts';
import { m } from '../../../paraglide/messages.js';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AiDecision } from '../../dsb/index.ts';

export default function LabelDialog({
  id,
  ai,
  onDecided,
  onClose,
}: DialogProps['postLabel'] & { onClose: () => void }) {
  const label = useMutation({
    mutationFn: async (body: { ai: AiChoice | null; reason: string }) =>
      (await call('POST /dsb/posts/{id}/ai', { params: { id: id as never }, body })).data,
    onSuccess: (data) => {
      onDecided(data.ai);
      showToast(m.dsb_decided(), 'success');
      onClose();
    },
  });
  return (
    <Dialog title={m.dsb_ai_post()} onClose={onClose} closable={!label.isPending}>
      <AiDecision ai={ai} loading={label.isPending} problem={label.error} onDecide={label.mutate} />
    </Dialog>
  );
}
