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
  const value =
    changed === undefined ? saved && { id: saved.id, seconds: saved.trailerSeconds } : changed;
  return (
    <FreePreviewField
      options={options}
      value={value ?? null}
      onChange={onChange}
      pending={changed === undefined && !!saved?.trailerSeconds && saved.trailer === null}
      error={error}
    />
  );
};
