// Copies a text, and says so for a moment.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button, type ButtonVariant } from './Button.tsx';
import { copyText } from './copy-text.ts';

const COPIED_MS = 2_500;

export const CopyButton = ({
  text,
  label = m.copy(),
  variant = 'line',
}: {
  text: string;
  label?: string;
  variant?: ButtonVariant;
}) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Button variant={variant} small onClick={() => void copy()}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? m.copied() : label}</span>
    </Button>
  );
};
