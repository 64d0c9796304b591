// The producer's delivery: media that only the fan sees, who appears in them, and a few words.
import { useState } from 'react';
import { MESSAGE_MAX } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { asMedia, Attachments, forgetUpload, useAttachments } from '../media/index.ts';
import { PerformerPicker } from '../verifications/index.ts';
import { VaultPicker } from '../vault/index.ts';
import { type Order, type OrderAct, useOrderAct } from './queries.ts';
import styles from './orders.module.css';

type Delivery = Extract<OrderAct, { action: 'deliver' }>['body'];

export const DeliverForm = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const { attached, queue, pick, unpick } = useAttachments([]);
  const [message, setMessage] = useState('');
  /** Null: the producer alone. */
  const [performers, setPerformers] = useState<readonly string[] | null>(null);
  const act = useOrderAct(order.id);
  const isUploading = attached.some((one) => 'upload' in one && one.upload.state !== 'done');
  const submit = () =>
    act.mutate(
      {
        action: 'deliver',
        body: {
          message,
          medias: attached.flatMap(asMedia) as Delivery['medias'],
          performerIds: [...(performers ?? [])] as Delivery['performerIds'],
        },
      },
      {
        onSuccess: () => {
          for (const one of attached) if ('upload' in one) forgetUpload(one.upload.file);
          onClose();
        },
      },
    );
  return (
    <div className={styles.form}>
      <p className={styles.soft}>{m.order_deliver_text()}</p>
      <Attachments
        attached={attached}
        queue={queue}
        vault={{ Picker: VaultPicker, pick, unpick }}
      />
      <PerformerPicker
        chosen={performers}
        onChange={setPerformers}
        aloneHint={m.appears_alone_sending()}
        error={performers?.length === 0 ? m.appears_missing() : undefined}
      />
      <TextArea
        label={m.order_deliver_label()}
        rows={3}
        maxLength={MESSAGE_MAX}
        value={message}
        error={act.error ? explainRefusal(act.error) : undefined}
        onChange={({ currentTarget: { value } }) => setMessage(value)}
      />
      <div className={styles.actions}>
        <Button
          variant="main"
          loading={act.isPending}
          disabled={attached.length === 0 || isUploading || performers?.length === 0}
          onClick={submit}
        >
          {isUploading ? m.publish_waiting() : m.order_deliver()}
        </Button>
        <Button variant="line" onClick={onClose}>
          {m.cancel()}
        </Button>
      </div>
    </div>
  );
};
