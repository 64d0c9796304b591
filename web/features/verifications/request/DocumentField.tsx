// One picture of a document: chosen, previewed, uploaded with progress. The field's value is its
// key.
import { DOCUMENT_CONTENT_TYPES, DOCUMENT_MAX_BYTES } from '@camarim/contract/limits';
import { Camera, Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { uploadForm } from '../../media/index.ts';
import { documentCredentials } from '../queries.ts';
import styles from './request.module.css';

type State =
  | { is: 'empty' }
  | { is: 'sending'; share: number }
  | { is: 'sent'; key: string }
  | { is: 'failed'; why: string };

const uploadProblemOf = (file: File): string | null => {
  if (!(DOCUMENT_CONTENT_TYPES as readonly string[]).includes(file.type))
    return m.request_picture_type();
  return file.size > DOCUMENT_MAX_BYTES
    ? m.request_picture_size({ size: DOCUMENT_MAX_BYTES / 1_048_576 })
    : null;
};

/** An object URL of the chosen file while its preview is shown. */
const usePreview = (file: File | null): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
};

type Props = {
  name: string;
  label: string;
  capture: 'user' | 'environment';
  error: string | undefined;
};

export const DocumentField = ({ name, label, capture, error }: Props) => {
  const id = useId();
  const [state, setState] = useState<State>({ is: 'empty' });
  const [file, setFile] = useState<File | null>(null);
  const running = useRef<AbortController>(null);
  const preview = usePreview(file);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (chosen: File) => {
    running.current?.abort();
    const fault = uploadProblemOf(chosen);
    if (fault) return setState({ is: 'failed', why: fault });
    const controller = new AbortController();
    running.current = controller;
    setFile(chosen);
    setState({ is: 'sending', share: 0 });
    try {
      const credentials = await documentCredentials(chosen);
      const { key } = await uploadForm(chosen, credentials, controller.signal, (share) =>
        setState({ is: 'sending', share }),
      );
      setState({ is: 'sent', key });
    } catch {
      if (!controller.signal.aborted) setState({ is: 'failed', why: m.request_picture_failed() });
    }
  };

  const wrong = state.is === 'failed' ? state.why : state.is === 'sent' ? undefined : error;
  return (
    <div className={classNames(styles.document, wrong && styles.wrong)}>
      <span className={styles.frame}>
        {preview ? <img src={preview} alt="" className={styles.preview} /> : <Camera aria-hidden />}
      </span>
      <div className={styles.about}>
        <span id={`${id}-label`} className={styles.name}>
          {label}
        </span>
        <label className={styles.choose}>
          {state.is === 'empty' ? m.request_choose_picture() : m.request_change_picture()}
          <input
            type="file"
            accept={DOCUMENT_CONTENT_TYPES.join(',')}
            capture={capture}
            aria-labelledby={`${id}-label`}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-error` : undefined}
            className="visually-hidden"
            onChange={({ currentTarget: { files } }) => files?.[0] && void send(files[0])}
          />
        </label>
        {state.is === 'sending' && (
          <ProgressBar
            label={m.request_sending_picture({ name: label })}
            value={state.share}
            max={1}
          />
        )}
        {state.is === 'sent' && (
          <span role="status" className={styles.sent}>
            <Check aria-hidden /> {m.request_picture_sent()}
          </span>
        )}
        {wrong && (
          <span id={`${id}-error`} role="alert" className={styles.error}>
            {wrong}
          </span>
        )}
      </div>
      <input type="hidden" name={name} value={state.is === 'sent' ? state.key : ''} />
    </div>
  );
};
