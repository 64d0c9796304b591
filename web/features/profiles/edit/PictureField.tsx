// One picture of the profile: chosen, cropped, uploaded with progress. The field's value is its
// key, saved with the form.
import { IMAGE_CONTENT_TYPES, IMAGE_UPLOAD_MAX_BYTES } from '@camarim/contract/limits';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { pictureCredentials, uploadForm } from '../../media/index.ts';
import { REMOVED, SENDING } from './fields.ts';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import styles from './edit.module.css';
import { lazyPart } from '../../../client/load-part.ts';

const CropDialog = lazyPart(() => import('./CropDialog.tsx'));

type State =
  | { is: 'unchanged' }
  | { is: 'removed' }
  | { is: 'sending'; share: number }
  | { is: 'sent'; key: string }
  | { is: 'failed'; why: string };

const uploadProblemOf = (file: File): string | null => {
  if (!(IMAGE_CONTENT_TYPES as readonly string[]).includes(file.type)) return m.edit_picture_type();
  return file.size > IMAGE_UPLOAD_MAX_BYTES
    ? m.edit_picture_size({ size: IMAGE_UPLOAD_MAX_BYTES / 1_048_576 })
    : null;
};

/** An object URL of the chosen file while its preview is shown. */
const useAddressOf = (content: Blob | null): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!content) return setAddress(null);
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
};

const valueOf = (state: State): string => {
  if (state.is === 'sent') return state.key;
  return { unchanged: '', failed: '', removed: REMOVED, sending: SENDING }[state.is];
};

const Progress = ({ state, label, notice }: { state: State } & Pick<Props, 'label' | 'notice'>) => (
  <>
    {state.is === 'sending' && (
      <ProgressBar label={m.edit_picture_sending({ name: label })} value={state.share} max={1} />
    )}
    <span role="status" className={styles.note}>
      {(state.is === 'sent' || state.is === 'removed') && m.edit_picture_ready()}
      {state.is === 'unchanged' && notice}
    </span>
  </>
);

type Props = {
  kind: 'avatar' | 'cover';
  name: string;
  label: string;
  current: string | null;
  error: string | undefined;
  /** About the stored picture. */
  notice: ReactNode;
  onChange: () => void;
  /** The picture that is shown now: the stored one, a chosen one, or none. */
  onShown: (address: string | null) => void;
};

export const PictureField = ({
  kind,
  name,
  label,
  current,
  error,
  notice,
  onChange,
  onShown,
}: Props) => {
  const id = useId();
  const [state, setState] = useState<State>({ is: 'unchanged' });
  const [chosen, setChosen] = useState<File | null>(null);
  const [cut, setCut] = useState<Blob | null>(null);
  const running = useRef<AbortController>(null);
  const source = useAddressOf(chosen);
  const preview = useAddressOf(cut);
  useEffect(() => () => running.current?.abort(), []);

  const choose = (file: File) => {
    const fault = uploadProblemOf(file);
    if (fault) setState({ is: 'failed', why: fault });
    else setChosen(file);
  };
  const send = async (picture: Blob) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setChosen(null);
    setCut(picture);
    setState({ is: 'sending', share: 0 });
    onChange();
    try {
      const { key } = await uploadForm(
        picture,
        await pictureCredentials(picture),
        controller.signal,
        (share) => setState({ is: 'sending', share }),
      );
      setState({ is: 'sent', key });
    } catch {
      if (!controller.signal.aborted) setState({ is: 'failed', why: m.edit_picture_failed() });
    }
  };
  const remove = () => {
    running.current?.abort();
    setCut(null);
    setState({ is: current === null ? 'unchanged' : 'removed' });
    onChange();
  };

  const shown = state.is === 'removed' ? null : (preview ?? current);
  useEffect(() => onShown(shown), [shown, onShown]);
  const why = state.is === 'failed' ? state.why : state.is === 'sending' ? error : undefined;
  return (
    <div className={classNames(styles.picture, styles[kind])}>
      <span className={styles.frame}>
        {shown ? <img src={shown} alt="" /> : <ImagePlus aria-hidden />}
      </span>
      <div className={styles.choices}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <div className={styles.buttons}>
          <label className={styles.choose}>
            {shown ? m.edit_picture_change() : m.edit_picture_choose()}
            <input
              type="file"
              accept={IMAGE_CONTENT_TYPES.join(',')}
              aria-labelledby={`${id}-label`}
              aria-invalid={why ? true : undefined}
              aria-describedby={why ? `${id}-error` : undefined}
              className="visually-hidden"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) choose(file);
                // Resets the input, so that the same file can be chosen again.
                currentTarget.value = '';
              }}
            />
          </label>
          {shown && (
            <Button
              small
              variant="text"
              aria-label={m.edit_picture_remove_label({ name: label })}
              onClick={remove}
            >
              {m.edit_picture_remove()}
            </Button>
          )}
        </div>
        <Progress state={state} label={label} notice={notice} />
        {why && (
          <span id={`${id}-error`} role="alert" className={styles.problem}>
            {why}
          </span>
        )}
      </div>
      <input type="hidden" name={name} value={valueOf(state)} />
      {source && (
        <LateOverlay>
          <CropDialog
            kind={kind}
            title={label}
            source={source}
            onCut={(picture) => void send(picture)}
            onClose={() => setChosen(null)}
          />
        </LateOverlay>
      )}
    </div>
  );
};
