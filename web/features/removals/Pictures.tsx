// Pictures of which copies are looked for: each is made small, hashed by the server, and forgotten.
import {
  REMOVAL_PICTURE_PX,
  REMOVAL_PICTURES_MAX,
} from '@camarim/contract/features/removals/limits';
import { ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { explainRefusal } from '../../client/api/errors.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { hashPicture } from './queries.ts';
import styles from './removals.module.css';

export type HashedPicture = { name: string; picture: string };

const QUALITY = 0.9;

/**
 * A JPEG in base64 that is small enough to be sent: its hash is the same, and less of it leaves the
 * device. Rejects what the browser can't show as a picture.
 */
const shrinkPicture = async (file: Blob): Promise<string> => {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, REMOVAL_PICTURE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', QUALITY).replace(/^[^,]*,/, '');
};

/** The sealed hash, or the sentence that says why there is none. */
const hashOf = async (file: File): Promise<{ picture: string } | { problem: string }> => {
  let content: string;
  try {
    content = await shrinkPicture(file);
  } catch {
    return { problem: m.removal_picture_unreadable({ name: file.name }) };
  }
  try {
    return { picture: await hashPicture(content) };
  } catch (error) {
    const problem = explainRefusal(error);
    if (problem === undefined) throw error;
    return { problem: `${file.name}: ${problem}` };
  }
};

export const Pictures = ({
  pictures,
  onChange,
}: {
  pictures: readonly HashedPicture[];
  onChange: (pictures: readonly HashedPicture[]) => void;
}) => {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])].slice(0, REMOVAL_PICTURES_MAX - pictures.length);
    currentTarget.value = '';
    setBusy(true);
    const added: HashedPicture[] = [];
    const wrong: string[] = [];
    for (const file of files) {
      const done = await hashOf(file);
      if ('picture' in done) added.push({ name: file.name, picture: done.picture });
      else wrong.push(done.problem);
    }
    setBusy(false);
    setProblems(wrong);
    onChange([...pictures, ...added]);
  };
  return (
    <div className={styles.pictures}>
      <label htmlFor={id} className={styles.label}>
        {m.removal_pictures()}
      </label>
      <p id={`${id}-hint`} className={styles.soft}>
        {m.removal_pictures_hint()}
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        multiple
        disabled={busy || pictures.length >= REMOVAL_PICTURES_MAX}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void add(event)}
        className="visually-hidden"
        tabIndex={-1}
      />
      <Button
        variant="line"
        loading={busy}
        disabled={pictures.length >= REMOVAL_PICTURES_MAX}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden /> {m.removal_pictures_choose()}
      </Button>
      <p role="status" className={styles.soft}>
        {busy && m.removal_pictures_busy()}
      </p>
      {problems.length > 0 && (
        <p role="alert" className={styles.problem}>
          {problems.join(' ')}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className={styles.list}>
          {pictures.map(({ name, picture }) => (
            <li key={picture} className={styles.picture}>
              <span>{name}</span>
              <Button
                variant="line"
                onClick={() => onChange(pictures.filter((one) => one.picture !== picture))}
              >
                <X aria-hidden />
                <span className="visually-hidden">{m.removal_picture_remove({ name })}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
