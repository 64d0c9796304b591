// The free preview of a post in the edit dialog, which is saved with the other fields.
import type { Post } from '../post-cache.ts';
import { type FreePreview, freePreviewOptions } from './free-preview.ts';
import { FreePreviewField } from './FreePreviewField.tsx';

type Props = {
  medias: Post['medias'];
  /** Undefined: as it is saved. */
  changed: FreePreview | null | undefined;
  onChange: (value: FreePreview | null) => void;
  error: string | undefined;
};

export const EditFreePreview = ({ medias, changed, onChange, error }: Props) => {
  const options = freePreviewOptions(medias);
  if (options.length === 0) return null;
  const saved = medias.find(({ free }) => free);
  const known = saved ? { id: saved.id, seconds: saved.trailerSeconds } : null;
  const uncut = !!saved?.trailerSeconds && saved.trailer === null;
  const state = uncut ? (saved.trailerFailed ? 'failed' : 'pending') : null;
  const again = uncut && changed?.id === known?.id && changed?.seconds === known?.seconds;
  return (
    <FreePreviewField
      options={options}
      value={changed === undefined ? known : changed}
      onChange={onChange}
      trailer={again ? 'again' : changed === undefined ? state : null}
      // Saving the same choice once more has the trailer cut again.
      onRetry={() => onChange(known)}
      error={error}
    />
  );
};
