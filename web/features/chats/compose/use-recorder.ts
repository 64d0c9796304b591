// Records a voice note by the browser's MediaRecorder.
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { showToast } from '../../../ui/overlays/toasts.ts';

/** What browsers record; the server takes both. */
const TYPES = ['audio/webm', 'audio/mp4'] as const;

const recordedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

const stopTracks = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/**
 * `onDone` gets the note as a file. `startedAt`: milliseconds since the epoch; null while nothing
 * is recorded.
 */
export const useRecorder = (onDone: (file: File) => void) => {
  const recorder = useRef<MediaRecorder>(null);
  const kept = useRef(false);
  /** The browser asks the person for the microphone. */
  const starting = useRef(false);
  const gone = useRef(false);
  const [startedAt, setStartedAt] = useState<number | null>(null);

  /** Ends; the note is kept or thrown away. */
  const end = (keep: boolean) => {
    kept.current = keep;
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      kept.current = false;
      if (recorder.current?.state === 'recording') recorder.current.stop();
    };
  }, []);

  const start = async () => {
    if (starting.current || recorder.current?.state === 'recording') return;
    starting.current = true;
    const type = recordedType();
    try {
      if (type === undefined) throw new DOMException('no recorder', 'NotSupportedError');
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      // The room was left while the browser asked.
      if (gone.current) return stopTracks(stream);
      const made = new MediaRecorder(stream, { mimeType: type });
      const parts: Blob[] = [];
      made.addEventListener('dataavailable', ({ data }) => parts.push(data));
      made.addEventListener('stop', () => {
        stopTracks(stream);
        setStartedAt(null);
        const name = `${m.chat_voice_file()}.${type.slice('audio/'.length)}`;
        if (kept.current) onDone(new File(parts, name, { type, lastModified: Date.now() }));
      });
      recorder.current = made;
      made.start();
      setStartedAt(Date.now());
    } catch {
      // The person refused the microphone, or there is none.
      showToast(m.chat_record_failed(), 'error');
    } finally {
      starting.current = false;
    }
  };
  return { startedAt, start, end };
};
