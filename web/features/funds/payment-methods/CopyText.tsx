// A code to copy: selectable text and a button with feedback.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import styles from './payment-methods.module.css';

const COPIED_MS = 2_500;

export const CopyText = ({ label, text }: { label: string; text: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <div className={styles.code}>
      <input
        readOnly
        value={text}
        aria-label={label}
        className={styles.text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="main" small onClick={() => void copy()}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        <span aria-live="polite">{copied ? m.wallet_copied() : m.wallet_copy()}</span>
      </Button>
    </div>
  );
};
