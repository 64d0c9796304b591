// The media of the message that is being written, who appears in them, and how they are sold.
import { Fragment } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { describeAttachment, UploadTile, VaultTile } from '../../media/index.ts';
import { PerformerPicker } from '../../verifications/index.ts';
import type { Enclosures } from './use-enclosed.ts';
import styles from './composer.module.css';

/** `lockable`: the text may be sold with the media. */
export const EnclosedMedias = ({
  enclosed,
  lockable = true,
}: {
  enclosed: Enclosures;
  lockable?: boolean;
}) => {
  const { attached, queue, unpick, price, setPrice, free, toggleFree } = enclosed;
  if (attached.length === 0) return null;
  return (
    <div className={styles.enclosed}>
      <ul className={styles.tiles} aria-label={m.publish_files()}>
        {attached.map((one) => (
          <Fragment key={one.id}>
            {'upload' in one ? (
              <UploadTile item={one.upload} queue={queue} />
            ) : (
              <VaultTile media={one.media} sort={null} onRemove={() => unpick(one.id)} />
            )}
            {price !== null && (
              <li>
                <Checkbox
                  label={m.chat_free_media({ name: describeAttachment(one).name })}
                  checked={free.has(one.id)}
                  onChange={() => toggleFree(one.id)}
                />
              </li>
            )}
          </Fragment>
        ))}
      </ul>
      <PerformerPicker
        chosen={enclosed.performers}
        onChange={enclosed.setPerformers}
        aloneHint={m.appears_alone_sending()}
        error={enclosed.performersMissing ? m.appears_missing() : undefined}
      />
      <CurrencyField
        label={m.chat_price()}
        hint={m.chat_price_hint()}
        value={price}
        onChange={setPrice}
        error={enclosed.problem}
      />
      {lockable && price !== null && (
        <Checkbox
          label={m.chat_lock_text()}
          checked={enclosed.lockText}
          onChange={() => enclosed.setLockText(!enclosed.lockText)}
        />
      )}
    </div>
  );
};
