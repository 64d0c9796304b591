// Says that something was generated or altered by AI: over a picture, or beside a name.
import type { AI_LABELS } from '@camarim/contract/limits';
import { Sparkles } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../display/Badge.tsx';
import styles from '../display/Badge.module.css';

type Label = (typeof AI_LABELS)[number];

export const AI_TEXTS: Record<Label, () => string> = {
  altered: m.ai_altered,
  generated: m.ai_generated,
};

/** Nothing for what AI had no part in. */
export const AiBadge = ({
  ai,
  plain = false,
  className,
}: {
  ai: { label: Label } | null;
  /** Beside a text, not over a picture. */
  plain?: boolean;
  className?: string | undefined;
}) =>
  ai && (
    <Badge variant={plain ? 'plain' : 'glass'} {...(className && { className })}>
      <Sparkles aria-hidden className={styles.icon} />
      {AI_TEXTS[ai.label]()}
    </Badge>
  );
