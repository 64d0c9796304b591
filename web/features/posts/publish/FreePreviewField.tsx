// Which media of a locked post everyone sees: a picture whole, or the first seconds of a video.
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import type { FreePreview, FreePreviewOption } from './free-preview.ts';
import styles from './publish.module.css';

const LENGTHS = [5, 10, 15, 20, 30];
const LENGTH_FIRST = 10;

type Props = {
  /** The media of the post, in order; those that can't be shown are left out. */
  options: readonly FreePreviewOption[];
  value: FreePreview | null;
  onChange: (value: FreePreview | null) => void;
  /**
   * `pending`: it is chosen and not cut yet; `failed`: its last attempt failed; `again`: saving has
   * it cut once more.
   */
  trailer?: 'pending' | 'failed' | 'again' | null;
  onRetry?: () => void;
  error?: string | undefined;
};

const HINTS = {
  pending: m.free_preview_pending,
  failed: m.free_preview_hint,
  again: m.free_preview_again,
};

export const FreePreviewField = ({
  options,
  value,
  onChange,
  trailer = null,
  onRetry,
  error,
}: Props) => {
  const chosen = options.find(({ id }) => id === value?.id);
  const choose = (id: string) => {
    const option = options.find((one) => one.id === id);
    onChange(option ? { id, seconds: option.video ? LENGTH_FIRST : null } : null);
  };
  return (
    <div className={styles.options}>
      <Select
        label={m.free_preview()}
        hint={trailer ? HINTS[trailer]() : m.free_preview_hint()}
        error={error ?? (trailer === 'failed' ? m.free_preview_failed_here() : undefined)}
        value={chosen?.id ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        options={[
          { value: '', text: m.free_preview_none() },
          ...options.map(({ id, number, name, video }) => ({
            value: id,
            text: (video ? m.free_preview_video : m.free_preview_picture)({ number, name }),
          })),
        ]}
      />
      {chosen?.video && value && (
        <Select
          label={m.free_preview_length()}
          hint={m.free_preview_length_hint()}
          value={String(value.seconds)}
          onChange={({ currentTarget }) =>
            onChange({ ...value, seconds: Number(currentTarget.value) })
          }
          options={LENGTHS.map((seconds) => ({
            value: String(seconds),
            text: m.free_preview_seconds({ seconds }),
          }))}
        />
      )}
      {(trailer === 'pending' || trailer === 'failed') && onRetry && (
        <Button variant="line" small onClick={onRetry}>
          {trailer === 'failed' ? m.free_preview_retry_failed() : m.free_preview_retry()}
        </Button>
      )}
    </div>
  );
};
