// Captions of an own video: one WebVTT file per language, uploaded while its post is edited.
import { type Locale, LOCALES } from '@camarim/contract/limits';
import { CaptionsIcon, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { formatLanguage } from '../../../ui/display/formats.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { kindOf, type Media } from '../viewer/media.ts';
import styles from './captions.module.css';
import { useRemoveCaptions, useSetCaptions } from './queries.ts';

type Props = {
  medias: readonly Media[];
  /** New captions change the addresses of their video: fetches it again. */
  onChange: () => Promise<void>;
};

export const Captions = ({ medias, onChange }: Props) =>
  medias
    .filter((media) => kindOf(media) === 'video' && !media.loops && media.status !== 'error')
    .map((media, index, videos) => (
      <CaptionsOf
        key={media.id}
        onChange={onChange}
        media={media}
        title={
          videos.length === 1 ? m.studio_captions() : m.studio_captions_of({ number: index + 1 })
        }
      />
    ));

const problemOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? (error.fields['vtt']?.message ?? error.message) : undefined;

const CaptionsOf = ({
  media,
  title,
  onChange,
}: {
  media: Media;
  title: string;
  onChange: Props['onChange'];
}) => {
  const input = useRef<HTMLInputElement>(null);
  const [language, setLanguage] = useState<Locale>('pt');
  const give = useSetCaptions(onChange);
  const remove = useRemoveCaptions(onChange);
  const send = async (file: File | undefined) => {
    if (file)
      give.mutate(
        { id: media.id, language, vtt: await file.text() },
        { onSuccess: () => showToast(m.studio_captions_added(), 'success') },
      );
  };
  return (
    <fieldset className={styles.captions}>
      <legend>{title}</legend>
      {media.captions.length > 0 && (
        <ul className={styles.languages}>
          {media.captions.map(({ language: given }) => (
            <li key={given}>
              {formatLanguage(given)}
              <IconButton
                label={m.studio_captions_remove({ language: formatLanguage(given) })}
                icon={<Trash2 />}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id: media.id, language: given })}
              />
            </li>
          ))}
        </ul>
      )}
      <Select
        label={m.studio_captions_language()}
        hint={m.studio_captions_hint()}
        error={problemOf(give.error ?? remove.error)}
        value={language}
        options={LOCALES.map((value) => ({ value, text: formatLanguage(value) }))}
        onChange={({ currentTarget: { value } }) =>
          setLanguage(LOCALES.find((known) => known === value) ?? 'pt')
        }
      />
      <Button small variant="line" loading={give.isPending} onClick={() => input.current?.click()}>
        <CaptionsIcon aria-hidden /> {m.studio_captions_choose()}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={m.studio_captions_choose()}
        accept=".vtt,text/vtt"
        onChange={({ currentTarget }) => {
          void send(currentTarget.files?.[0]);
          // Resets the input, so that a corrected file of the same name can be chosen.
          currentTarget.value = '';
        }}
      />
    </fieldset>
  );
};
